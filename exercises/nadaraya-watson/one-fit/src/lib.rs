//! The leave-one-out loss of any kernel, from one matrix of weights.

use attention::Real;
use attention::nadaraya_watson::{Kernel, PoolingError, Samples};

/// Returns the mean squared error if each point is predicted from all the others.
///
/// A point that has no other point within reach is predicted as 0.
///
/// # Errors
///
/// If the width is not a finite number above 0.
pub fn leave_one_out_loss(
    samples: &Samples,
    kernel: Kernel,
    width: Real,
) -> Result<Real, PoolingError> {
    //@ solution
    use attention::nadaraya_watson::attention_weights;

    let (inputs, targets) = (samples.inputs(), samples.targets());
    let weights = attention_weights(inputs, inputs, kernel, width)?;
    let predictions = weights.dot(targets);
    let mut sum = 0.0;
    for (i, (&prediction, &target)) in predictions.iter().zip(targets).enumerate() {
        let own = weights[[i, i]];
        let error =
            if own == 1.0 { -target } else { (prediction - target) / (1.0 - own) };
        sum += error * error;
    }
    Ok(sum / samples.len() as Real)
    //@ stub todo!("one matrix of weights: {kernel:?} with width {width} on {samples:?}")
    //@ end
}
exercise_solutions::tests!(one_fit);
