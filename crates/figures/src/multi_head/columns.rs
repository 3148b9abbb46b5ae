//! Heads as columns of a projection.

use drawing::prelude::*;

use super::HEADS;

/// A row times a projection matrix whose columns belong to three heads of two columns each.
pub fn head_columns() -> String {
    const INPUTS: usize = 4;
    const DIM: usize = 2;
    const HIDDEN: usize = 3 * DIM;
    const CELL: (f64, f64) = (28.0, 26.0);
    let canvas = &mut Canvas::new(276.0);
    let input = Table::new((10.0, 77.0), CELL, (1, INPUTS));
    let matrix = Table::new((190.0, 38.0), CELL, (INPUTS, HIDDEN));
    let output = Table::new((190.0, 202.0), CELL, (1, HIDDEN));
    for (_, area) in input.cells() {
        canvas.cell(area, Inside, "");
    }
    for ((_, column), area) in matrix.cells().chain(output.cells()) {
        canvas.cell(area, HEADS[column / DIM].opacity(0.35), "");
    }
    let (x, y) = input.area().center();
    canvas.text((x, y - 42.0), "one query", Ink);
    canvas.text((x, y - 24.0), "[query_dim]", Muted);
    canvas.text((156.0, y), "\u{d7}", Ink);
    let (middle, _) = matrix.area().center();
    canvas.text((middle, 10.0), "query projection", Ink);
    canvas.text((middle, 28.0), "[query_dim, hidden]", Muted);
    for (head, role) in HEADS.into_iter().take(HIDDEN / DIM).enumerate() {
        let x = matrix.cell(0, DIM * head).right();
        canvas.arrow((x, 146.0), (x, 199.0), role);
        canvas.text((x, 242.0), format!("head {head}"), role);
    }
    canvas.text((178.0, 206.0), "projected query", Ink.end());
    canvas.text((178.0, 224.0), "[hidden]", Muted.end());
    canvas.text((middle, 260.0), "[dim] each", Muted);
    canvas.svg("The columns of a projection belong to heads")
}
