//! A recurrent unit, and the steps of the encoder and the decoder.

use crate::prelude::*;

/// The encoder, the context, and the decoder have the same colors in all figures.
const ENCODER: Role = Series2;
const CONTEXT: Role = Series3;
const DECODER: Role = Series1;

/// Draws the two gates, the candidate, and its mixture with the old state.
pub(crate) fn gru_step() -> String {
    let canvas = &mut Canvas::new(424.0);
    let (input, state, gate, candidate) = (Series2, Series1, Series4, Series3);
    for (from, to, role) in [
        ((24.0, 51.0), (24.0, 205.0), input),
        ((90.0, 51.0), (90.0, 99.0), input),
        ((126.0, 51.0), (246.0, 99.0), input),
        ((190.0, 51.0), (146.0, 99.0), state),
        ((198.0, 51.0), (198.0, 205.0), state),
        ((300.0, 51.0), (300.0, 99.0), state),
    ] {
        canvas.arrow(from, to, role);
    }
    canvas.labeled_arrow((382.0, 51.0), (382.0, 303.0), state, "h", -1.0);
    // The effects of the gates.
    canvas.labeled_arrow((110.0, 163.0), (110.0, 205.0), gate, "r", 1.0);
    canvas.labeled_arrow((287.0, 163.0), (287.0, 303.0), gate, "z", 1.0);
    canvas.arrow((110.0, 269.0), (110.0, 303.0), candidate);
    canvas.arrow((200.0, 335.0), (200.0, 373.0), state);
    canvas.block((6.0, 6.0, 130.0, 44.0), "input x\n[batch, inputs]", input);
    canvas.block((184.0, 6.0, 210.0, 44.0), "old state h\n[batch, hidden]", state);
    canvas.block((44.0, 100.0, 132.0, 62.0), "reset gate r\nσ(x Wr + h Ur)\n[batch, hidden]", gate);
    let text = "update gate z\nσ(x Wz + h Uz)\n[batch, hidden]";
    canvas.block((222.0, 100.0, 132.0, 62.0), text, gate);
    let text = "candidate\ntanh(x W + r ∘ (h U))\n[batch, hidden]";
    canvas.block((6.0, 206.0, 212.0, 62.0), text, candidate);
    canvas.block((6.0, 304.0, 388.0, 30.0), "(1 − z) ∘ candidate + z ∘ h", Muted);
    canvas.block((119.0, 374.0, 162.0, 44.0), "new state h'\n[batch, hidden]", state.bold());
    canvas.svg("One step of a gated recurrent unit")
}

pub(crate) fn unrolled() -> String {
    const SOURCE: [&str; 5] = ["does", "she", "sleep", "?", "<eos>"];
    const TARGET: [&str; 6] = ["est-ce", "qu'", "elle", "dort", "?", "<eos>"];
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
        canvas.rounded(Area::around((x, y), 36.0, 26.0), 5.0, Inside, role);
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
    canvas.block((68.0, 104.0, 326.0, 26.0), "context c: the last state of the encoder", CONTEXT);
    // The decoder starts from the same state.
    let around = [(74.0, 131.0), (62.0, 160.0), (62.0, 248.0), (76.0, 248.0)];
    canvas.path(&around, CONTEXT);
    let inputs = ["<bos>"].into_iter().chain(TARGET);
    for (step, (token, input)) in TARGET.iter().zip(inputs).enumerate() {
        let x = middle(step);
        canvas.arrow((x, 131.0), (x, 157.0), CONTEXT);
        canvas.cell((x - 26.0, 158.0, 52.0, 22.0), CONTEXT.opacity(0.25), "c");
        canvas.cell(Area::around((x, 192.0), 52.0, 24.0), Paper, input);
        canvas.arrow((x, 205.0), (x, 234.0), Muted);
        state(canvas, x, 248.0, DECODER, step + 1 == TARGET.len());
        canvas.arrow((x, 262.0), (x, 291.0), Muted);
        canvas.text((x, 303.0), token, Ink);
    }
    canvas.svg("An encoder and a decoder over the steps of a sentence")
}

/// The correct translation, which both decoders should write.
const RIGHT: [&str; 5] = ["il", "est", "fatigué", ".", "<eos>"];

pub(crate) fn taught_or_free() -> String {
    const INPUT: Role = Series4;
    let taught = ["elle", "est", "fatigué", ".", "<eos>"];
    let free = ["elle", "est", "fatiguée", ".", "<eos>"];

    let canvas = &mut Canvas::new(370.0);
    canvas.text((6.0, 14.0), "source", Muted.start());
    canvas.text((65.0, 14.0), "he is tired.", Ink.start());
    canvas.arrow((176.0, 14.0), (208.0, 14.0), INPUT);
    canvas.text((216.0, 14.0), "becomes the next input", Muted.start());
    canvas.heading((6.0, 48.0), "teacher forcing");
    decoder(canvas, 74.0, taught, RIGHT);
    row(canvas, 200.0, "right", RIGHT, RIGHT);
    for step in 0..4 {
        let (from, to) = (middle(step) + 14.0, middle(step + 1) - 16.0);
        canvas.arrow((from, 190.0), (to, 168.0), INPUT);
    }
    canvas.line([(6.0, 222.0), (394.0, 222.0)], Grid.width(1.0));
    canvas.heading((6.0, 242.0), "autoregressive");
    decoder(canvas, 268.0, free, free);
    for step in 0..4 {
        let (from, to) = (middle(step) + 26.0, middle(step + 1) - 25.0);
        canvas.arrow((from, 276.0), (to, 341.0), INPUT);
    }
    canvas.svg("The inputs of a decoder with and without teacher forcing")
}

fn middle(step: usize) -> f64 {
    91.0 + 67.0 * step as f64
}

/// Draws the output of the decoder, its steps, and its inputs: `<bos>` and the first tokens of
/// `read`.
fn decoder(canvas: &mut Canvas, top: f64, written: [&str; 5], read: [&'static str; 5]) {
    let shifted = |[a, b, c, d, _]: [&'static str; 5]| ["<bos>", a, b, c, d];
    row(canvas, top, "writes", written, RIGHT);
    row(canvas, top + 82.0, "reads", shifted(read), shifted(RIGHT));
    for step in 0..5 {
        let x = middle(step);
        canvas.arrow((x, top + 73.0), (x, top + 54.0), Muted);
        canvas.rounded((x - 20.0, top + 29.0, 40.0, 24.0), 5.0, Inside, DECODER);
        canvas.arrow((x, top + 28.0), (x, top + 9.0), Muted);
        if step < 4 {
            canvas.arrow((x + 21.0, top + 41.0), (middle(step + 1) - 21.0, top + 41.0), DECODER);
        }
    }
}

/// Writes a token below each step, in red if it is wrong.
fn row(canvas: &mut Canvas, y: f64, name: &str, tokens: [&str; 5], right: [&str; 5]) {
    canvas.text((6.0, y), name, Muted.start());
    for (step, token) in tokens.into_iter().enumerate() {
        let role = if token == right[step] { Ink } else { Accent };
        canvas.text((middle(step), y), token, role);
    }
}
