//! Heads as columns of a projection.

use super::super::Figure;
use super::super::canvas::{Fill, TextLook};
use super::super::cells::{self, Grid};
use super::super::diagram::Arrow;
use super::super::style::{Role, WIDTH};
use super::HEADS;

/// A row times a projection matrix whose columns belong to three heads of two columns each.
///
/// ```
/// let figure = figures::multi_head::head_columns();
/// assert!(figure.svg.contains(">head 2</text>"));
/// ```
pub fn head_columns() -> Figure {
    const INPUTS: usize = 4;
    const DIM: usize = 2;
    const HIDDEN: usize = 3 * DIM;
    const CELL: (f64, f64) = (28.0, 26.0);
    let title = "The columns of a projection belong to heads";
    Figure::draw(
        "multi-head/head-columns.svg",
        title,
        (WIDTH, 276.0),
        |canvas| {
            let input = Grid::new((10.0, 77.0), CELL, (1, INPUTS));
            let matrix = Grid::new((190.0, 38.0), CELL, (INPUTS, HIDDEN));
            let output = Grid::new((190.0, 202.0), CELL, (1, HIDDEN));
            for (row, column) in input.places() {
                cells::cell(canvas, input.cell(row, column), Role::Box, "");
            }
            for grid in [matrix, output] {
                for (row, column) in grid.places() {
                    let fill = Fill::with_opacity(HEADS[column / DIM], 0.35);
                    cells::cell(canvas, grid.cell(row, column), fill, "");
                }
            }
            let (x, y) = input.area().center();
            canvas.text((x, y - 42.0), "one query", Role::Ink);
            canvas.text((x, y - 24.0), "[query_dim]", Role::Muted);
            canvas.text((156.0, y), "\u{d7}", Role::Ink);
            let (middle, _) = matrix.area().center();
            canvas.text((middle, 10.0), "query projection", Role::Ink);
            canvas.text((middle, 28.0), "[query_dim, hidden]", Role::Muted);
            let from = matrix.area().bottom();
            for (head, role) in HEADS.into_iter().take(HIDDEN / DIM).enumerate() {
                let x = matrix.cell(0, DIM * head).right();
                let down = Arrow::new((x, from + 4.0), (x, output.area().top - 3.0));
                canvas.arrow(&down.role(role));
                let name = format!("head {head}");
                canvas.text((x, output.area().bottom() + 14.0), &name, role);
            }
            let at = (178.0, output.area().center().1);
            canvas.text(
                (at.0, at.1 - 9.0),
                "projected query",
                TextLook::end(Role::Ink),
            );
            canvas.text((at.0, at.1 + 9.0), "[hidden]", TextLook::end(Role::Muted));
            canvas.text((middle, 260.0), "[dim] each", Role::Muted);
        },
    )
}
