//! The whole machine.

use super::super::Figure;
use super::super::canvas::{Area, Canvas, TextLook};
use super::super::diagram::{Arrow, Block};
use super::super::style::{Role, WIDTH};
use super::parts::{Column, lines, path};
use super::{KEYS, QUERIES, RESIDUAL};

const ENCODER: Column = Column {
    middle: 105.0,
    width: 142.0,
};
const DECODER: Column = Column {
    middle: 293.0,
    width: 142.0,
};
/// Where the blocks stand: the lower side of both frames.
const BOTTOM: f64 = 438.0;
/// The height of a box with two lines, and of one with one line.
const TWO: f64 = 40.0;
const ONE: f64 = 22.0;
/// How far the residual connection runs from the middle of a column.
const ASIDE: f64 = 87.0;

/// Encoder and decoder with their blocks, and the shapes on the way.
///
/// ```
/// let figure = figures::transformer::architecture();
/// assert_eq!(figure.svg.matches(">add &amp; norm</text>").count(), 2 + 3);
/// assert!(figure.svg.contains(">[m, vocab]</text>"));
/// ```
pub fn architecture() -> Figure {
    let title = "A Transformer: encoder and decoder with their blocks";
    let size = (WIDTH, 556.0);
    Figure::draw("transformer/architecture.svg", title, size, |canvas| {
        explain(canvas);
        let source = ["he loves them . <eos>", "source"];
        input(canvas, ENCODER, &source, "[n, hidden]");
        let target = ["<bos> il les aime .", "target, shifted by one"];
        input(canvas, DECODER, &target, "[m, hidden]");
        let encoded = encoder(canvas);
        let (memory, decoded) = decoder(canvas);
        remember(canvas, encoded, memory);
        output(canvas, decoded);
    })
}

/// Writes what the colors and the letters mean into the free corner.
fn explain(canvas: &mut Canvas<'_>) {
    let arrows = [
        (QUERIES, "Q", "queries"),
        (KEYS, "K, V", "keys and values"),
        (RESIDUAL, "", "residual connection"),
    ];
    for (line, (role, letters, name)) in arrows.into_iter().enumerate() {
        let y = 14.0 + 20.0 * line as f64;
        canvas.arrow(&Arrow::new((6.0, y), (32.0, y)).role(role));
        canvas.text((38.0, y), letters, TextLook::start(role));
        let left = if letters.is_empty() { 38.0 } else { 76.0 };
        canvas.text((left, y), name, TextLook::start(Role::Ink));
    }
    let letters = ["n: tokens of the source", "m: tokens of the target"];
    lines(canvas, (6.0, 78.0), &letters);
}

/// Draws tokens that become vectors.
fn input(canvas: &mut Canvas<'_>, column: Column, texts: &[&str; 2], shape: &str) {
    let middle = column.middle;
    canvas.text((middle, 526.0), texts[0], Role::Ink);
    canvas.text((middle, 544.0), texts[1], Role::Muted);
    let layer = Block::new(&["input layer", "token + position"]);
    column.up(canvas, 517.0, 503.0);
    column.block(canvas, 503.0, TWO, &layer);
    column.up(canvas, 462.0, BOTTOM);
    canvas.text((middle + 8.0, 450.0), shape, TextLook::start(Role::Muted));
}

/// The side on which a column has its residual connections: -1 is left.
fn side(column: Column) -> f64 {
    if column.middle < WIDTH / 2.0 {
        -1.0
    } else {
        1.0
    }
}

/// Draws an addition with normalization above a sublayer, and the connection that leads there from
/// `fork`. Returns its upper side.
fn add_norm(canvas: &mut Canvas<'_>, column: Column, sublayer: f64, fork: f64) -> f64 {
    column.up(canvas, sublayer, sublayer - 12.0);
    let block = Block::new(&["add & norm"]).fill(Role::Paper);
    let area = column.block(canvas, sublayer - 12.0, ONE, &block);
    let (aside, edge) = (
        column.middle + side(column) * ASIDE,
        column.middle + side(column) * (column.width / 2.0 + 1.0),
    );
    let y = area.center().1;
    let points = [(column.middle, fork), (aside, fork), (aside, y), (edge, y)];
    path(canvas, &points, RESIDUAL);
    area.top
}

/// Draws self-attention on what comes from `from`, with its addition. Returns the upper side.
fn self_attention(
    canvas: &mut Canvas<'_>,
    column: Column,
    from: f64,
    texts: &[&str],
) -> f64 {
    let (fork, split, bottom) = (from - 8.0, from - 16.0, from - 40.0);
    let middle = column.middle;
    canvas.line(&[(middle, from), (middle, split)], Role::Muted);
    for (dx, role, letter) in
        [(-44.0, QUERIES, "Q"), (0.0, KEYS, "K"), (44.0, KEYS, "V")]
    {
        let x = middle + dx;
        path(
            canvas,
            &[(middle, split), (x, split), (x, bottom + 1.0)],
            role,
        );
        let look = TextLook::start(role);
        canvas.text((x + 6.0, bottom + 12.0), letter, look);
    }
    let height = if texts.len() > 2 { 56.0 } else { TWO };
    let area = column.block(canvas, bottom, height, &Block::new(texts));
    add_norm(canvas, column, area.top, fork)
}

/// Draws the feed-forward network on what comes from `from`, with its addition. Returns the upper side.
fn feed_forward(
    canvas: &mut Canvas<'_>,
    column: Column,
    from: f64,
    shape: &str,
) -> f64 {
    column.up(canvas, from, from - 20.0);
    let block = Block::new(&["feed-forward", shape]);
    let area = column.block(canvas, from - 20.0, TWO, &block);
    add_norm(canvas, column, area.top, from - 7.0)
}

fn outline(canvas: &mut Canvas<'_>, column: Column, top: f64) {
    let (near, far) = (column.width / 2.0 + 8.0, ASIDE + 12.0);
    let left = column.middle - if side(column) < 0.0 { far } else { near };
    let area = Area::new(left, top, near + far, BOTTOM - top);
    canvas.outline_rounded(area, 8.0, Role::Muted);
}

/// Draws the encoder and returns where its frame ends above.
fn encoder(canvas: &mut Canvas<'_>) -> f64 {
    let texts = ["self-attention", "[heads, n, n]"];
    let attended = self_attention(canvas, ENCODER, BOTTOM, &texts);
    let result = feed_forward(canvas, ENCODER, attended, "[n, 4 × hidden]");
    let top = result - 10.0;
    outline(canvas, ENCODER, top);
    let at = (6.0, top - 10.0);
    canvas.text(at, "encoder × 2", TextLook::start(Role::Ink).bold());
    canvas.line(
        &[(ENCODER.middle, result), (ENCODER.middle, top)],
        Role::Muted,
    );
    top
}

/// Draws the decoder and returns the middle of the box that looks at the source, and where its frame
/// ends above.
fn decoder(canvas: &mut Canvas<'_>) -> (f64, f64) {
    let texts = ["self-attention", "[heads, m, m]", "causal mask"];
    let from = self_attention(canvas, DECODER, BOTTOM, &texts);
    let (middle, bottom) = (DECODER.middle, from - 26.0);
    path(canvas, &[(middle, from), (middle, bottom + 1.0)], QUERIES);
    canvas.text((middle + 6.0, bottom + 10.0), "Q", TextLook::start(QUERIES));
    let block = Block::new(&["cross-attention", "[heads, m, n]"]);
    let cross = DECODER.block(canvas, bottom, TWO, &block);
    let from = add_norm(canvas, DECODER, cross.top, from - 7.0);
    let result = feed_forward(canvas, DECODER, from, "[m, 4 × hidden]");
    let top = result - 10.0;
    outline(canvas, DECODER, top);
    (cross.center().1, top)
}

/// Draws how the result of the encoder, above `encoded`, gets to the box at the height `memory`.
fn remember(canvas: &mut Canvas<'_>, encoded: f64, memory: f64) {
    let (y, x, edge) = (
        encoded - 22.0,
        204.0,
        DECODER.middle - DECODER.width / 2.0 - 1.0,
    );
    canvas.line(
        &[(ENCODER.middle, encoded), (ENCODER.middle, y), (x, y)],
        KEYS,
    );
    for dy in [-9.0, 9.0] {
        path(
            canvas,
            &[(x, y), (x, memory + dy), (edge, memory + dy)],
            KEYS,
        );
    }
    canvas.text((150.0, y - 11.0), "[n, hidden]", Role::Muted);
    canvas.text((198.0, y + 12.0), "K, V", TextLook::end(KEYS));
}

/// Draws what makes logits of the decoder's result, above `decoded`.
fn output(canvas: &mut Canvas<'_>, decoded: f64) {
    let middle = DECODER.middle;
    let bottom = decoded - 24.0;
    canvas.line(&[(middle, decoded + 10.0), (middle, decoded)], Role::Muted);
    DECODER.up(canvas, decoded, bottom);
    canvas.text(
        (middle - 8.0, decoded - 11.0),
        "[m, hidden]",
        TextLook::end(Role::Muted),
    );
    let name = TextLook::end(Role::Ink).bold();
    canvas.text((394.0, decoded - 11.0), "decoder × 2", name);
    let area = DECODER.block(canvas, bottom, 26.0, &Block::new(&["output layer"]));
    DECODER.up(canvas, area.top, 24.0);
    canvas.text(
        (middle - 8.0, (area.top + 24.0) / 2.0),
        "[m, vocab]",
        TextLook::end(Role::Muted),
    );
    canvas.text((middle, 14.0), "il les aime . <eos>", Role::Ink);
}
