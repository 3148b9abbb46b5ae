//! Leave-one-out weights, loss, and gradient.

use attention::Real;
use attention::array::{batched_matmul, softmax};
use attention::nadaraya_watson::*;
use ndarray::{Array3, Axis, array};

use super::{assert_close, samples};

#[test]
fn a_point_never_looks_at_itself() {
    let weights = leave_one_out_weights(samples(2).inputs(), 3.0);
    assert!(weights.diag().iter().all(|&weight| weight == 0.0));
    let sums = weights.sum_axis(Axis(1));
    assert!(sums.iter().all(|sum| (sum - 1.0).abs() < 1e-5));
}

#[test]
fn a_single_point_has_nothing_to_look_at() {
    let single = Samples::new(array![1.0], array![3.0]).expect("valid");
    assert_eq!(leave_one_out_weights(single.inputs(), 1.0), array![[0.0]]);
    assert_eq!(loss_and_gradient(&single, 1.0), (9.0, 0.0));
}

#[test]
fn leaving_out_by_minus_infinity_and_by_a_list_of_the_others_agree() {
    let samples = samples(22);
    let (inputs, targets) = (samples.inputs(), samples.targets());
    let other = |i: usize, j: usize| if j < i { j } else { j + 1 };
    let scores = Array3::from_shape_fn((50, 1, 49), |(i, _, j)| {
        -((inputs[i] - inputs[other(i, j)]) * 2.0).powi(2) / 2.0
    });
    let values = Array3::from_shape_fn((50, 49, 1), |(i, j, _)| targets[other(i, j)]);
    let listed = batched_matmul(&softmax(&scores), &values);
    let masked = leave_one_out_weights(inputs, 2.0).dot(targets);
    for (i, &prediction) in masked.iter().enumerate() {
        assert_close(listed[[i, 0, 0]], prediction, 1e-5);
    }
}

#[test]
fn with_its_own_point_the_loss_goes_to_zero() {
    let samples = samples(22);
    assert!(loss_with_own_point(&samples, 1e5) < 1e-3);
    assert!(loss_and_gradient(&samples, 1e5).0 > 0.4);
}

#[test]
fn the_loss_is_even_and_flat_at_zero() {
    for seed in 0..10 {
        let samples = samples(seed);
        assert_eq!(loss_and_gradient(&samples, 0.0).1, 0.0);
        let (right, left) = (loss_and_gradient(&samples, 2.0), loss_and_gradient(&samples, -2.0));
        assert_eq!(right.0, left.0);
        assert_eq!(right.1, -left.1);
    }
}

#[test]
fn a_descent_can_get_stuck_at_zero() {
    let stuck = descend(&samples(54), 0.1, 1.0, 300)[300];
    assert!(stuck.w.abs() < 1e-3);
    assert!(descend(&samples(54), 0.5, 1.0, 300)[300].loss < stuck.loss / 2.0);
}

#[test]
fn the_gradient_agrees_with_central_differences() {
    let (step, tolerance) = if size_of::<Real>() == 8 { (1e-5, 1e-8) } else { (1e-2, 1e-3) };
    for seed in 0..10 {
        let samples = samples(seed);
        let loss = |w| loss_and_gradient(&samples, w).0;
        for w in [0.1, 0.5, 1.0, 2.0, 4.0, 12.0, -3.0] {
            let measured = (loss(w + step) - loss(w - step)) / (2.0 * step);
            let (_, gradient) = loss_and_gradient(&samples, w);
            assert_close(gradient, measured, tolerance);
        }
    }
}
