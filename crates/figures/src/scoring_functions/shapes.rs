//! The shapes of all arrays from queries, keys, and values to the output.

use attention::array::masked_softmax;

use crate::prelude::*;

pub(crate) fn attention_pipeline() -> String {
    let canvas = &mut Canvas::new(470.0);
    canvas.block((6.0, 6.0, 180.0, 44.0), "queries\n[batch, queries, dim]", Series1);
    canvas.block((214.0, 6.0, 180.0, 44.0), "keys\n[batch, keys, dim]", Series2);
    canvas.arrow((60.0, 51.0), (60.0, 79.0), Series1);
    canvas.arrow((260.0, 51.0), (150.0, 79.0), Series2);
    for (top, name, result, next) in [
        (80.0, "score", "scores", 160.0),
        (160.0, "mask", "masked scores", 240.0),
        (240.0, "softmax over keys", "weights", 342.0),
    ] {
        canvas.block((6.0, top, 160.0, 30.0), name, Muted);
        canvas.arrow((60.0, top + 31.0), (60.0, next - 1.0), Muted);
        let text = format!("{result}\n[batch, queries, keys]");
        canvas.caption((72.0, (top + next) / 2.0 + 6.0), &text, Ink.start());
    }
    canvas.block((6.0, 342.0, 160.0, 30.0), "times the values", Muted);
    canvas.block((198.0, 335.0, 196.0, 44.0), "values\n[batch, keys, value_dim]", Series3);
    canvas.arrow((197.0, 357.0), (167.0, 357.0), Series3);
    canvas.arrow((60.0, 373.0), (60.0, 419.0), Muted);
    let text = "output\n[batch, queries, value_dim]";
    canvas.block((6.0, 420.0, 230.0, 44.0), text, Muted.bold());

    // The scores, masked scores, and weights of one example are next to the steps.
    let scores = array![[[2.0, 0.0, 1.0, 4.0], [1.0, 1.0, 3.0, 4.0]]];
    let mask = Mask::valid_lens([3]);
    let weights = masked_softmax(&scores, &mask);
    canvas.text((332.0, 100.0), "an example", Muted);
    let table = |top: f64| Table::new((270.0, top), (31.0, 24.0), (2, 4));
    for ((_, row, column), &score) in scores.indexed_iter() {
        let tables = [112.0, 192.0, 272.0].map(table);
        let [area, masked, last] = tables.map(|table| table.cell(row, column));
        canvas.cell(area, Paper, score);
        if mask.allows(0, row, column) {
            canvas.cell(masked, Paper, score);
            canvas.weight_cell(last, weights[[0, row, column]], 1);
        } else {
            canvas.hidden_cell(masked);
            canvas.hidden_cell(last);
        }
    }
    canvas.svg("From queries, keys, and values to the output of attention")
}

pub(crate) fn additive_broadcast() -> String {
    let canvas = &mut Canvas::new(352.0);
    let queries = "projected queries\n[queries, 1, hidden]";
    let keys = "projected keys\n[1, keys, hidden]";
    sheets(canvas, queries, (86.0, 14.0), (58.0, 72.0));
    sheets(canvas, keys, (276.0, 14.0), (206.0, 100.0));
    sheets(canvas, "sum\n[queries, keys, hidden]", (122.0, 184.0), (58.0, 242.0));
    let scores = "scores\n[queries, keys]";
    sheets(canvas, scores, (332.0, 184.0), (276.0, 242.0));
    canvas.text((158.0, 108.0), "+", Ink);
    canvas.text((22.0, 280.0), "=", Ink);
    canvas.arrow((198.0, 276.0), (268.0, 276.0), Muted);
    canvas.text((230.0, 262.0), "tanh,", Ink);
    canvas.text((230.0, 292.0), "times w", Ink);

    canvas.text((42.0, 114.0), "queries", Muted.upward());
    canvas.text((42.0, 284.0), "queries", Muted.upward());
    for at in [(262.0, 142.0), (114.0, 340.0), (332.0, 340.0)] {
        canvas.text(at, "keys", Muted);
    }
    for at in [(100.0, 156.0), (332.0, 128.0), (184.0, 326.0)] {
        canvas.text(at, "hidden", Muted.start());
    }
    canvas.svg("Additive scores: every projected query plus every projected key")
}

/// Draws the name and the shape of an array, and its entries for three queries, four keys, and
/// three hidden units as overlapping sheets, with the front one at a corner.
fn sheets(canvas: &mut Canvas, text: &str, at: Point, (left, top): Point) {
    let (_, shape) = text.split_once('\n').expect("a name and a shape");
    canvas.caption(at, text, Ink);
    let [queries, keys, hidden] = [("queries", 3), ("keys", 4), ("hidden", 3)]
        .map(|(axis, size)| if shape.contains(axis) { size } else { 1 });
    for sheet in (0..hidden).rev() {
        let away = 9.0 * sheet as f64;
        let table = Table::new((left + away, top - away), (28.0, 28.0), (queries, keys));
        for ((row, column), area) in table.cells() {
            // Later queries and keys have stronger colors.
            let query = Series1.opacity(0.15 + 0.2 * row as f64);
            let key = Series2.opacity(0.15 + 0.2 * column as f64);
            canvas.fill_rect(area, Paper);
            match (queries, keys, hidden) {
                (_, _, 1) => canvas.fill_rect(area, Series3.opacity(0.25)),
                (_, 1, _) => canvas.fill_rect(area, query),
                (1, _, _) => canvas.fill_rect(area, key),
                _ => {
                    // Below the diagonal, the triangle shows the query; above, the key.
                    let (start, end) = ((area.left, area.top), (area.right(), area.bottom()));
                    canvas.fill_polygon(&[start, (start.0, end.1), end], query);
                    canvas.fill_polygon(&[start, (end.0, start.1), end], key);
                }
            }
            canvas.outline(area, Muted);
        }
    }
}
