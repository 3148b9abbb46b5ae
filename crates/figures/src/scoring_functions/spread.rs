//! How far dot products spread, and what the softmax makes of it.

use attention::Real;
use attention::array::softmax;
use attention::nn::init::normal;
use attention::scoring_functions::{dot_scores, scaled_dot_scores};
use ndarray::{Array2, Axis};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::super::Figure;
use super::super::canvas::Area;
use super::super::plot::{Labels, Plot};
use super::super::style::{Dash, Look, MARGIN, Marker, WIDTH};

/// How many numbers a query and a key have.
const DIMS: [usize; 7] = [4, 16, 64, 128, 256, 384, 512];

/// The ticks of the dimensions.
const TICKS: [f64; 5] = [4.0, 128.0, 256.0, 384.0, 512.0];

/// A score function of the companion crate.
type Score = fn(&Array2<Real>, &Array2<Real>) -> Array2<Real>;

/// The two scores with their names and the series they are drawn as.
const SCORES: [(&str, Score, usize); 2] = [
    ("dot product", dot_scores, 2),
    ("divided by \u{221a}d", scaled_dot_scores, 1),
];

/// Queries and keys with independent standard normal components.
fn draw([queries, keys]: [usize; 2], dim: usize, seed: u64) -> [Array2<Real>; 2] {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    [queries, keys].map(|rows| normal((rows, dim), 1.0, rng))
}

/// Scores of random queries and keys for several dimensions, raw and scaled, with their deviation.
///
/// ```
/// let figure = figures::scoring_functions::score_spread();
/// assert!(figure.svg.contains(">512</text>"));
/// ```
pub fn score_spread() -> Figure {
    const SHOWN: usize = 24;
    // The name below, the end of the scale and its ticks: each plot has a scale of its own.
    let scales = [
        ("", 70.0, [-50.0, 0.0, 50.0]),
        ("dimension d", 4.0, [-2.0, 0.0, 2.0]),
    ];
    let mut scales = scales.into_iter();
    let plots = SCORES.map(|(name, score, number)| {
        let (axis, end, ticks) = scales.next().unwrap_or_default();
        let mut edges = [Vec::new(), Vec::new()];
        let mut points = Vec::new();
        for dim in [4, 64, 128, 256, 512] {
            let x = dim as f64;
            let [queries, keys] = draw([100, 100], dim, 3);
            let scores = score(&queries, &keys).mapv(f64::from);
            let deviation = scores.std(0.0);
            for (edge, sign) in edges.iter_mut().zip([1.0, -1.0]) {
                edge.push((x, sign * deviation));
            }
            // Pairs that share neither their query nor their key.
            points.extend(scores.diag().iter().take(SHOWN).map(|&score| (x, score)));
        }
        let look = Look::reference().dash(Dash::Dashed);
        let [above, below] = edges;
        Plot::new(axis, "score")
            .heading(name)
            .line(look, "one standard deviation", above)
            .line(look, "", below)
            .scatter(Look::series(number).marker(Marker::Ring), "", points)
            .y_range(-end, end)
            .y_ticks(&ticks)
    });
    stacked(
        "scoring-functions/score-spread.svg",
        "The spread of raw and scaled dot products for growing dimensions",
        plots,
        [190.0, 208.0],
    )
}

/// The largest of ten weights and the mean slope of a weight for growing dimensions.
///
/// ```
/// let figure = figures::scoring_functions::saturation();
/// assert!(figure.svg.contains(">divided by \u{221a}d</text>"));
/// ```
pub fn saturation() -> Figure {
    let mut largest = Plot::new("", "mean of the largest of ten weights")
        .y_range(0.0, 1.0)
        .y_ticks(&[0.0, 0.25, 0.5, 0.75, 1.0]);
    let mut slope = Plot::new(
        "dimension d",
        "mean of p(1 \u{2212} p) over the ten weights",
    )
    .y_range(0.0, 0.1)
    .y_ticks(&[0.0, 0.05, 0.1]);
    for (name, score, number) in SCORES {
        let measured = DIMS.map(|dim| (dim as f64, measure(score, dim)));
        let look = Look::series(number);
        largest =
            largest.line_with_markers(look, name, measured.map(|(x, y)| (x, y[0])));
        slope = slope.line_with_markers(look, name, measured.map(|(x, y)| (x, y[1])));
    }
    let path = "scoring-functions/saturation.svg";
    let title = "Weights saturate without the scale";
    stacked(path, title, [largest, slope], [150.0, 168.0])
}

/// Two plots over the dimension, one above the other, with the legend of the first.
fn stacked(
    path: &'static str,
    title: &str,
    [upper, lower]: [Plot; 2],
    heights: [f64; 2],
) -> Figure {
    let legend = upper.legend();
    let inner = WIDTH - 2.0 * MARGIN;
    let top = MARGIN + legend.height(inner);
    Figure::draw(
        path,
        title,
        (WIDTH, top + heights[0] + heights[1] + 12.0),
        |canvas| {
            legend.draw(canvas, (MARGIN, MARGIN), inner);
            for (plot, top, height) in [
                (upper, top, heights[0]),
                (lower, top + heights[0] + 6.0, heights[1]),
            ] {
                let plot = plot.x_range(-10.0, 526.0).x_ticks(&TICKS);
                let area = Area::new(MARGIN, top, inner, height);
                plot.draw(canvas, area, Labels { x: true, y: true });
            }
        },
    )
}

/// The mean of the largest weight and of p(1 - p), over many queries with ten keys each.
fn measure(score: Score, dim: usize) -> [f64; 2] {
    const SETS: u64 = 40;
    let mut means = [0.0; 2];
    for seed in 0..SETS {
        let [queries, keys] = draw([25, 10], dim, seed);
        let weights = softmax(&score(&queries, &keys)).mapv(f64::from);
        let largest =
            weights.map_axis(Axis(1), |row| row.fold(0.0, |a: f64, &b| a.max(b)));
        let slopes = weights.mapv(|p| p * (1.0 - p));
        for (mean, numbers) in means.iter_mut().zip([largest.mean(), slopes.mean()]) {
            *mean += numbers.unwrap_or(0.0) / SETS as f64;
        }
    }
    means
}
