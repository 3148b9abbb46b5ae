//! The loss of one prediction as a graph: the values, and the derivatives.

use attention::automatic_differentiation::Tape;

use crate::prelude::*;

/// The arrows: from which box to which, the local derivative, and where the figure of the backward
/// pass writes it.
const EDGES: [(usize, usize, f64, Point); 11] = [
    (0, 3, 1.0, (34.0, 81.0)),
    (1, 3, 1.0, (174.0, 72.0)),
    (0, 4, 2.0, (80.0, 72.0)),
    (1, 5, 7.0, (290.0, 72.0)),
    (2, 5, 3.0, (366.0, 81.0)),
    (4, 6, 1.0, (212.0, 176.0)),
    (5, 6, 1.0, (334.0, 176.0)),
    (3, 7, -23.0 / 16.0, (96.0, 218.0)),
    (6, 7, 0.25, (180.0, 274.0)),
    (7, 8, 1.0, (127.0, 298.0)),
    (8, 9, 5.5, (273.0, 298.0)),
];

/// Draws the chapter's example as a graph of boxes with what the tape of numbers says about it: forward
/// the values, or backward the derivatives of the loss, with what each arrow multiplies by.
fn graph(title: &str, backward: bool) -> String {
    let tape = Tape::default();
    let [a, b, v] = [1.0, 3.0, 7.0].map(|value| tape.number(value));
    let (whole, first, second) = (a + b, a * tape.number(2.0), b * v);
    let mixed = first + second;
    let prediction = mixed / whole;
    let error = prediction - tape.number(3.0);
    let loss = error * error;
    let derivatives = loss.backward();
    let (left, middle, right) = (54.0, 200.0, 346.0);
    let boxes = [
        ("a", (left, 30.0), a),
        ("b", (middle, 30.0), b),
        ("v", (right, 30.0), v),
        ("a + b", (left, 130.0), whole),
        ("2a", (middle, 130.0), first),
        ("bv", (right, 130.0), second),
        ("2a + bv", (273.0, 222.0), mixed),
        ("prediction", (left, 310.0), prediction),
        ("error", (middle, 310.0), error),
        ("loss", (right, 310.0), loss),
    ];
    let (width, height) = (92.0, 44.0);
    // Arrows run between the borders of two boxes, along the line through their middles.
    let border = |(x, y): Point, to: Point| {
        let (dx, dy) = (to.0 - x, to.1 - y);
        let across = (width / 2.0 + 1.0) / dx.abs();
        let part = across.min((height / 2.0 + 1.0) / dy.abs());
        (x + part * dx, y + part * dy)
    };
    // All decimals (the numbers of the example are exact in binary), and a real minus sign.
    let short = |value: f64| {
        let text = number(value, 5);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    let canvas = &mut Canvas::new(340.0);
    for (from, to, local, label) in EDGES {
        let (from, to) = (boxes[from].1, boxes[to].1);
        if backward {
            canvas.arrow(border(to, from), border(from, to), Series2);
            canvas.text(label, format!("\u{d7} {}", short(local)), Ink);
        } else {
            canvas.arrow(border(from, to), border(to, from), Muted);
        }
    }
    for (index, (name, center, number)) in boxes.into_iter().enumerate() {
        let value = match backward {
            true => derivatives.by(number),
            false => number.value(),
        };
        let outline = match index {
            0..=2 => Series1,
            9 => Accent,
            _ => Muted,
        };
        let area = Area::around(center, width, height);
        canvas.block(area, [name, &short(value.into())], outline);
    }
    canvas.svg(title)
}

pub(crate) fn forward() -> String {
    graph("The loss of one prediction as a graph", false)
}

pub(crate) fn backward() -> String {
    graph("Derivatives of the loss, from the end to the start", true)
}
