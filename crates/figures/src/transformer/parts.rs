//! What the diagrams of the chapter are made of: they are drawn from the bottom to the top.

use super::super::canvas::{Area, Canvas, Point, TextLook};
use super::super::diagram::{Arrow, Block};
use super::super::style::Role;

/// A column of a diagram, along whose middle the vectors of the tokens go up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    /// Where the vectors go up.
    pub(super) middle: f64,
    /// How wide the boxes are.
    pub(super) width: f64,
}

impl Column {
    /// Draws a box whose lower side is at `bottom`, and returns where it is.
    pub(super) fn block(
        self,
        canvas: &mut Canvas<'_>,
        bottom: f64,
        height: f64,
        block: &Block,
    ) -> Area {
        let left = self.middle - self.width / 2.0;
        let area = Area::new(left, bottom - height, self.width, height);
        canvas.block(area, block);
        area
    }

    /// Draws an arrow up to the box above it.
    pub(super) fn up(self, canvas: &mut Canvas<'_>, from: f64, to: f64) {
        canvas.arrow(&Arrow::new((self.middle, from), (self.middle, to + 1.0)));
    }
}

/// Draws a line through the points whose last part is an arrow.
pub(super) fn path(canvas: &mut Canvas<'_>, points: &[Point], role: Role) {
    let &[.., before, last] = points else {
        return;
    };
    canvas.line(&points[..points.len() - 1], role);
    canvas.arrow(&Arrow::new(before, last).role(role));
}

/// Writes lines of muted text below each other, from a place on.
pub(super) fn lines(canvas: &mut Canvas<'_>, (x, y): Point, texts: &[&str]) {
    for (line, text) in texts.iter().enumerate() {
        let at = (x, y + 18.0 * line as f64);
        canvas.text(at, text, TextLook::start(Role::Muted));
    }
}
