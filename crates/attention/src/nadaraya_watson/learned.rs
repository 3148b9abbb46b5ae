//! Weights from a kernel with a learned width.

use ndarray::{Array1, Array2, Axis};

use super::Samples;
use crate::{Real, array::softmax};

/// Returns the weights of all other points for each point: `[points, points]`.
///
/// The score of point `j` for point `i` is `-((xᵢ - xⱼ) w)² / 2`, and minus infinity if `i` equals
/// `j`. A single point has no other, so its weight is 0.
// ANCHOR: leave_one_out_weights
pub fn leave_one_out_weights(
    inputs: &Array1<Real>,
    w: Real,
) -> Array2<Real> {
    let points = inputs.len();
    let scores = Array2::from_shape_fn((points, points), |(i, j)| {
        if i == j {
            Real::NEG_INFINITY
        } else {
            -((inputs[i] - inputs[j]) * w).powi(2) / 2.0
        }
    });
    softmax(&scores)
}
// ANCHOR_END: leave_one_out_weights

/// Returns the mean squared leave-one-out error and its derivative with respect to `w`.
// ANCHOR: loss_and_gradient
pub fn loss_and_gradient(samples: &Samples, w: Real) -> (Real, Real) {
    let (inputs, targets) = (samples.inputs(), samples.targets());
    let points = samples.len();
    let weights = leave_one_out_weights(inputs, w);
    let distance = |(i, j)| (inputs[i] - inputs[j]).powi(2);
    let distances = Array2::from_shape_fn((points, points), distance);
    let predictions = weights.dot(targets);
    let errors = &predictions - targets;

    let weighted = &weights * &distances;
    let mean_distances = weighted.sum_axis(Axis(1));
    let slopes =
        (weighted.dot(targets) - mean_distances * &predictions) * -w;

    let loss = errors.dot(&errors) / points as Real;
    let gradient = 2.0 * errors.dot(&slopes) / points as Real;
    (loss, gradient)
}
// ANCHOR_END: loss_and_gradient

/// Returns the mean squared error if each point may attend to itself.
///
/// This loss is 0 for a kernel that is narrow enough, so minimizing it is useless.
pub fn loss_with_own_point(samples: &Samples, w: Real) -> Real {
    let (inputs, targets) = (samples.inputs(), samples.targets());
    let scores = Array2::from_shape_fn(
        (samples.len(), samples.len()),
        |(i, j)| -((inputs[i] - inputs[j]) * w).powi(2) / 2.0,
    );
    let errors = softmax(&scores).dot(targets) - targets;
    errors.dot(&errors) / samples.len() as Real
}

/// A value of `w` during gradient descent, and its loss.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Iterate {
    /// The parameter, which is 1 divided by the width of the kernel.
    pub w: Real,
    /// The mean squared leave-one-out error.
    pub loss: Real,
}

/// Minimizes the mean squared leave-one-out error by gradient descent with the learning rate
/// `rate`.
///
/// Each epoch is one step that uses all points. Returns one entry for the start and one after each
/// epoch.
// ANCHOR: descend
pub fn descend(
    samples: &Samples,
    start: Real,
    rate: Real,
    epochs: usize,
) -> Vec<Iterate> {
    let mut w = start;
    let mut path = Vec::with_capacity(epochs + 1);
    for _ in 0..epochs {
        let (loss, gradient) = loss_and_gradient(samples, w);
        path.push(Iterate { w, loss });
        w -= rate * gradient;
    }
    let (loss, _) = loss_and_gradient(samples, w);
    path.push(Iterate { w, loss });
    path
}
// ANCHOR_END: descend

/// Returns the `w` out of 0.1, 0.2, ..., 20 with the smallest leave-one-out error.
pub fn best_w(samples: &Samples) -> Iterate {
    let candidates = (1..=200).map(|i| i as Real / 10.0);
    let steps = candidates
        .map(|w| Iterate { w, loss: loss_and_gradient(samples, w).0 });
    steps
        .min_by(|a, b| a.loss.total_cmp(&b.loss))
        .expect("there are 200 candidates")
}
