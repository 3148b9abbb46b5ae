//! Where the entries go when heads are split, and which row of the split has which length.

use attention::multi_head::split_heads;
use ndarray::Ix4;

use crate::prelude::*;

pub(crate) fn index_map() -> String {
    const POSITIONS: usize = 3;
    const HEADS: usize = 2;
    const DIM: usize = 2;
    const CELL: (f64, f64) = (34.0, 28.0);
    // The roles of the positions, so that an entry is recognized wherever it goes.
    const ROWS: [Role; POSITIONS] = [Series1, Series2, Series3];

    let hidden = HEADS * DIM;
    let shape = (1, POSITIONS, hidden);
    let entries = Array1::range(0.0, (POSITIONS * hidden) as Real, 1.0);
    let entries = entries
        .into_shape_with_order(shape)
        .expect("as many entries");
    let tape = Tape::new(Mode::Eval, 0);
    let right = split_heads(tape.constant(entries.clone()), HEADS).value();
    let right = right.into_dimensionality::<Ix4>().expect("four axes");
    let wrong = entries.to_shape((1, HEADS, POSITIONS, DIM));
    let wrong = wrong.expect("as many entries");

    // Entries are numbered in the order of memory, and have the colors of their positions.
    let table = |canvas: &mut Canvas, corner: Point, entries: ArrayView2<'_, Real>| {
        for (place, area) in Table::new(corner, CELL, entries.dim()).cells() {
            let entry = entries[place] as usize;
            // The columns of the second head are darker.
            let opacity = [0.15, 0.45][entry % hidden / DIM];
            canvas.cell(area, ROWS[entry / hidden].opacity(opacity), entry);
        }
    };
    let canvas = &mut Canvas::new(330.0);
    canvas.heading((112.0, 12.0), "[positions, hidden]");
    table(canvas, (112.0, 26.0), entries.index_axis(Axis(0), 0));
    for (position, role) in ROWS.into_iter().enumerate() {
        let at = (104.0, 26.0 + CELL.1 * (position as f64 + 0.5));
        canvas.text(at, format!("position {position}"), role.end());
    }
    let order = ["numbers: order", "in memory"];
    canvas.lines((256.0, 59.0), order, Muted.start());
    for (left, texts, split) in [
        (20.0, ["reshape,", "then swap two axes"], right.view()),
        (
            222.0,
            ["reshape only:", "positions get mixed"],
            wrong.view(),
        ),
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

/// Two examples with three heads each, flattened to six rows: two ways to give each row a length.
pub(crate) fn repeat_or_tile() -> String {
    const LENS: [usize; 2] = [3, 2];
    const HEADS: usize = 3;
    const ROWS: usize = LENS.len() * HEADS;
    // Row r belongs to example r / HEADS, so this is right, and r % (number of examples) is not.
    let repeated: [usize; ROWS] = std::array::from_fn(|row| LENS[row / HEADS]);
    let tiled: [usize; ROWS] = std::array::from_fn(|row| LENS[row % LENS.len()]);

    let canvas = &mut Canvas::new(254.0);
    canvas.mask_cell((146.0, 6.0, 24.0, 18.0), true);
    canvas.text((178.0, 15.0), "may look at", Ink.start());
    canvas.mask_cell((271.0, 6.0, 24.0, 18.0), false);
    canvas.text((303.0, 15.0), "masked", Ink.start());
    let right = Mask::valid_lens(repeated);
    for (name, lens, left) in [("repeated", repeated, 146.0), ("tiled", tiled, 271.0)] {
        canvas.heading((left, 44.0), name);
        canvas.text((left, 62.0), format!("{lens:?}"), Muted.start());
        let mask = Mask::valid_lens(lens);
        for row in 0..ROWS {
            // The two examples stand a little apart.
            let (example, head) = (row / HEADS, row % HEADS);
            let top = 76.0 + 27.0 * row as f64 + 8.0 * example as f64;
            let keys = Table::new((left, top), (27.0, 24.0), (1, 4));
            for ((_, key), area) in keys.cells() {
                canvas.mask_cell(area, mask.allows(row, 0, key));
            }
            for ((_, key), area) in keys.cells() {
                if mask.allows(row, 0, key) != right.allows(row, 0, key) {
                    // A thick frame around a cell that is wrong.
                    let (left, right) = (area.left, area.right());
                    let [upper, lower] =
                        [area.top, area.bottom()].map(|y| [(left, y), (right, y)]);
                    let corners = [upper[0], upper[1], lower[1], lower[0], upper[0]];
                    canvas.line(corners, Accent.width(3.0));
                }
            }
            if name == "repeated" {
                let name = format!("example {example}, head {head}");
                canvas.text((left - 6.0, top + 12.0), name, Ink.end());
            }
        }
    }
    canvas.svg("Lengths repeated for the heads, and tiled")
}
