//! The loss in which each point may look at itself, its derivative, and a descent on
//! it.

use attention::Real;
use attention::nadaraya_watson::{Iterate, Samples};

/// Returns the mean squared error at the training inputs, if each point may look at
/// itself, and its derivative with respect to `w`. The kernel is the Gaussian one with
/// width `1 / w`.
///
/// # Shapes
///
/// The result: `(loss, derivative)`.
pub fn loss_and_gradient_with_own_point(samples: &Samples, w: Real) -> (Real, Real) {
    //@ solution
    use attention::array::softmax;
    use ndarray::{Array2, Axis};

    let (inputs, targets) = (samples.inputs(), samples.targets());
    let points = samples.len();
    let distance = |(i, j)| (inputs[i] - inputs[j]).powi(2);
    let distances = Array2::from_shape_fn((points, points), distance);
    let weights = softmax(&(&distances * (-w * w / 2.0)));
    let predictions = weights.dot(targets);
    let errors = &predictions - targets;

    let weighted = &weights * &distances;
    let mean_distances = weighted.sum_axis(Axis(1));
    let slopes = (weighted.dot(targets) - mean_distances * &predictions) * -w;

    let loss = errors.dot(&errors) / points as Real;
    let gradient = 2.0 * errors.dot(&slopes) / points as Real;
    (loss, gradient)
    //@ stub todo!("the loss at {w} on {samples:?}, and its derivative")
    //@ end
}

/// Minimizes the loss of [`loss_and_gradient_with_own_point`] by gradient descent.
///
/// Returns one entry for the start and one after each epoch. Here `Iterate::loss` is
/// the loss with the own point at this `w`, not the leave-one-out loss.
///
/// # Shapes
///
/// `epochs + 1` entries.
pub fn descend_with_own_point(
    samples: &Samples,
    start: Real,
    rate: Real,
    epochs: usize,
) -> Vec<Iterate> {
    //@ solution
    let mut w = start;
    let mut path = Vec::with_capacity(epochs + 1);
    for _ in 0..=epochs {
        let (loss, gradient) = loss_and_gradient_with_own_point(samples, w);
        path.push(Iterate { w, loss });
        w -= rate * gradient;
    }
    path
    //@ stub todo!("descend from {start} at {rate} for {epochs} epochs on {samples:?}")
    //@ end
}
exercise_solutions::tests!(own_point);
