//! The way from queries, keys and values to the output.

use attention::array::masked_softmax;
use attention::mask::Mask;
use drawing::prelude::*;
use ndarray::array;

/// The steps of attention with the shape of what each hands to the next, and one small example.
pub fn attention_pipeline() -> String {
    let canvas = &mut Canvas::new(470.0);
    let lines = ["queries", "[batch, queries, dim]"];
    canvas.block((6.0, 6.0, 180.0, 44.0), lines, Series1);
    let lines = ["keys", "[batch, keys, dim]"];
    canvas.block((214.0, 6.0, 180.0, 44.0), lines, Series2);
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
        let text = "[batch, queries, keys]";
        canvas.text((72.0, middle + 9.0), text, Muted.start());
    }
    canvas.block((6.0, 342.0, 160.0, 30.0), ["times the values"], Muted);
    let values = ["values", "[batch, keys, value_dim]"];
    canvas.block((198.0, 335.0, 196.0, 44.0), values, Series3);
    canvas.arrow((197.0, 357.0), (167.0, 357.0), Series3);
    canvas.arrow((60.0, 373.0), (60.0, 419.0), Muted);
    let output = ["output", "[batch, queries, value_dim]"];
    canvas.result_block((6.0, 420.0, 230.0, 44.0), output, Muted);
    example(canvas);
    canvas.svg("From queries, keys and values to the output of attention")
}

/// Draws the scores, masked scores and weights of one example beside the steps.
fn example(canvas: &mut Canvas) {
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
}
