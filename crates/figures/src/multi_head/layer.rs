//! Diagrams of the layer, of its heads as columns of a projection, and of their masks.

use super::HEADS;
use crate::prelude::*;

pub(crate) fn multi_head() -> String {
    let canvas = &mut Canvas::new(446.0);
    let attention = |head: usize| 101.0 + 198.0 * head as f64;
    for (left, width, name, rows, aside) in [
        (6.0, 138.0, "queries", "queries", -44.0),
        (151.0, 118.0, "keys", "keys", 0.0),
        (276.0, 118.0, "values", "keys", 44.0),
    ] {
        let middle = left + width / 2.0;
        canvas.block((left, 6.0, width, 30.0), name, Muted);
        canvas.arrow((middle, 37.0), (middle, 55.0), Muted);
        canvas.block((left, 56.0, width, 44.0), format!("projection\n[{rows}, hidden]"), Muted);
        canvas.arrow((middle, 101.0), (middle, 117.0), Muted);
        for (head, middle) in strip(canvas, (middle, 118.0)).into_iter().enumerate() {
            canvas.arrow((middle, 141.0), (attention(head) + aside, 199.0), HEADS[head]);
        }
    }
    for (head, role) in HEADS.into_iter().take(2).enumerate() {
        let area = (attention(head) - 95.0, 200.0, 190.0, 62.0);
        let shapes = "weights [queries, keys]\noutput [queries, dim]";
        canvas.block(area, format!("attention of head {head}\n{shapes}"), role);
    }
    for (head, middle) in strip(canvas, (200.0, 300.0)).into_iter().enumerate() {
        canvas.arrow((attention(head), 263.0), (middle, 299.0), HEADS[head]);
    }
    canvas.text((264.0, 311.0), "concatenated", Ink.start());
    canvas.text((136.0, 311.0), "[queries, hidden]", Muted.end());
    canvas.arrow((200.0, 323.0), (200.0, 343.0), Muted);
    canvas.block((120.0, 344.0, 160.0, 30.0), "output projection", Muted);
    canvas.arrow((200.0, 375.0), (200.0, 395.0), Muted);
    canvas.block((120.0, 396.0, 160.0, 44.0), "output\n[queries, hidden]", Muted.bold());
    canvas.svg("Multi-head attention with two heads")
}

/// Draws a row of numbers whose halves belong to two heads, and returns the centers of the halves.
fn strip(canvas: &mut Canvas, (middle, top): Point) -> [f64; 2] {
    [0, 1].map(|head| {
        let area = Area::new(middle - 54.0 * (1 - head) as f64, top, 54.0, 22.0);
        canvas.cell(area, HEADS[head].opacity(0.3), format!("head {head}"));
        area.center().0
    })
}

pub(crate) fn head_columns() -> String {
    const INPUTS: usize = 4;
    const DIM: usize = 2;
    const HIDDEN: usize = 3 * DIM;
    let canvas = &mut Canvas::new(276.0);
    let table = |corner, shape| Table::new(corner, (28.0, 26.0), shape);
    let input = table((10.0, 77.0), (1, INPUTS));
    let matrix = table((190.0, 38.0), (INPUTS, HIDDEN));
    let output = table((190.0, 202.0), (1, HIDDEN));
    for (_, area) in input.cells() {
        canvas.cell(area, Inside, "");
    }
    for ((_, column), area) in matrix.cells().chain(output.cells()) {
        canvas.cell(area, HEADS[column / DIM].opacity(0.35), "");
    }
    let (x, y) = input.area.center();
    canvas.caption((x, y - 42.0), "one query\n[query_dim]", Ink);
    canvas.text((156.0, y), "\u{d7}", Ink);
    let (middle, _) = matrix.area.center();
    canvas.caption((middle, 10.0), "query projection\n[query_dim, hidden]", Ink);
    for (head, role) in HEADS.into_iter().take(HIDDEN / DIM).enumerate() {
        let x = matrix.cell(0, DIM * head).right();
        canvas.arrow((x, 146.0), (x, 199.0), role);
        canvas.text((x, 242.0), format!("head {head}"), role);
    }
    canvas.caption((178.0, 206.0), "projected query\n[hidden]", Ink.end());
    canvas.text((middle, 260.0), "[dim] each", Muted);
    canvas.svg("The columns of a projection belong to heads")
}

/// Draws two examples with three heads each, flattened to six rows, and two ways to assign them
/// lengths.
pub(crate) fn repeat_or_tile() -> String {
    const LENS: [usize; 2] = [4, 2];
    const HEADS: usize = 3;
    const ROWS: usize = LENS.len() * HEADS;
    // Row r belongs to example r / HEADS; r % (number of examples) is the mistake.
    let repeated: [usize; ROWS] = std::array::from_fn(|row| LENS[row / HEADS]);
    let tiled: [usize; ROWS] = std::array::from_fn(|row| LENS[row % LENS.len()]);

    let canvas = &mut Canvas::new(254.0);
    canvas.mask_cell((146.0, 6.0, 24.0, 18.0), true);
    canvas.text((178.0, 15.0), "may attend to", Ink.start());
    canvas.mask_cell((290.0, 6.0, 24.0, 18.0), false);
    canvas.text((322.0, 15.0), "masked", Ink.start());
    let right = Mask::valid_lens(repeated);
    for (name, lens, left) in [("repeated", repeated, 146.0), ("tiled", tiled, 271.0)] {
        canvas.heading((left, 44.0), name);
        canvas.text((left, 62.0), format!("{lens:?}"), Muted.start());
        let mask = Mask::valid_lens(lens);
        for row in 0..ROWS {
            // A gap separates the two examples.
            let (example, head) = (row / HEADS, row % HEADS);
            let top = 76.0 + 27.0 * row as f64 + 8.0 * example as f64;
            let keys = Table::new((left, top), (27.0, 24.0), (1, 4));
            for ((_, key), area) in keys.cells() {
                canvas.mask_cell(area, mask.allows(row, 0, key));
            }
            let is_wrong = |key: usize| mask.allows(row, 0, key) != right.allows(row, 0, key);
            for (_, area) in keys.cells().filter(|((_, key), _)| is_wrong(*key)) {
                // A thick frame marks a wrong cell.
                let (left, top, right, bottom) = (area.left, area.top, area.right(), area.bottom());
                let corners =
                    [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
                canvas.line(corners, Accent.width(3.0));
            }
            if name == "repeated" {
                let name = format!("example {example}, head {head}");
                canvas.text((left - 6.0, top + 12.0), name, Ink.end());
            }
        }
    }
    canvas.svg("Lengths repeated and tiled for the heads")
}
