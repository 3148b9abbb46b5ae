//! What masks allow, and the weights they leave.

use attention::array::masked_softmax;
use attention::mask::Mask;
use drawing::prelude::*;
use ndarray::array;

/// The left sides of the two columns of tables.
const COLUMNS: [f64; 2] = [40.0, 230.0];
const CELL: f64 = 28.0;

/// Four masks as tables of what may be looked at.
pub fn mask_gallery() -> String {
    let canvas = &mut Canvas::new(452.0);
    canvas.cell((40.0, 6.0, CELL, 18.0), Series1.opacity(0.3), "");
    canvas.text((76.0, 15.0), "may look at", Ink.start());
    canvas.hidden_cell((230.0, 6.0, CELL, 18.0));
    canvas.text((266.0, 15.0), "hidden", Ink.start());

    let lens = Mask::valid_lens([2, 3]);
    let per_query = Mask::valid_lens_per_query(array![[1, 3], [2, 4]]);
    for (top, name, mask) in [
        (46.0, "valid lengths [2, 3], one for each example", lens),
        (
            160.0,
            "valid lengths [[1, 3], [2, 4]], for queries",
            per_query,
        ),
    ] {
        canvas.heading((COLUMNS[0], top), name);
        for (example, left) in COLUMNS.into_iter().enumerate() {
            let middle = (left + 2.0 * CELL, top + 20.0);
            canvas.text(middle, format!("example {example}"), Muted);
            table(canvas, &mask, example, (left, top + 32.0), (2, 4));
        }
    }
    let both = Mask::causal().and(Mask::valid_lens([3]));
    let squares = [("causal", Mask::causal()), ("causal and length 3", both)];
    for ((name, mask), left) in squares.into_iter().zip(COLUMNS) {
        canvas.heading((left, 274.0), name);
        table(canvas, &mask, 0, (left, 286.0), (5, 5));
        canvas.text((left + 2.5 * CELL, 438.0), "keys", Muted);
    }
    canvas.svg("Four masks: what each query may look at")
}

/// Draws what an example may look at, queries as rows.
fn table(
    canvas: &mut Canvas,
    mask: &Mask,
    example: usize,
    corner: Point,
    shape: (usize, usize),
) {
    let table = Table::new(corner, (CELL, CELL), shape);
    for ((query, key), area) in table.cells() {
        canvas.mask_cell(area, mask.allows(example, query, key));
    }
    if corner.0 == COLUMNS[0] {
        let at = (corner.0 - 16.0, table.area().center().1);
        canvas.text(at, "queries", Muted.upward());
    }
}

/// The same scores with two masks: the weights go to what may be looked at, and sum to 1.
pub fn masked_weights() -> String {
    // Two examples with two queries and four keys.
    let scores = array![
        [[2.0, 1.0, 3.0, 4.0], [0.0, 2.0, 1.0, 3.0]],
        [[1.0, 1.0, 2.0, 4.0], [3.0, 0.0, 1.0, 2.0]]
    ];
    let lens = Mask::valid_lens([2, 3]);
    let per_query = Mask::valid_lens_per_query(array![[1, 3], [2, 4]]);
    let canvas = &mut Canvas::new(306.0);
    let table = |example: usize, top: f64| {
        Table::new(([28.0, 216.0][example], top), (44.0, 30.0), (2, 4))
    };
    for example in 0..2 {
        let (x, _) = table(example, 0.0).area().center();
        canvas.text((x, 14.0), format!("example {example}"), Muted);
    }
    canvas.heading((28.0, 34.0), "scores");
    for ((example, query, key), score) in scores.indexed_iter() {
        canvas.cell(table(example, 46.0).cell(query, key), Paper, score);
    }
    for (top, name, mask) in [
        (122.0, "weights, valid lengths [2, 3]", lens),
        (216.0, "weights, valid lengths [[1, 3], [2, 4]]", per_query),
    ] {
        canvas.heading((28.0, top + 8.0), name);
        for ((example, query, key), &weight) in
            masked_softmax(&scores, &mask).indexed_iter()
        {
            let area = table(example, top + 20.0).cell(query, key);
            if mask.allows(example, query, key) {
                canvas.weight_cell(area, weight, 2);
            } else {
                canvas.hidden_cell(area);
            }
        }
    }
    for y in [76.0, 172.0, 266.0] {
        canvas.text((14.0, y), "queries", Muted.upward());
    }
    canvas.svg("Scores, and the weights that two masks make of them")
}
