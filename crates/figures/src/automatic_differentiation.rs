//! Figures of the appendix on automatic differentiation.

use attention::automatic_differentiation::{self as chapter, Network};
use attention::nadaraya_watson::{Samples, query_grid, truth};

use crate::prelude::*;

pub(crate) fn steps() -> String {
    let loss = |a: f64| ((2.0 * a + 21.0) / (a + 3.0) - 3.0).powi(2);
    let exact = -5.15625;
    let one_sided = |step: f64| (loss(1.0 + step) - loss(1.0)) / step;
    let central = |step: f64| (loss(1.0 + step) - loss(1.0 - step)) / (2.0 * step);
    let curve = |slope: &dyn Fn(f64) -> f64| -> Vec<Point> {
        let powers = (0..=44).map(|i| -15.0 + f64::from(i) / 3.0);
        let error = |power| (slope(10_f64.powf(power)) - exact).abs().max(1e-13);
        powers.map(|power| (power, error(power).log10())).collect()
    };
    Plot::new("step, as a power of ten", "error, as a power of ten")
        .line(Look::series(1), "one-sided", curve(&one_sided))
        .line(Look::series(2), "central", curve(&central))
        .note(-11.2, -0.6, "rounding", Muted)
        .note(-2.0, -8.4, "truncation", Muted)
        .x_axis(-15.4, 0.0, [-15.0, -12.0, -9.0, -6.0, -3.0, 0.0])
        .y_axis(-12.6, 1.6, [-12.0, -9.0, -6.0, -3.0, 0.0])
        .svg("The error of measured derivatives against the step")
}

pub(crate) fn stale() -> String {
    let path = |keep: f64| {
        let (mut w, mut stored) = (0.0, 0.0);
        (0..=60).map(move |step| {
            let point = (f64::from(step), w);
            stored = keep * stored + 2.0 * (w - 3.0);
            w -= 0.1 * stored;
            point
        })
    };
    Plot::new("step", "w")
        .line(Look::reference(), "best w", [(0.0, 3.0), (60.0, 3.0)])
        .line(Look::series(1), "returned", path(0.0))
        .line(Look::series(2), "stored, never zeroed", path(1.0))
        .y_axis(-1.0, 7.0, [])
        .height(208.0)
        .svg("Accumulated gradients make the descent oscillate")
}

pub(crate) fn attention() -> String {
    let canvas = &mut Canvas::new(428.0);
    let [q, k, v] = [(88.0, 51.0), (170.0, 51.0), (320.0, 51.0)];
    let [dq, dk] = ["dS K / \u{221a}d", "dS\u{1d40} Q / \u{221a}d"];
    let [da, dv] = ["A \u{2218} (dA \u{2212} c)", "A\u{1d40} dO"];
    for (from, to, gradient, side) in [
        ((102.0, 141.0), (74.0, 51.0), dq, -1.0),
        ((154.0, 141.0), (186.0, 51.0), dk, 1.0),
        ((138.0, 261.0), (138.0, 187.0), da, 1.0),
        ((194.0, 377.0), (156.0, 307.0), "dO V\u{1d40}", 1.0),
        ((254.0, 377.0), (340.0, 51.0), dv, 1.0),
    ] {
        canvas.labeled_arrow(from, to, Series2, gradient, side);
    }
    for (from, to) in [
        (q, (116.0, 141.0)),
        (k, (138.0, 141.0)),
        ((116.0, 187.0), (116.0, 261.0)),
        ((134.0, 307.0), (172.0, 377.0)),
        (v, (234.0, 377.0)),
    ] {
        canvas.arrow(from, to, Muted);
    }
    let (scores, pairs) = ("S = Q K\u{1d40} / \u{221a}d", "[queries, keys]");
    for (x, top, width, name, shape) in [
        (68.0, 6.0, 124.0, "Q", "[queries, dim]"),
        (186.0, 6.0, 98.0, "K", "[keys, dim]"),
        (320.0, 6.0, 148.0, "V", "[keys, value_dim]"),
        (127.0, 142.0, 136.0, scores, pairs),
        (127.0, 262.0, 136.0, "A = softmax(S)", pairs),
        (213.0, 378.0, 172.0, "O = A V", "[queries, value_dim]"),
    ] {
        canvas.block((x - width / 2.0, top, width, 44.0), format!("{name}\n{shape}"), Muted);
    }
    canvas.svg("Attention forward and backward, with shapes")
}

pub(crate) fn fit() -> String {
    let samples = Samples::draw(50, &mut rng(22)).expect("there are 50 points");
    let network = Network::new(16, &mut rng(1));
    network.train(&samples, 0.03, 400);
    let queries = query_grid();
    let tape = Tape::new(Mode::Eval, 0);
    let column = tape.constant(queries.clone().insert_axis(Axis(1)));
    let answers = network.forward(column).value().into_iter();
    let truth = queries.mapv(|x| (x, truth(x)));
    let [x, y] = [samples.inputs(), samples.targets()].map(Array1::clone);
    Plot::new("x", "y")
        .line(Look::reference(), "truth", truth)
        .line(Look::series(1), "network", queries.into_iter().zip(answers))
        .scatter(Look::series(2), "data", x.into_iter().zip(y))
        .x_axis(0.0, 5.0, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0])
        .svg("A network with one hidden layer, fitted to noisy data")
}

/// The arrows: their two boxes, the local derivative, and its position in the figure of the
/// backward pass.
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

/// Draws the chapter's example as a graph with its values, and for the backward pass also with the
/// derivatives and the factors on the arrows.
fn graph(title: &str, backward: bool) -> String {
    let tape = chapter::Tape::default();
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
    let (width, height) = (100.0, 44.0);
    // Arrows connect the borders of two boxes, along the line between their centers.
    let border = |(x, y): Point, to: Point| {
        let (dx, dy) = (to.0 - x, to.1 - y);
        let across = (width / 2.0 + 1.0) / dx.abs();
        let part = across.min((height / 2.0 + 1.0) / dy.abs());
        (x + part * dx, y + part * dy)
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
        let mut value = short(number.value());
        if backward {
            value += &format!(" | {}", short(derivatives.by(number)));
        }
        let outline = match index {
            0..=2 => Series1,
            9 => Accent,
            _ => Muted,
        };
        canvas.block(Area::around(center, width, height), format!("{name}\n{value}"), outline);
    }
    canvas.svg(title)
}

pub(crate) fn forward() -> String {
    graph("The loss of one prediction as a graph", false)
}

pub(crate) fn backward() -> String {
    graph("Derivatives of the loss, from the end to the start", true)
}
