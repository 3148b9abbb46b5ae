//! The spread of dot products, and its effect on the softmax.

use attention::nn::init::normal;
use attention::scoring_functions::{dot_scores, scaled_dot_scores};

use crate::prelude::*;

type Score = fn(&Array2<Real>, &Array2<Real>) -> Array2<Real>;

/// The two scores with their names and their series in the plots.
const SCORES: [(&str, Score, usize); 2] =
    [("dot product", dot_scores, 2), ("divided by \u{221a}d", scaled_dot_scores, 1)];

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
    stack(&plots, "The spread of raw and scaled dot products for growing dimensions")
}
