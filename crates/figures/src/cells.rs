//! Small tables of cells inside of schematic figures, and what a mask hides.

use super::canvas::{Area, Canvas, Fill, Point, Stroke, TextLook};
use super::style::Role;

/// Where the cells of a table are: row by row from its upper left corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    corner: Point,
    cell: (f64, f64),
    shape: (usize, usize),
}

impl Grid {
    /// A table of `shape` (rows, columns) with cells of a size (width, height).
    pub(super) fn new(corner: Point, cell: (f64, f64), shape: (usize, usize)) -> Grid {
        Grid {
            corner,
            cell,
            shape,
        }
    }

    /// The whole table.
    pub(super) fn area(self) -> Area {
        let (rows, columns) = (self.shape.0 as f64, self.shape.1 as f64);
        let (width, height) = self.cell;
        Area::new(self.corner.0, self.corner.1, width * columns, height * rows)
    }

    /// One cell.
    pub(super) fn cell(self, row: usize, column: usize) -> Area {
        let (width, height) = self.cell;
        let left = self.corner.0 + width * column as f64;
        let top = self.corner.1 + height * row as f64;
        Area::new(left, top, width, height)
    }

    /// The numbers of rows and columns of all cells.
    pub(super) fn places(self) -> impl Iterator<Item = (usize, usize)> {
        let (rows, columns) = self.shape;
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }
}

/// Draws a cell with a text.
pub(super) fn cell(
    canvas: &mut Canvas<'_>,
    area: Area,
    fill: impl Into<Fill>,
    text: &str,
) {
    canvas.fill_rect(area, fill);
    canvas.outline_rounded(area, 0.0, Role::Muted);
    if !text.is_empty() {
        canvas.text(area.center(), text, Role::Ink);
    }
}

/// Draws a cell that a mask hides.
pub(super) fn hidden(canvas: &mut Canvas<'_>, area: Area) {
    canvas.fill_rect(area, Role::Masked);
    let stroke = Stroke::new(Role::Hatch, 1.0);
    let across = [(area.left, area.bottom()), (area.right(), area.top)];
    canvas.line(&across, stroke);
    canvas.outline_rounded(area, 0.0, Role::Muted);
}

/// Writes a bold heading that starts at a place.
pub(super) fn heading(canvas: &mut Canvas<'_>, at: Point, text: &str) {
    canvas.text(at, text, TextLook::start(Role::Ink).bold());
}
