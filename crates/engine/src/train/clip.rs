//! Clipping of gradients.

use ndarray::ArrayD;

use crate::Real;
use crate::tape::Gradients;

/// Shortens the gradients of all parameters by one factor, so that together they are a vector of at
/// most the length `max`; returns its length before.
///
/// One factor for all keeps the direction. Gradients that are short enough keep every bit, and so do
/// all gradients if the length is not finite: it is returned as it is, for the caller to stop.
/// `Real::INFINITY` measures and never clips. PyTorch divides by the length plus 10⁻⁶ and so ends a
/// little below `max`.
///
/// # Panics
///
/// If `max` is not above 0.
///
/// # Source
///
/// Pascanu, Mikolov and Bengio (2013), *On the difficulty of training recurrent neural networks*,
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
#[track_caller]
pub fn clip_global_norm(gradients: &mut Gradients, max: Real) -> Real {
    assert!(
        max > 0.0,
        "clip_global_norm: the maximum {max} is not above 0"
    );
    let squares = gradients.iter_mut().map(|(_, gradient)| squares(gradient));
    let norm = squares.sum::<f64>().sqrt() as Real;
    if norm.is_finite() && norm > max {
        for (_, gradient) in gradients.iter_mut() {
            *gradient *= max / norm;
        }
    }
    norm
}

/// The sum of the squares, in double precision: the square of an `f32` can be larger than any `f32`.
///
/// Eight sums run side by side, since one alone would wait for each addition.
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
