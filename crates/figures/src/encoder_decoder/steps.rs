//! Encoder and decoder, step by step.

use super::super::Figure;
use super::super::canvas::{Area, Canvas, Fill, Stroke, TextLook};
use super::super::cells;
use super::super::diagram::{Arrow, Block};
use super::super::style::{Role, WIDTH};
use super::{CONTEXT, DECODER, ENCODER};

/// The sentence of the figure, and its translation.
const SOURCE: [&str; 5] = ["does", "she", "sleep", "?", "<eos>"];
const TARGET: [&str; 6] = ["est-ce", "qu'", "elle", "dort", "?", "<eos>"];

/// An encoder that reads five tokens, and a decoder that writes six, over all their steps.
///
/// ```
/// let figure = figures::encoder_decoder::unrolled();
/// assert!(figure.svg.contains(">est-ce</text>"));
/// assert_eq!(figure.svg.matches(">c</text>").count(), 6, "the context at every step");
/// ```
pub fn unrolled() -> Figure {
    const STEP: f64 = 54.0;
    let title = "An encoder and a decoder over the steps of a sentence";
    let size = (WIDTH, 322.0);
    let middle = |step: usize| 95.0 + STEP * step as f64;
    let area = |step: usize, y: f64, width: f64, height: f64| {
        Area::new(middle(step) - width / 2.0, y - height / 2.0, width, height)
    };
    Figure::draw("encoder-decoder/unrolled.svg", title, size, |canvas| {
        let rows = [
            (14.0, "source"),
            (62.0, "states"),
            (181.0, "inputs"),
            (248.0, "states"),
            (303.0, "outputs"),
        ];
        for (y, name) in rows {
            canvas.text((6.0, y), name, TextLook::start(Role::Muted));
        }
        let down = |canvas: &mut Canvas<'_>, step: usize, from: f64, to: f64, role| {
            let (from, to) = ((middle(step), from), (middle(step), to));
            canvas.arrow(&Arrow::new(from, to).role(role));
        };
        let next = |canvas: &mut Canvas<'_>, step: usize, y: f64, role| {
            let (from, to) = (middle(step) + 19.0, middle(step + 1) - 20.0);
            canvas.arrow(&Arrow::new((from, y), (to, y)).role(role));
        };
        for (step, token) in SOURCE.iter().enumerate() {
            canvas.text((middle(step), 14.0), token, Role::Ink);
            down(canvas, step, 24.0, 48.0, Role::Muted);
            state(canvas, area(step, 62.0, 36.0, 26.0), ENCODER);
            if step + 1 < SOURCE.len() {
                next(canvas, step, 62.0, ENCODER);
            }
        }
        down(canvas, SOURCE.len() - 1, 76.0, 103.0, CONTEXT);
        let bar = Area::new(68.0, 104.0, 326.0, 26.0);
        let context = "context c: the last state of the encoder";
        canvas.block(bar, &Block::new(&[context]).outline(CONTEXT));
        // The decoder starts from the same state.
        canvas.line(&[(74.0, 131.0), (62.0, 160.0), (62.0, 248.0)], CONTEXT);
        let start = Arrow::new((62.0, 248.0), (middle(0) - 19.0, 248.0)).role(CONTEXT);
        canvas.arrow(&start);
        for (step, token) in TARGET.iter().enumerate() {
            down(canvas, step, 131.0, 157.0, CONTEXT);
            let fill = Fill::with_opacity(CONTEXT, 0.25);
            cells::cell(canvas, area(step, 169.0, 52.0, 22.0), fill, "c");
            let input = if step == 0 { "<bos>" } else { TARGET[step - 1] };
            cells::cell(canvas, area(step, 192.0, 52.0, 24.0), Role::Paper, input);
            down(canvas, step, 205.0, 234.0, Role::Muted);
            state(canvas, area(step, 248.0, 36.0, 26.0), DECODER);
            if step + 1 < TARGET.len() {
                next(canvas, step, 248.0, DECODER);
            }
            down(canvas, step, 262.0, 291.0, Role::Muted);
            canvas.text((middle(step), 303.0), token, Role::Ink);
        }
    })
}

/// Draws an empty box for the state after a step.
fn state(canvas: &mut Canvas<'_>, area: Area, role: Role) {
    canvas.fill_rounded(area, 5.0, Role::Box);
    canvas.outline_rounded(area, 5.0, role);
}

/// What both decoders translate.
const ENGLISH: &str = "he is tired.";
/// The arrows to the inputs of a decoder.
const SOURCE_OF_INPUT: Role = Role::Series4;

/// Where the inputs of a decoder come from: from the right translation, or from its own outputs.
///
/// ```
/// let figure = figures::encoder_decoder::taught_or_free();
/// assert!(figure.svg.contains(">on its own</text>"));
/// ```
pub fn taught_or_free() -> Figure {
    let title = "Where the inputs of a decoder come from";
    let size = (WIDTH, 370.0);
    Figure::draw(
        "encoder-decoder/taught-or-free.svg",
        title,
        size,
        |canvas| {
            let right = ["il", "est", "fatigué", ".", "<eos>"];
            let taught = ["elle", "est", "fatigué", ".", "<eos>"];
            let free = ["elle", "est", "fatiguée", ".", "<eos>"];
            canvas.text((6.0, 14.0), "source", TextLook::start(Role::Muted));
            canvas.text((65.0, 14.0), ENGLISH, TextLook::start(Role::Ink));
            let key = Arrow::new((176.0, 14.0), (208.0, 14.0)).role(SOURCE_OF_INPUT);
            canvas.arrow(&key);
            canvas.text(
                (216.0, 14.0),
                "becomes the next input",
                TextLook::start(Role::Muted),
            );
            cells::heading(canvas, (6.0, 48.0), "taught");
            steps(canvas, 74.0, &taught, &right, &right);
            row(canvas, 200.0, "right", &right, &right);
            for step in 0..right.len() - 1 {
                let (from, to) = (middle(step) + 14.0, middle(step + 1) - 16.0);
                canvas.arrow(
                    &Arrow::new((from, 190.0), (to, 168.0)).role(SOURCE_OF_INPUT),
                );
            }
            canvas.line(
                &[(6.0, 222.0), (394.0, 222.0)],
                Stroke::new(Role::Grid, 1.0),
            );
            cells::heading(canvas, (6.0, 242.0), "on its own");
            steps(canvas, 268.0, &free, &free, &right);
            for step in 0..right.len() - 1 {
                let (from, to) = (middle(step) + 26.0, middle(step + 1) - 25.0);
                canvas.arrow(
                    &Arrow::new((from, 276.0), (to, 341.0)).role(SOURCE_OF_INPUT),
                );
            }
        },
    )
}

fn middle(step: usize) -> f64 {
    91.0 + 67.0 * step as f64
}

/// Draws what the decoder writes, its steps, and what it reads: `<bos>` and the first of `read`.
fn steps(
    canvas: &mut Canvas<'_>,
    top: f64,
    written: &[&str],
    read: &[&str],
    right: &[&str],
) {
    row(canvas, top, "writes", written, right);
    let inputs: Vec<&str> = ["<bos>"].iter().chain(read).copied().collect();
    let expected: Vec<&str> = ["<bos>"].iter().chain(right).copied().collect();
    row(
        canvas,
        top + 82.0,
        "reads",
        &inputs[..right.len()],
        &expected,
    );
    for step in 0..right.len() {
        let x = middle(step);
        canvas.arrow(&Arrow::new((x, top + 73.0), (x, top + 54.0)));
        let area = Area::new(x - 20.0, top + 29.0, 40.0, 24.0);
        state(canvas, area, DECODER);
        canvas.arrow(&Arrow::new((x, top + 28.0), (x, top + 9.0)));
        if step + 1 < right.len() {
            let (from, to) = (x + 21.0, middle(step + 1) - 21.0);
            canvas
                .arrow(&Arrow::new((from, top + 41.0), (to, top + 41.0)).role(DECODER));
        }
    }
}

/// Writes tokens below each other's steps, those that are not right in red.
fn row(canvas: &mut Canvas<'_>, y: f64, name: &str, tokens: &[&str], right: &[&str]) {
    canvas.text((6.0, y), name, TextLook::start(Role::Muted));
    for (step, token) in tokens.iter().enumerate() {
        let role = if *token == right[step] {
            Role::Ink
        } else {
            Role::Accent
        };
        canvas.text((middle(step), y), token, role);
    }
}
