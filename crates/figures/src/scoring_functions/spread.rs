//! The spread of dot products, and its effect on the softmax.

use attention::nn::init::normal;
use attention::scoring_functions::{dot_scores, scaled_dot_scores};

use crate::prelude::*;

type Score = fn(&Array2<Real>, &Array2<Real>) -> Array2<Real>;

/// The two scores with their names and their series in the plots.
const SCORES: [(&str, Score, usize); 2] = [
    ("dot product", dot_scores, 2),
    ("divided by \u{221a}d", scaled_dot_scores, 1),
];

/// Returns queries and keys with independent standard normal components.
fn draw([queries, keys]: [usize; 2], dim: usize, seed: u64) -> [Array2<Real>; 2] {
    let rng = &mut rng(seed);
    [queries, keys].map(|rows| normal((rows, dim), 1.0, rng))
}

fn plot(x_name: &str, y_name: &str) -> Plot {
    Plot::new(x_name, y_name).x_axis(-10.0, 526.0, [4.0, 128.0, 256.0, 384.0, 512.0])
}

pub(crate) fn score_spread() -> String {
    // Each plot has its own scale: half of its length, and its ticks.
    let scales = [(70.0, [-50.0, 0.0, 50.0]), (4.0, [-2.0, 0.0, 2.0])];
    let plots = [0, 1].map(|index| {
        let ((name, score, series), (end, ticks)) = (SCORES[index], scales[index]);
        let (mut deviations, mut points) = (Vec::new(), Vec::new());
        for dim in [4, 64, 128, 256, 512] {
            let x = dim as f64;
            let [queries, keys] = draw([100, 100], dim, 3);
            let scores = score(&queries, &keys).mapv(f64::from);
            deviations.push((x, scores.std(0.0)));
            // These pairs are independent because they share neither a query nor a key.
            points.extend(scores.diag().iter().take(24).map(|&score| (x, score)));
        }
        let look = Look::reference().dash(Dash::DASHED);
        let below: Vec<Point> = deviations.iter().map(|&(x, y)| (x, -y)).collect();
        plot(["", "dimension d"][index], "score")
            .heading(name)
            .line(look, "one standard deviation", deviations)
            .line(look, "", below)
            .scatter(Look::series(series).marker(Marker::Ring), "", points)
            .y_axis(-end, end, ticks)
            .height([190.0, 208.0][index])
    });
    let title = "The spread of raw and scaled dot products for growing dimensions";
    stack(&plots, title)
}

pub(crate) fn saturation() -> String {
    let name = "median gradient, p(1 \u{2212} p) \u{221a}d / \u{3c4}";
    let mut largest = plot("", "mean of the largest of ten weights").height(150.0);
    let mut gradient = plot("dimension d", name).height(168.0);
    for (name, score, series) in SCORES {
        let dims = [4, 16, 64, 128, 256, 384, 512];
        let measured = dims.map(|dim| (dim as f64, measure(score, dim)));
        let points = |index: usize| measured.map(|(x, y)| (x, y[index]));
        largest = largest.marked_line(Look::series(series), name, points(0));
        gradient = gradient.marked_line(Look::series(series), name, points(1));
    }
    let largest = largest.y_axis(0.0, 1.0, [0.0, 0.25, 0.5, 0.75, 1.0]);
    let gradient = gradient.y_axis(0.0, 0.8, [0.0, 0.2, 0.4, 0.6, 0.8]);
    stack(&[largest, gradient], "Weights saturate without scaling")
}

/// Returns the mean of the largest weight p, and the median length p(1 - p)√d / τ of its gradient with
/// respect to the query, over many queries with ten keys each.
fn measure(score: Score, dim: usize) -> [f64; 2] {
    let mut largest = Vec::new();
    for seed in 0..40 {
        let [queries, keys] = draw([25, 10], dim, seed);
        let weights = softmax(&score(&queries, &keys)).mapv(f64::from);
        let rows = weights.outer_iter();
        largest.extend(rows.map(|row| row.fold(0.0, |a: f64, &b| a.max(b))));
    }
    // A vector of ones has length √d, and its score with itself is d / τ.
    let ones = Array2::ones((1, dim));
    let factor = f64::from(score(&ones, &ones)[[0, 0]]) / (dim as f64).sqrt();
    let mut lengths: Vec<f64> =
        largest.iter().map(|p| p * (1.0 - p) * factor).collect();
    lengths.sort_by(f64::total_cmp);
    let count = largest.len();
    [
        largest.iter().sum::<f64>() / count as f64,
        lengths[count / 2],
    ]
}
