use ndarray::ArrayD;

use crate::Real;
use crate::tape::Gradients;

/// Scales all gradients by one factor so that their global norm is at most `max`, and returns the
/// norm before.
///
/// The direction does not change. If the norm does not exceed `max` or is not finite, the gradients
/// keep every bit. With `Real::INFINITY`, the norm is computed but never clipped. PyTorch divides
/// by the norm plus 10⁻⁶, so its result is slightly below `max`.
///
/// # Panics
///
/// If `max` is not positive.
///
/// # Source
///
/// Pascanu, Mikolov, and Bengio (2013), *On the difficulty of training recurrent neural networks*,
/// Algorithm 1.
///
/// # Example
///
/// ```
/// use attention::nn::Param;
/// use attention::tape::{Mode, Tape};
/// use attention::train::clip_global_norm;
/// use ndarray::array;
///
/// let weight = Param::new(array![0.0, 0.0]);
/// let tape = Tape::new(Mode::Train, 0);
/// let slopes = tape.constant(array![3.0, 4.0]);
/// let mut gradients = (tape.param(&weight) * slopes).sum().backward();
/// assert_eq!(clip_global_norm(&mut gradients, 2.5), 5.0);
/// assert_eq!(gradients.of(&weight).unwrap(), &array![1.5, 2.0].into_dyn());
/// ```
#[doc(alias = "clip_grad_norm_")]
#[track_caller]
pub fn clip_global_norm(gradients: &mut Gradients, max: Real) -> Real {
    assert!(max > 0.0, "clip_global_norm: maximum norm {max} is not positive");
    let squares = gradients.iter_mut().map(|(_, gradient)| squares(gradient));
    let norm = squares.sum::<f64>().sqrt() as Real;
    if norm.is_finite() && norm > max {
        for (_, gradient) in gradients.iter_mut() {
            *gradient *= max / norm;
        }
    }
    norm
}

/// Returns the sum of squares in double precision, because the square of an `f32` can overflow.
///
/// Eight partial sums avoid waiting for each addition.
fn squares(gradient: &ArrayD<Real>) -> f64 {
    let standard = gradient.as_standard_layout();
    let numbers = standard.as_slice().expect("the layout is standard");
    let (blocks, rest) = numbers.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for block in blocks {
        for (sum, &number) in sums.iter_mut().zip(block) {
            *sum += (number as f64).powi(2);
        }
    }
    let rest = rest.iter().map(|&number| (number as f64).powi(2));
    sums.iter().sum::<f64>() + rest.sum::<f64>()
}
