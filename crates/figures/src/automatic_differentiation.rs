//! Figures of the appendix on automatic differentiation.

use attention::automatic_differentiation::Network;
use attention::nadaraya_watson::{Samples, query_grid, truth};
use attention::tape::{Mode, Tape};
use ndarray::Axis;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::Figure;
use super::canvas::{Area, Canvas, Point};
use super::diagram::{Arrow, Block};
use super::plot::Plot;
use super::style::{Dash, Look, Role, WIDTH};

mod graph;

pub use self::graph::{backward, forward};

/// The error of forward and of central differences against the step, both as powers of ten.
///
/// ```
/// let figure = figures::automatic_differentiation::steps();
/// assert!(figure.svg.contains(">central</text>"));
/// ```
pub fn steps() -> Figure {
    let loss = |a: f64| ((2.0 * a + 21.0) / (a + 3.0) - 3.0).powi(2);
    let exact = -5.15625;
    let one_sided = |step: f64| (loss(1.0 + step) - loss(1.0)) / step;
    let central = |step: f64| (loss(1.0 + step) - loss(1.0 - step)) / (2.0 * step);
    let curve = |slope: &dyn Fn(f64) -> f64| -> Vec<(f64, f64)> {
        let powers = (0..=44).map(|i| -15.0 + f64::from(i) / 3.0);
        powers
            .map(|power| (power, (slope(10_f64.powf(power)) - exact).abs()))
            .map(|(power, error)| (power, error.max(1e-13).log10()))
            .collect()
    };
    Plot::new("step, as a power of ten", "error, as a power of ten")
        .line(Look::series(1), "one-sided", curve(&one_sided))
        .line(
            Look::series(2).dash(Dash::Dashed),
            "central",
            curve(&central),
        )
        .note(-11.2, -0.6, "rounding", Role::Muted)
        .note(-2.0, -8.4, "truncation", Role::Muted)
        .x_ticks(&[-15.0, -12.0, -9.0, -6.0, -3.0, 0.0])
        .x_range(-15.4, 0.0)
        .y_ticks(&[-12.0, -9.0, -6.0, -3.0, 0.0])
        .y_range(-12.6, 1.6)
        .figure(
            "automatic-differentiation/steps.svg",
            "The error of measured derivatives against the step",
        )
}

/// Gradient descent on a parabola with fresh gradients, and with gradients that pile up.
///
/// ```
/// let figure = figures::automatic_differentiation::stale();
/// assert!(figure.svg.contains(">returned</text>"));
/// ```
pub fn stale() -> Figure {
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
        .line(
            Look::series(2).dash(Dash::Dashed),
            "stored, never zeroed",
            path(1.0),
        )
        .y_range(-1.0, 7.0)
        .height(220.0)
        .figure(
            "automatic-differentiation/stale.svg",
            "Gradients that pile up make the descent swing",
        )
}

/// Attention as a graph of arrays with their shapes, and the gradients that flow back.
///
/// ```
/// let figure = figures::automatic_differentiation::attention();
/// assert!(figure.svg.contains(">[queries, keys]</text>"));
/// ```
pub fn attention() -> Figure {
    let title = "Attention forward and backward, with shapes";
    Figure::draw(
        "automatic-differentiation/attention.svg",
        title,
        (WIDTH, 428.0),
        |canvas| {
            let block = |canvas: &mut Canvas<'_>,
                         (x, y): Point,
                         width: f64,
                         lines: [&str; 2]| {
                let area = Area::new(x - width / 2.0, y, width, 44.0);
                canvas.block(area, &Block::new(&lines));
            };
            let up = |from: Point, to: Point, label: &str| {
                Arrow::new(from, to).role(Role::Series2).label(label)
            };
            let dq = up((102.0, 141.0), (74.0, 51.0), "dS K / \u{221a}d");
            canvas.arrow(&dq.label_below());
            canvas.arrow(&up(
                (154.0, 141.0),
                (186.0, 51.0),
                "dS\u{1d40} Q / \u{221a}d",
            ));
            canvas.arrow(&up(
                (138.0, 261.0),
                (138.0, 187.0),
                "A \u{2218} (dA \u{2212} c)",
            ));
            canvas.arrow(&up((194.0, 377.0), (156.0, 307.0), "dO V\u{1d40}"));
            canvas.arrow(&up((254.0, 377.0), (340.0, 51.0), "A\u{1d40} dO"));
            for (from, to) in [
                ((88.0, 51.0), (116.0, 141.0)),
                ((170.0, 51.0), (138.0, 141.0)),
                ((116.0, 187.0), (116.0, 261.0)),
                ((134.0, 307.0), (172.0, 377.0)),
                ((320.0, 51.0), (234.0, 377.0)),
            ] {
                canvas.arrow(&Arrow::new(from, to));
            }
            block(canvas, (68.0, 6.0), 124.0, ["Q", "[queries, dim]"]);
            block(canvas, (186.0, 6.0), 98.0, ["K", "[keys, dim]"]);
            block(canvas, (320.0, 6.0), 148.0, ["V", "[keys, value_dim]"]);
            let scores = ["S = Q K\u{1d40} / \u{221a}d", "[queries, keys]"];
            block(canvas, (127.0, 142.0), 136.0, scores);
            block(
                canvas,
                (127.0, 262.0),
                136.0,
                ["A = softmax(S)", "[queries, keys]"],
            );
            let output = ["O = A V", "[queries, value_dim]"];
            block(canvas, (213.0, 378.0), 172.0, output);
        },
    )
}

/// The network with one hidden layer after its training, over the data of the chapter on kernels.
///
/// ```
/// let figure = figures::automatic_differentiation::fit();
/// assert!(figure.svg.contains(">network</text>"));
/// ```
pub fn fit() -> Figure {
    let rng = &mut ChaCha8Rng::seed_from_u64(22);
    let samples = Samples::draw(50, rng).expect("there are 50 points");
    let network = Network::new(16, &mut ChaCha8Rng::seed_from_u64(1));
    network.train(&samples, 0.03, 400);
    let queries = query_grid();
    let tape = Tape::new(Mode::Eval, 0);
    let column = queries.clone().insert_axis(Axis(1));
    let answers = network.forward(tape.constant(column)).value();
    let points = samples.inputs().iter().copied();
    Plot::new("x", "y")
        .line(
            Look::reference(),
            "truth",
            queries.iter().map(|&x| (x, truth(x))),
        )
        .line(
            Look::series(1),
            "network",
            queries.iter().copied().zip(answers.iter().copied()),
        )
        .scatter(
            Look::series(2),
            "data",
            points.zip(samples.targets().iter().copied()),
        )
        .x_range(0.0, 5.0)
        .x_ticks(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0])
        .figure(
            "automatic-differentiation/fit.svg",
            "A network with one hidden layer on the data with noise",
        )
}
