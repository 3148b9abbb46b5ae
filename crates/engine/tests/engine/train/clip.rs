//! Clipping by the global norm.

use engine::Real;
use engine::tape::Gradients;
use engine::testing::assert_panics;
use engine::train::clip_global_norm;
use ndarray::{Array1, array};

use super::{Params, assert_close, gradients};

/// Returns two parameters whose gradients have norms 3 and 4, and a global norm of 5.
fn three_and_four() -> (Params, Gradients) {
    let params = Params::new([array![0.0, 0.0], array![0.0, 0.0]]);
    let derivatives = [array![3.0, 0.0], array![0.0, -4.0]];
    let gradients = gradients(params.0.iter().zip(derivatives));
    (params, gradients)
}

fn gradient_of(gradients: &Gradients, params: &Params, index: usize) -> Vec<Real> {
    let gradient = gradients.of(&params.0[index]);
    gradient.expect("it has a gradient").iter().copied().collect()
}

#[test]
fn all_gradients_shrink_by_one_factor() {
    let (params, mut gradients) = three_and_four();
    assert_eq!(clip_global_norm(&mut gradients, 2.5), 5.0);
    assert_eq!(gradient_of(&gradients, &params, 0), [1.5, 0.0]);
    assert_eq!(gradient_of(&gradients, &params, 1), [0.0, -2.0]);
}

#[test]
fn short_gradients_keep_every_bit() {
    for max in [5.0, 5.5, Real::INFINITY] {
        let (params, mut gradients) = three_and_four();
        assert_eq!(clip_global_norm(&mut gradients, max), 5.0);
        assert_eq!(gradient_of(&gradients, &params, 0), [3.0, 0.0]);
        assert_eq!(gradient_of(&gradients, &params, 1), [0.0, -4.0]);
    }
}

#[test]
fn no_gradients_have_the_norm_0() {
    assert_eq!(clip_global_norm(&mut Gradients::default(), 1.0), 0.0);
    assert_panics("clip_global_norm: maximum norm NaN is not positive", || {
        clip_global_norm(&mut Gradients::default(), Real::NAN);
    });
}

/// Every entry counts once, including those after the last full block of the sum.
#[test]
fn arrays_of_all_lengths_are_summed() {
    for length in 0..40 {
        let params = Params::new([Array1::<Real>::zeros(length)]);
        let numbers = Array1::from_shape_fn(length, |i| i as Real);
        let mut gradients = gradients([(&params.0[0], numbers)]);
        let squares = (0..length).map(|i| (i * i) as Real).sum::<Real>();
        let norm = clip_global_norm(&mut gradients, Real::INFINITY);
        assert_close(&[norm], &[squares.sqrt()], 1e-4);
    }
}

/// The square of 10²⁵ is larger than any `f32`.
#[test]
fn squares_do_not_overflow() {
    let params = Params::new([array![0.0, 0.0]]);
    let mut gradients = gradients([(&params.0[0], array![3e25, 4e25])]);
    let norm = clip_global_norm(&mut gradients, 1.0);
    assert_close(&[norm / 1e25], &[5.0], 1e-5);
    assert_close(&gradient_of(&gradients, &params, 0), &[0.6, 0.8], 1e-6);
}

#[test]
fn a_norm_that_is_not_finite_changes_nothing() {
    for (wrong, norm) in [(Real::NAN, "NaN"), (Real::INFINITY, "inf"), (Real::NEG_INFINITY, "inf")]
    {
        let params = Params::new([array![0.0, 0.0]]);
        let mut gradients = gradients([(&params.0[0], array![8.0, wrong])]);
        let reported = clip_global_norm(&mut gradients, 1.0);
        assert_eq!(reported.to_string(), norm);
        let after = gradient_of(&gradients, &params, 0);
        assert_eq!(after[0], 8.0);
        assert_eq!(after[1].to_string(), wrong.to_string());
    }
}

/// Sums depend on their order, so the order must not depend on the addresses of parameters.
#[test]
fn gradients_come_in_the_order_of_the_tape() {
    let params = Params::new((0..50).map(|_| array![0.0]));
    let order: Vec<_> = (0..50).map(|i| &params.0[i * 7 % 50]).collect();
    let derivatives = order.iter().map(|&param| (param, array![1.0]));
    let mut gradients = gradients(derivatives);
    let seen: Vec<_> = gradients.iter_mut().map(|(param, _)| param.id()).collect();
    let expected: Vec<_> = order.iter().map(|param| param.id()).collect();
    assert_eq!(seen, expected);
}
