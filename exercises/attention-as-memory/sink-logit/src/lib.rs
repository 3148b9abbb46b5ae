//! A softmax that may spend less than 1.

use attention::{Real, mask::Mask};
use ndarray::Array2;

/// Returns the weights of the keys next to a sink with logit `sink`, which every query
/// sees.
///
/// A row sums to 1 minus the weight of the sink. Masked keys have weight 0. A sink of
/// minus infinity is no sink; then a row without visible keys has weights of 0.
///
/// # Shapes
///
/// `scores`: `[queries, keys]`. The result has the same shape.
pub fn with_sink(scores: &Array2<Real>, sink: Real, mask: &Mask) -> Array2<Real> {
    //@ solution
    let visible = |(query, key)| mask.allows(0, query, key);
    let mut weights = Array2::zeros(scores.raw_dim());
    for (query, mut row) in weights.rows_mut().into_iter().enumerate() {
        let keys = (0..scores.ncols()).filter(|&key| visible((query, key)));
        let seen: Vec<usize> = keys.collect();
        let max = seen.iter().fold(sink, |max, &key| max.max(scores[[query, key]]));
        let mut sum = if seen.is_empty() { 1.0 } else { (sink - max).exp() };
        for &key in &seen {
            row[key] = (scores[[query, key]] - max).exp();
            sum += row[key];
        }
        row /= sum;
    }
    weights
    //@ stub todo!("{scores} with sink {sink} and {mask:?}")
    //@ end
}

/// Returns the derivative of a loss with respect to the sink's logit.
///
/// # Shapes
///
/// `weights` from [`with_sink`] and the gradient of the loss with respect to them, both
/// `[queries, keys]`.
pub fn sink_gradient(weights: &Array2<Real>, gradient: &Array2<Real>) -> Real {
    //@ solution
    use ndarray::Axis;

    let of_sink = 1.0 - weights.sum_axis(Axis(1)); // [queries]
    let changes = (weights * gradient).sum_axis(Axis(1));
    -of_sink.dot(&changes)
    //@ stub todo!("{weights}, {gradient}")
    //@ end
}
exercise_solutions::tests!(sink_logit);
