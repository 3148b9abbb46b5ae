//! The whole architecture, drawn from bottom to top.

use super::{KEYS, QUERIES, RESIDUAL};
use crate::prelude::*;

/// A column of boxes. The vectors of the tokens move up along its middle.
struct Column {
    middle: f64,
    /// The side with the residual connections: -1 is left.
    side: f64,
}

/// Half the width of a box.
const HALF: f64 = 71.0;
/// The lower side of the frames of both blocks.
const BOTTOM: f64 = 438.0;
/// The height of a box with two lines.
const TWO: f64 = 40.0;
/// The distance of the residual connection from the middle of a column.
const ASIDE: f64 = 87.0;

pub(crate) fn architecture() -> String {
    let [encoder, decoder] =
        [(105.0, -1.0), (293.0, 1.0)].map(|(middle, side)| Column { middle, side });
    let canvas = &mut Canvas::new(556.0);
    // The free corner has the key of colors and letters.
    for (y, role, letters, left, name) in [
        (14.0, QUERIES, "Q", 76.0, "queries"),
        (34.0, KEYS, "K, V", 76.0, "keys and values"),
        (54.0, RESIDUAL, "", 38.0, "residual connection"),
    ] {
        canvas.arrow((6.0, y), (32.0, y), role);
        canvas.text((38.0, y), letters, role.start());
        canvas.text((left, y), name, Ink.start());
    }
    let text = "n: tokens of the source\nm: tokens of the target";
    canvas.text((6.0, 78.0), text, Muted.start());
    encoder.input(canvas, "the girl is tired . <eos>\nsource", "[n, hidden]");
    decoder.input(canvas, "<bos> la fille est fatiguée .\ntarget, shifted by one", "[m, hidden]");

    let attended = encoder.self_attention(canvas, TWO, "self-attention\n[heads, n, n]");
    let (result, encoded) = encoder.feed_forward(canvas, attended, "[n, 4 × hidden]");
    canvas.heading((6.0, encoded - 10.0), "encoder × 2");
    let middle = encoder.middle;
    canvas.line([(middle, result), (middle, encoded)], Muted);

    let text = "self-attention\n[heads, m, m]\ncausal mask";
    let from = decoder.self_attention(canvas, 56.0, text);
    let (middle, bottom) = (decoder.middle, from - 26.0);
    canvas.path(&[(middle, from), (middle, bottom + 1.0)], QUERIES);
    canvas.text((middle + 6.0, bottom + 10.0), "Q", QUERIES.start());
    let cross = decoder.block(canvas, bottom, TWO, "cross-attention\n[heads, m, n]");
    let from = decoder.add_norm(canvas, cross, from - 7.0);
    let (_, decoded) = decoder.feed_forward(canvas, from, "[m, 4 × hidden]");

    // Cross-attention reads the output of the encoder.
    let (x, y) = (204.0, encoded - 22.0);
    let up = [(encoder.middle, encoded), (encoder.middle, y), (x, y)];
    canvas.line(up, KEYS);
    for into in [cross + TWO / 2.0 - 9.0, cross + TWO / 2.0 + 9.0] {
        canvas.path(&[(x, y), (x, into), (middle - HALF - 1.0, into)], KEYS);
    }
    canvas.text((150.0, y - 11.0), "[n, hidden]", Muted);
    canvas.text((198.0, y + 12.0), "K, V", KEYS.end());

    // The output of the decoder becomes logits.
    let bottom = decoded - 24.0;
    canvas.line([(middle, decoded + 10.0), (middle, decoded)], Muted);
    decoder.up(canvas, decoded, bottom);
    canvas.text((middle - 8.0, decoded - 11.0), "[m, hidden]", Muted.end());
    canvas.text((394.0, decoded - 11.0), "decoder × 2", Ink.end().bold());
    let top = decoder.block(canvas, bottom, 26.0, "output layer");
    decoder.up(canvas, top, 24.0);
    canvas.text((middle - 8.0, (top + 24.0) / 2.0), "[m, vocab]", Muted.end());
    canvas.text((middle, 14.0), "la fille est fatiguée . <eos>", Ink);
    canvas.svg("A Transformer: encoder and decoder with their blocks")
}

impl Column {
    /// Draws a box whose lower side is at `bottom`, and returns its top.
    fn block(&self, canvas: &mut Canvas, bottom: f64, height: f64, text: &str) -> f64 {
        canvas.block((self.middle - HALF, bottom - height, 2.0 * HALF, height), text, Muted);
        bottom - height
    }

    fn up(&self, canvas: &mut Canvas, from: f64, to: f64) {
        canvas.arrow((self.middle, from), (self.middle, to + 1.0), Muted);
    }

    /// Draws the embedding of tokens as vectors.
    fn input(&self, canvas: &mut Canvas, tokens: &str, shape: &str) {
        canvas.caption((self.middle, 526.0), tokens, Ink);
        self.up(canvas, 517.0, 503.0);
        self.block(canvas, 503.0, TWO, "input layer\ntoken + position");
        self.up(canvas, 462.0, BOTTOM);
        canvas.text((self.middle + 8.0, 450.0), shape, Muted.start());
    }

    /// Draws addition and normalization above a sublayer, and the residual from `fork`. Returns the
    /// top.
    fn add_norm(&self, canvas: &mut Canvas, sublayer: f64, fork: f64) -> f64 {
        let (middle, y) = (self.middle, sublayer - 23.0);
        self.up(canvas, sublayer, y + 11.0);
        let area = Area::around((middle, y), 2.0 * HALF, 22.0);
        canvas.rounded(area, 5.0, Paper, Muted);
        canvas.text(area.center(), "add & norm", Ink);
        let [aside, edge] = [ASIDE, HALF + 1.0].map(|far| middle + self.side * far);
        canvas.path(&[(middle, fork), (aside, fork), (aside, y), (edge, y)], RESIDUAL);
        area.top
    }

    /// Draws self-attention on the input, with its addition, and returns the top.
    fn self_attention(&self, canvas: &mut Canvas, height: f64, text: &str) -> f64 {
        let (middle, split, bottom) = (self.middle, BOTTOM - 16.0, BOTTOM - 40.0);
        canvas.line([(middle, BOTTOM), (middle, split)], Muted);
        for (dx, role, letter) in [(-44.0, QUERIES, "Q"), (0.0, KEYS, "K"), (44.0, KEYS, "V")] {
            let x = middle + dx;
            canvas.path(&[(middle, split), (x, split), (x, bottom + 1.0)], role);
            canvas.text((x + 6.0, bottom + 12.0), letter, role.start());
        }
        let top = self.block(canvas, bottom, height, text);
        self.add_norm(canvas, top, BOTTOM - 8.0)
    }

    /// Draws the feed-forward network above `from`, with its addition, and the frame. Returns both
    /// tops.
    fn feed_forward(&self, canvas: &mut Canvas, from: f64, shape: &str) -> (f64, f64) {
        self.up(canvas, from, from - 20.0);
        let top = self.block(canvas, from - 20.0, TWO, &format!("feed-forward\n{shape}"));
        let result = self.add_norm(canvas, top, from - 7.0);
        let (near, far) = (HALF + 8.0, ASIDE + 12.0);
        let left = self.middle - if self.side < 0.0 { far } else { near };
        let top = result - 10.0;
        canvas.rounded((left, top, near + far, BOTTOM - top), 8.0, Paper.opacity(0.0), Muted);
        (result, top)
    }
}
