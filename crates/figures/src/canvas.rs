//! Lines, shapes and text in user units and roles: a thin layer over `plotters`.

use plotters::coord::Shift;
use plotters::element::Drawable;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::paint::Anchor;
pub use super::paint::{Area, Fill, Point, Stroke, TextLook};
use super::style::{Dash, Role, TEXT_SIZE};
use super::svg;

/// What a figure is drawn on. Made by [`Figure::draw`](super::Figure::draw).
pub struct Canvas<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(buffer: &'a mut String, (width, height): (f64, f64)) -> Self {
        let size = (svg::units(width) as u32, svg::units(height) as u32);
        Canvas {
            area: SVGBackend::with_string(buffer, size).into_drawing_area(),
        }
    }

    fn add<E>(&mut self, element: &E)
    where
        for<'b> &'b E: plotters::element::PointCollection<'b, (i32, i32)>,
        E: Drawable<SVGBackend<'a>>,
    {
        self.area
            .draw(element)
            .expect("drawing into a string cannot fail");
    }

    /// Fills a rectangle.
    pub fn fill_rect(&mut self, area: Area, fill: impl Into<Fill>) {
        self.rect(area, fill_style(fill.into()));
    }

    /// Fills rectangles that share a fill, as one shape of the file: for the many cells of a map.
    pub fn fill_cells(&mut self, areas: &[Area], fill: impl Into<Fill>) {
        let Fill { role, opacity } = fill.into();
        let key = svg::key(role, Dash::Solid, svg::JOINED);
        for &area in areas {
            self.rect(area, key.mix(opacity).filled());
        }
    }

    /// Fills a rectangle with rounded corners.
    pub fn fill_rounded(&mut self, area: Area, radius: f64, fill: impl Into<Fill>) {
        let Fill { role, opacity } = fill.into();
        self.rect(
            area,
            svg::key(role, Dash::Solid, radius).mix(opacity).filled(),
        );
    }

    /// Draws the outline of a rectangle with rounded corners (radius 0: sharp ones), one unit wide.
    pub fn outline_rounded(&mut self, area: Area, radius: f64, role: Role) {
        self.rect(area, svg::key(role, Dash::Solid, radius).into());
    }

    fn rect(&mut self, area: Area, style: ShapeStyle) {
        let corners = [
            units((area.left, area.top)),
            units((area.right(), area.bottom())),
        ];
        self.add(&Rectangle::new(corners, style));
    }

    /// Draws a line through the points.
    pub fn line(&mut self, points: &[Point], stroke: impl Into<Stroke>) {
        let points: Vec<_> = points.iter().copied().map(units).collect();
        self.add(&PathElement::new(points, stroke_style(stroke.into())));
    }

    /// Fills the polygon with these corners.
    pub fn fill_polygon(&mut self, points: &[Point], fill: impl Into<Fill>) {
        let points: Vec<_> = points.iter().copied().map(units).collect();
        self.add(&Polygon::new(points, fill_style(fill.into())));
    }

    /// Fills a disk.
    pub fn disk(&mut self, center: Point, radius: f64, fill: impl Into<Fill>) {
        self.add(&Circle::new(
            units(center),
            svg::units(radius),
            fill_style(fill.into()),
        ));
    }

    /// Draws a circle that is empty inside.
    pub fn ring(&mut self, center: Point, radius: f64, stroke: impl Into<Stroke>) {
        self.add(&Circle::new(
            units(center),
            svg::units(radius),
            stroke_style(stroke.into()),
        ));
    }

    /// Writes one line of text. Its place is at half of its height.
    pub fn text(&mut self, at: Point, text: &str, look: impl Into<TextLook>) {
        let look = look.into();
        let slant = match (look.bold, look.italic) {
            (true, _) => FontStyle::Bold,
            (false, true) => FontStyle::Italic,
            (false, false) => FontStyle::Normal,
        };
        let anchor = match look.anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        let font =
            FontDesc::new(FontFamily::SansSerif, svg::font_units(TEXT_SIZE), slant);
        let font = if look.upward {
            font.transform(FontTransform::Rotate270)
        } else {
            font
        };
        let color = svg::key(look.role, Dash::Solid, 0.0);
        let style = TextStyle::from(font)
            .color(&color)
            .pos(Pos::new(anchor, VPos::Center));
        self.area
            .draw_text(text, &style, units(at))
            .expect("drawing into a string cannot fail");
    }
}

fn units((x, y): Point) -> (i32, i32) {
    (svg::units(x), svg::units(y))
}

fn fill_style(Fill { role, opacity }: Fill) -> ShapeStyle {
    svg::key(role, Dash::Solid, 0.0).mix(opacity).filled()
}

fn stroke_style(Stroke { role, width, dash }: Stroke) -> ShapeStyle {
    svg::key(role, dash, 0.0).stroke_width(svg::units(width) as u32)
}
