//! Where the entries go when heads are split, and where a mere reshape puts them.

use attention::Real;
use attention::multi_head::split_heads;
use attention::tape::{Mode, Tape};
use drawing::prelude::*;
use ndarray::{Array3, ArrayView2, Axis, Ix4};

const POSITIONS: usize = 3;
const HEADS: usize = 2;
const DIM: usize = 2;
const HIDDEN: usize = HEADS * DIM;

/// The roles of the positions, so that an entry is recognized wherever it goes.
const ROWS: [Role; POSITIONS] = [Series1, Series2, Series3];
const CELL: (f64, f64) = (34.0, 28.0);

/// Three positions with four columns split into two heads, and what a reshape alone does.
pub fn index_map() -> String {
    let shape = (1, POSITIONS, HIDDEN);
    let entries = Array3::from_shape_fn(shape, |(_, position, column)| {
        (HIDDEN * position + column) as Real
    });
    let tape = Tape::new(Mode::Eval, 0);
    let right = split_heads(tape.constant(entries.clone()), HEADS).value();
    let right = right.into_dimensionality::<Ix4>().expect("four axes");
    let right = right.into_owned();
    let wrong = entries.to_shape((1, HEADS, POSITIONS, DIM));
    let wrong = wrong.expect("as many entries").to_owned();

    let canvas = &mut Canvas::new(330.0);
    canvas.heading((112.0, 12.0), "[positions, hidden]");
    table(canvas, (112.0, 26.0), entries.index_axis(Axis(0), 0));
    for (position, role) in ROWS.into_iter().enumerate() {
        let at = (104.0, 26.0 + CELL.1 * (position as f64 + 0.5));
        canvas.text(at, format!("position {position}"), role.end());
    }
    canvas.lines(
        (256.0, 59.0),
        ["numbers: order", "in memory"],
        Muted.start(),
    );
    for (left, texts, split) in [
        (20.0, ["reshape,", "then swap two axes"], right),
        (222.0, ["reshape only:", "positions get mixed"], wrong),
    ] {
        canvas.lines((left, 156.0), texts, Ink.start().bold());
        for (head, entries) in split.index_axis(Axis(0), 0).outer_iter().enumerate() {
            let left = left + (CELL.0 * DIM as f64 + 22.0) * head as f64;
            let middle = left + CELL.0 * DIM as f64 / 2.0;
            canvas.text((middle, 200.0), format!("head {head}"), Ink);
            table(canvas, (left, 214.0), entries);
        }
    }
    canvas.text((WIDTH / 2.0, 316.0), "[heads, positions, dim]", Muted);
    canvas.svg("Splitting heads, and a reshape that mixes positions")
}

/// Draws entries that are numbered in the order of memory, in the colors of their positions.
fn table(canvas: &mut Canvas, corner: Point, entries: ArrayView2<'_, Real>) {
    let table = Table::new(corner, CELL, entries.dim());
    for ((row, column), area) in table.cells() {
        let entry = entries[[row, column]];
        let (position, hidden) = (entry as usize / HIDDEN, entry as usize % HIDDEN);
        // The columns of the second head are darker.
        let opacity = [0.15, 0.45][hidden / DIM];
        canvas.cell(area, ROWS[position].opacity(opacity), entry);
    }
}
