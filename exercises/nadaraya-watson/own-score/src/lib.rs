//! The leave-one-out loss, and a search for the `w` with the smallest one.

use attention::{Real, array::softmax, nadaraya_watson::Samples};
use ndarray::{Array1, Array2};

/// Returns the prediction for each point from all the other points, with the Gaussian
/// kernel of width `1 / w`. A single point has no others, and its prediction is
/// 0.
///
/// # Shapes
///
/// `[points]`, like the targets.
pub fn leave_one_out(samples: &Samples, w: Real) -> Array1<Real> {
    let inputs = samples.inputs();
    let shape = (samples.len(), samples.len());
    let scores = Array2::from_shape_fn(shape, |(i, j)| {
        //@ solution
        let own = Real::NEG_INFINITY;
        //@ stub let own = 0.0;
        //@ end
        if i == j { own } else { -((inputs[i] - inputs[j]) * w).powi(2) / 2.0 }
    });
    softmax(&scores).dot(samples.targets())
}

/// Returns the mean squared error of the predictions of [`leave_one_out`].
pub fn loss(samples: &Samples, w: Real) -> Real {
    let errors = leave_one_out(samples, w) - samples.targets();
    errors.dot(&errors) / samples.len() as Real
}

/// Returns the candidate with the smallest loss, or `None` if there are no candidates.
pub fn search(samples: &Samples, candidates: &[Real]) -> Option<Real> {
    let losses = candidates.iter().map(|&w| (w, loss(samples, w)));
    losses.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(w, _)| w)
}
exercise_solutions::tests!(own_score);
