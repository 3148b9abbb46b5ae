//! The spread of dot products, and its effect on the softmax.

use attention::nn::init::normal;
use attention::scoring_functions::{dot_scores, scaled_dot_scores};

use crate::prelude::*;

type Score = fn(&Array2<Real>, &Array2<Real>) -> Array2<Real>;

/// The two scores with their names and their series in the plots.
const SCORES: [(&str, Score, usize); 2] =
    [("dot product", dot_scores, 2), ("divided by \u{221a}d", scaled_dot_scores, 1)];

pub(crate) fn score_spread() -> String {
    // Each plot has its own scale: half of its length, and its ticks.
    let scales = [(70.0, [-50.0, 0.0, 50.0]), (4.0, [-2.0, 0.0, 2.0])];
    let plots = [0, 1].map(|index| {
        let ((name, score, series), (end, ticks)) = (SCORES[index], scales[index]);
        let (mut deviations, mut points) = (Vec::new(), Vec::new());
        for dim in [4, 64, 128, 256, 512] {
            let x = dim as f64;
            let rng = &mut rng(3);
            let [queries, keys] = [100, 100].map(|rows| normal((rows, dim), 1.0, rng));
            let scores = score(&queries, &keys).mapv(f64::from);
            deviations.push((x, scores.std(0.0)));
            // These pairs are independent because they share neither a query nor a key.
            points.extend(scores.diag().iter().take(24).map(|&score| (x, score)));
        }
        let look = Look::reference().dash(Dash::DASHED);
        let below: Vec<Point> = deviations.iter().map(|&(x, y)| (x, -y)).collect();
        Plot::new(["", "dimension d"][index], "score")
            .heading(name)
            .x_axis(-10.0, 526.0, [4.0, 128.0, 256.0, 384.0, 512.0])
            .line(look, "one standard deviation", deviations)
            .line(look, "", below)
            .scatter(Look::series(series).marker(Marker::Ring), "", points)
            .y_axis(-end, end, ticks)
            .height([190.0, 208.0][index])
    });
    stack(&plots, "The spread of raw and scaled dot products for growing dimensions")
}
