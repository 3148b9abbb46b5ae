//! The frame of a plot: grid lines, axes, ticks, and labels, drawn by `plotters` on a [`Canvas`].

use std::convert::Infallible;

use drawing::prelude::*;
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::ranged1d::Ranged;
use plotters::coord::types::RangedCoordf64;
use plotters::drawing::{DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::{EmptyElement, PathElement, Text};
use plotters::style::{Color, RGBColor, ShapeStyle, TextStyle};
use plotters_backend::text_anchor::{HPos, Pos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};

/// `plotters` counts in whole units, here hundredths of the units of the canvas.
const UNITS: f64 = 100.0;

fn units(length: f64) -> i32 {
    (length * UNITS).round() as i32
}

fn point((x, y): BackendCoord) -> Point {
    (f64::from(x) / UNITS, f64::from(y) / UNITS)
}

/// Returns at most `most` round values of a range.
pub(crate) fn ticks((from, to): (f64, f64), most: usize) -> Vec<f64> {
    RangedCoordf64::from(from..to).key_points(most)
}

/// Draws light lines at the y ticks, a base line with short strokes at the x ticks, and the labels
/// of the axes (x, y) that are labeled.
pub(crate) fn draw(canvas: &mut Canvas, coordinates: &Coordinates, labeled: [bool; 2]) {
    let Coordinates { x, y, body } = coordinates;
    let across = units(body.left)..units(body.right());
    let upward = units(body.bottom())..units(body.top);
    let [x_range, y_range] = [x.range, y.range].map(|(from, to)| from..to);
    let places = Cartesian2d::<RangedCoordf64, RangedCoordf64>::new;
    let area = Backend(canvas).into_drawing_area();
    let area = area.apply_coord_spec(places(x_range, y_range, (across, upward)));
    let (font, muted) = (TextStyle::from(("sans-serif", UNITS)), color(Muted));
    let label = |text: String, at: BackendCoord, side: HPos| {
        Text::new(text, at, font.color(&muted).pos(Pos::new(side, VPos::Center)))
    };
    let draw = || {
        for (&tick, text) in y.ticks.iter().zip(y.labels()) {
            let line = [(x.range.0, tick), (x.range.1, tick)];
            area.draw(&PathElement::new(line, thin(Grid)))?;
            if labeled[1] {
                let label = label(text, (-units(6.0), 0), HPos::Right);
                area.draw(&(EmptyElement::at(line[0]) + label))?;
            }
        }
        let base = [(x.range.0, y.range.0), (x.range.1, y.range.0)];
        area.draw(&PathElement::new(base, thin(Muted)))?;
        for (&tick, text) in x.ticks.iter().zip(x.labels()) {
            let at = (tick, y.range.0);
            let stroke = PathElement::new([(0, 0), (0, units(4.0))], thin(Muted));
            area.draw(&(EmptyElement::at(at) + stroke))?;
            if labeled[0] {
                // The digits are centered without the minus sign.
                let aside = if text.starts_with('\u{2212}') { text_width("-") / 2.0 } else { 0.0 };
                let label = label(text, (-units(aside), units(13.0)), HPos::Center);
                area.draw(&(EmptyElement::at(at) + label))?;
            }
        }
        Ok::<_, DrawingAreaErrorKind<Infallible>>(())
    };
    draw().expect("drawing on a canvas cannot fail");
}

fn color(role: Role) -> RGBColor {
    let channel = |at: usize| u8::from_str_radix(&role.color()[at..at + 2], 16);
    let channel = |at| channel(at).expect("a role has a hexadecimal color");
    RGBColor(channel(1), channel(3), channel(5))
}

fn thin(role: Role) -> ShapeStyle {
    ShapeStyle::from(color(role)).stroke_width(units(1.0) as u32)
}

/// Returns the role of a color, which is unique.
fn role(BackendColor { rgb, .. }: BackendColor) -> Role {
    let mut all = Role::ALL.iter().copied();
    let role = all.find(|role| color(*role).rgb() == rgb);
    role.unwrap_or_else(|| panic!("no role has the color {rgb:?}"))
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

struct Backend<'a>(&'a mut Canvas);

impl DrawingBackend for Backend<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (units(WIDTH) as u32, units(self.0.height) as u32)
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, at: BackendCoord, color: BackendColor) -> Drawn {
        let area = Area::around(point(at), 1.0 / UNITS, 1.0 / UNITS);
        self.0.fill_rect(area, role(color).opacity(color.alpha));
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        let points: Vec<Point> = path.into_iter().map(point).collect();
        let width = f64::from(style.stroke_width()) / UNITS;
        self.0.line(points, role(style.color()).width(width));
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        let role = role(style.color());
        let look = match style.anchor().h_pos {
            HPos::Left => role.start(),
            HPos::Right => role.end(),
            HPos::Center => role.into(),
        };
        self.0.text(point(at), text, look);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
