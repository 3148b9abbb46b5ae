//! Encoder and decoder, step by step.

use drawing::prelude::*;

use super::{CONTEXT, DECODER, ENCODER};

/// The sentence of the figure, and its translation.
const SOURCE: [&str; 5] = ["does", "she", "sleep", "?", "<eos>"];
const TARGET: [&str; 6] = ["est-ce", "qu'", "elle", "dort", "?", "<eos>"];

/// An encoder that reads five tokens, and a decoder that writes six, over all their steps.
pub fn unrolled() -> String {
    let canvas = &mut Canvas::new(322.0);
    for (y, name) in [
        (14.0, "source"),
        (62.0, "states"),
        (181.0, "inputs"),
        (248.0, "states"),
        (303.0, "outputs"),
    ] {
        canvas.text((6.0, y), name, Muted.start());
    }
    let middle = |step: usize| 95.0 + 54.0 * step as f64;
    // The state after a step, and the arrow to the next one.
    let state = |canvas: &mut Canvas, x: f64, y: f64, role: Role, last: bool| {
        canvas.rounded(Area::around((x, y), 36.0, 26.0), Inside, role);
        if !last {
            canvas.arrow((x + 19.0, y), (x + 34.0, y), role);
        }
    };
    for (step, token) in SOURCE.iter().enumerate() {
        let x = middle(step);
        canvas.text((x, 14.0), token, Ink);
        canvas.arrow((x, 24.0), (x, 48.0), Muted);
        state(canvas, x, 62.0, ENCODER, step + 1 == SOURCE.len());
    }
    let last = middle(SOURCE.len() - 1);
    canvas.arrow((last, 76.0), (last, 103.0), CONTEXT);
    let context = "context c: the last state of the encoder";
    canvas.block((68.0, 104.0, 326.0, 26.0), [context], CONTEXT);
    // The decoder starts from the same state.
    canvas.path(
        &[(74.0, 131.0), (62.0, 160.0), (62.0, 248.0), (76.0, 248.0)],
        CONTEXT,
    );
    for (step, token) in TARGET.iter().enumerate() {
        let x = middle(step);
        canvas.arrow((x, 131.0), (x, 157.0), CONTEXT);
        canvas.cell(
            Area::around((x, 169.0), 52.0, 22.0),
            CONTEXT.opacity(0.25),
            "c",
        );
        let input = if step == 0 { "<bos>" } else { TARGET[step - 1] };
        canvas.cell(Area::around((x, 192.0), 52.0, 24.0), Paper, input);
        canvas.arrow((x, 205.0), (x, 234.0), Muted);
        state(canvas, x, 248.0, DECODER, step + 1 == TARGET.len());
        canvas.arrow((x, 262.0), (x, 291.0), Muted);
        canvas.text((x, 303.0), token, Ink);
    }
    canvas.svg("An encoder and a decoder over the steps of a sentence")
}

/// What both decoders translate, and the right translation.
const ENGLISH: &str = "he is tired.";
const RIGHT: [&str; 5] = ["il", "est", "fatigué", ".", "<eos>"];
/// The arrows to the inputs of a decoder.
const SOURCE_OF_INPUT: Role = Series4;

/// Where the inputs of a decoder come from: from the right translation, or from its own outputs.
pub fn taught_or_free() -> String {
    let taught = ["elle", "est", "fatigué", ".", "<eos>"];
    let free = ["elle", "est", "fatiguée", ".", "<eos>"];

    let canvas = &mut Canvas::new(370.0);
    canvas.text((6.0, 14.0), "source", Muted.start());
    canvas.text((65.0, 14.0), ENGLISH, Ink.start());
    canvas.arrow((176.0, 14.0), (208.0, 14.0), SOURCE_OF_INPUT);
    canvas.text((216.0, 14.0), "becomes the next input", Muted.start());
    canvas.heading((6.0, 48.0), "taught");
    steps(canvas, 74.0, taught, RIGHT);
    row(canvas, 200.0, "right", RIGHT, RIGHT);
    for step in 0..4 {
        let (from, to) = (middle(step) + 14.0, middle(step + 1) - 16.0);
        canvas.arrow((from, 190.0), (to, 168.0), SOURCE_OF_INPUT);
    }
    canvas.line([(6.0, 222.0), (394.0, 222.0)], Grid.width(1.0));
    canvas.heading((6.0, 242.0), "on its own");
    steps(canvas, 268.0, free, free);
    for step in 0..4 {
        let (from, to) = (middle(step) + 26.0, middle(step + 1) - 25.0);
        canvas.arrow((from, 276.0), (to, 341.0), SOURCE_OF_INPUT);
    }
    canvas.svg("Where the inputs of a decoder come from")
}

fn middle(step: usize) -> f64 {
    91.0 + 67.0 * step as f64
}

/// Draws what the decoder writes, its steps, and what it reads: `<bos>` and the first of `read`.
fn steps(canvas: &mut Canvas, top: f64, written: [&str; 5], read: [&'static str; 5]) {
    let shifted = |[a, b, c, d, _]: [&'static str; 5]| ["<bos>", a, b, c, d];
    row(canvas, top, "writes", written, RIGHT);
    row(canvas, top + 82.0, "reads", shifted(read), shifted(RIGHT));
    for step in 0..5 {
        let x = middle(step);
        canvas.arrow((x, top + 73.0), (x, top + 54.0), Muted);
        canvas.rounded((x - 20.0, top + 29.0, 40.0, 24.0), Inside, DECODER);
        canvas.arrow((x, top + 28.0), (x, top + 9.0), Muted);
        if step < 4 {
            let to = (middle(step + 1) - 21.0, top + 41.0);
            canvas.arrow((x + 21.0, top + 41.0), to, DECODER);
        }
    }
}

/// Writes tokens below each other's steps, those that are not right in red.
fn row(canvas: &mut Canvas, y: f64, name: &str, tokens: [&str; 5], right: [&str; 5]) {
    canvas.text((6.0, y), name, Muted.start());
    for (step, token) in tokens.into_iter().enumerate() {
        let role = if token == right[step] { Ink } else { Accent };
        canvas.text((middle(step), y), token, role);
    }
}
