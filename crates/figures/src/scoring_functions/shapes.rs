//! The shapes on the way from queries, keys and values to the output.

use attention::array::masked_softmax;

use crate::prelude::*;

/// The steps of attention with the shape of what each hands to the next, and one small example.
pub fn attention_pipeline() -> String {
    let canvas = &mut Canvas::new(470.0);
    let queries = ["queries", "[batch, queries, dim]"];
    canvas.block((6.0, 6.0, 180.0, 44.0), queries, Series1);
    let keys = ["keys", "[batch, keys, dim]"];
    canvas.block((214.0, 6.0, 180.0, 44.0), keys, Series2);
    canvas.arrow((60.0, 51.0), (60.0, 79.0), Series1);
    canvas.arrow((260.0, 51.0), (150.0, 79.0), Series2);
    for (top, name, result, next) in [
        (80.0, "score", "scores", 160.0),
        (160.0, "mask", "masked scores", 240.0),
        (240.0, "softmax over keys", "weights", 342.0),
    ] {
        canvas.block((6.0, top, 160.0, 30.0), [name], Muted);
        canvas.arrow((60.0, top + 31.0), (60.0, next - 1.0), Muted);
        let middle = (top + 30.0 + next) / 2.0;
        canvas.text((72.0, middle - 9.0), result, Ink.start());
        let shape = "[batch, queries, keys]";
        canvas.text((72.0, middle + 9.0), shape, Muted.start());
    }
    canvas.block((6.0, 342.0, 160.0, 30.0), ["times the values"], Muted);
    let values = ["values", "[batch, keys, value_dim]"];
    canvas.block((198.0, 335.0, 196.0, 44.0), values, Series3);
    canvas.arrow((197.0, 357.0), (167.0, 357.0), Series3);
    canvas.arrow((60.0, 373.0), (60.0, 419.0), Muted);
    let output = ["output", "[batch, queries, value_dim]"];
    canvas.block((6.0, 420.0, 230.0, 44.0), output, Muted.bold());

    // The scores, masked scores and weights of one example stand beside the steps.
    let scores = array![[[2.0, 0.0, 1.0, 4.0], [1.0, 1.0, 3.0, 4.0]]];
    let mask = Mask::valid_lens([3]);
    let weights = masked_softmax(&scores, &mask);
    canvas.text((332.0, 100.0), "an example", Muted);
    let table = |top: f64| Table::new((270.0, top), (31.0, 24.0), (2, 4));
    for ((row, column), area) in table(112.0).cells() {
        let score = scores[[0, row, column]];
        canvas.cell(area, Paper, score);
        let [masked, last] = [192.0, 272.0].map(|top| table(top).cell(row, column));
        if mask.allows(0, row, column) {
            canvas.cell(masked, Paper, score);
            canvas.weight_cell(last, weights[[0, row, column]], 1);
        } else {
            canvas.hidden_cell(masked);
            canvas.hidden_cell(last);
        }
    }
    canvas.svg("From queries, keys and values to the output of attention")
}

/// Projected queries and keys are added up pair by pair, and become one score for each pair.
pub fn additive_broadcast() -> String {
    let canvas = &mut Canvas::new(352.0);
    // Three queries, four keys, three hidden units: the stronger the color, the later the query or key.
    let shade = |role: Role, index: usize| role.opacity(0.15 + 0.2 * index as f64);
    let name = |canvas: &mut Canvas, (x, y): Point, [name, shape]: [&str; 2]| {
        canvas.text((x, y), name, Ink);
        canvas.text((x, y + 18.0), shape, Muted);
    };
    let (queries, keys) = ("[queries, 1, hidden]", "[1, keys, hidden]");
    name(canvas, (86.0, 14.0), ["projected queries", queries]);
    sheets(canvas, (58.0, 72.0), (3, 1), 3, |canvas, area, row, _| {
        canvas.fill_rect(area, shade(Series1, row));
    });
    canvas.text((158.0, 108.0), "+", Ink);
    name(canvas, (276.0, 14.0), ["projected keys", keys]);
    sheets(
        canvas,
        (206.0, 100.0),
        (1, 4),
        3,
        |canvas, area, _, column| {
            canvas.fill_rect(area, shade(Series2, column));
        },
    );

    canvas.text((22.0, 280.0), "=", Ink);
    name(canvas, (122.0, 184.0), ["sum", "[queries, keys, hidden]"]);
    sheets(
        canvas,
        (58.0, 242.0),
        (3, 4),
        3,
        |canvas, area, row, column| {
            // The color of the query below the diagonal, that of the key above it.
            let (start, end) = ((area.left, area.top), (area.right(), area.bottom()));
            let below = [start, (area.left, area.bottom()), end];
            let above = [start, (area.right(), area.top), end];
            canvas.fill_polygon(&below, shade(Series1, row));
            canvas.fill_polygon(&above, shade(Series2, column));
        },
    );
    canvas.arrow((198.0, 276.0), (268.0, 276.0), Muted);
    canvas.text((230.0, 262.0), "tanh,", Ink);
    canvas.text((230.0, 292.0), "times w", Ink);
    name(canvas, (332.0, 184.0), ["scores", "[queries, keys]"]);
    sheets(canvas, (276.0, 242.0), (3, 4), 1, |canvas, area, _, _| {
        canvas.fill_rect(area, Series3.opacity(0.25));
    });

    for at in [(42.0, 114.0), (42.0, 284.0)] {
        canvas.text(at, "queries", Muted.upward());
    }
    for at in [(262.0, 142.0), (114.0, 340.0), (332.0, 340.0)] {
        canvas.text(at, "keys", Muted);
    }
    for at in [(100.0, 156.0), (332.0, 128.0), (184.0, 326.0)] {
        canvas.text(at, "hidden", Muted.start());
    }
    canvas.svg("Additive scores: every projected query plus every projected key")
}

/// Draws a block as sheets behind each other, with its front sheet at a place.
fn sheets(
    canvas: &mut Canvas,
    (left, top): Point,
    shape: (usize, usize),
    depth: usize,
    fill: impl Fn(&mut Canvas, Area, usize, usize),
) {
    for sheet in (0..depth).rev() {
        let away = 9.0 * sheet as f64;
        let table = Table::new((left + away, top - away), (28.0, 28.0), shape);
        for ((row, column), area) in table.cells() {
            canvas.fill_rect(area, Paper);
            fill(canvas, area, row, column);
            canvas.outline(area, Muted);
        }
    }
}
