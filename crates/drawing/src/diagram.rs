//! Boxes and arrows for schematic figures.

use std::fmt::Display;

use crate::canvas::Canvas;
use crate::paint::{Area, Lettering, Point, Stroke, TextLook};
use crate::style::{LINE_HEIGHT, Role, text_width, widest};

impl Canvas {
    /// Draws a box with centered lines of text, the first in ink and the others muted. For a
    /// result, whose outline is bold, the first line is also bold. Panics if the text does not fit
    /// into the box.
    #[track_caller]
    pub fn block(
        &mut self,
        area: impl Into<Area>,
        text: impl Display,
        outline: impl Into<TextLook>,
    ) {
        let (area, text, outline) = (area.into(), text.to_string(), outline.into());
        let width = widest(text.lines());
        let height = LINE_HEIGHT * text.lines().count() as f64;
        assert!(
            width <= area.width && height <= area.height,
            "block: {text:?} needs {width} x {height}, and it has {area:?}"
        );
        self.rounded(area, 5.0, Role::Inside, outline.role);
        let (x, y) = area.center();
        self.caption((x, y - height / 2.0 + LINE_HEIGHT / 2.0), &text, outline);
    }

    /// Writes a name in ink, and the lines below it, such as its shape, muted and never bold.
    pub fn caption(&mut self, at: Point, text: &str, look: impl Into<TextLook>) {
        let mut look = look.into();
        let (name, others) = text.split_once('\n').unwrap_or((text, ""));
        look.role = Role::Ink;
        self.text(at, name, look);
        (look.role, look.attributes[1]) = (Role::Muted, "");
        self.text((at.0, at.1 + LINE_HEIGHT), others, look);
    }

    /// Draws a straight arrow whose head ends at `to`.
    pub fn arrow(&mut self, from: Point, to: Point, stroke: impl Into<Stroke>) {
        let stroke = stroke.into();
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        let (ux, uy) = (dx / length, dy / length);
        let (head, half) = (6.0 + 1.5 * stroke.width, 3.0 + 0.8 * stroke.width);
        let neck = (to.0 - head * ux, to.1 - head * uy);
        self.line([from, (neck.0 + ux, neck.1 + uy)], stroke);
        let corners = [
            to,
            (neck.0 - half * uy, neck.1 + half * ux),
            (neck.0 + half * uy, neck.1 - half * ux),
        ];
        self.fill_polygon(&corners, stroke.role);
    }

    /// Draws a line through the points, with an arrow as its last segment.
    pub fn path(&mut self, points: &[Point], role: Role) {
        if let [.., before, last] = *points {
            self.line(&points[..points.len() - 1], role);
            self.arrow(before, last, role);
        }
    }

    /// Draws an arrow with a text next to its middle. With `side` 1, the text is above the arrow,
    /// or to the right of a steep one; with `side` -1, it is below or to the left.
    pub fn labeled_arrow(
        &mut self,
        from: Point,
        to: Point,
        stroke: impl Into<Stroke>,
        label: &str,
        side: f64,
    ) {
        let stroke = stroke.into();
        self.arrow(from, to, stroke);
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let (x, y) = (from.0 + dx * 0.5, from.1 + dy * 0.5);
        let free = stroke.width / 2.0 + 4.0;
        if dy.abs() > dx.abs() {
            // Shift the text so that a slanted arrow does not cross it.
            let away = (free + LINE_HEIGHT / 2.0 * (dx / dy).abs()) * side;
            let look = [Role::Ink.end(), Role::Ink.start()][usize::from(side > 0.0)];
            self.text((x + away, y), label, look);
        } else {
            let slant = text_width(label) / 2.0 * (dy / dx).abs();
            let away = (free + LINE_HEIGHT / 2.0 + slant) * side;
            self.text((x, y - away), label, Role::Ink);
        }
    }

    /// Writes a bold heading that starts at a position.
    pub fn heading(&mut self, at: Point, text: impl Display) {
        self.text(at, text, Role::Ink.start().bold());
    }
}
