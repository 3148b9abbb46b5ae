use attention::Real;
use ndarray::{ArrayD, Dimension, indices};
use the_rule_as_a_function::broadcast_shape;

/// Returns all arrays with at most 3 axes and lengths from 0 to 2.
fn arrays() -> Vec<ArrayD<Real>> {
    (0..4)
        .flat_map(|axes| indices(vec![3; axes]))
        .map(|shape| ArrayD::ones(shape.slice()))
        .collect()
}

fn takes_both(shape: &[usize], left: &ArrayD<Real>, right: &ArrayD<Real>) -> bool {
    left.broadcast(shape).is_some() && right.broadcast(shape).is_some()
}

#[test]
fn some_is_the_shape_of_the_sum() {
    let arrays = arrays();
    for left in &arrays {
        for right in &arrays {
            let got: Option<Vec<usize>> = broadcast_shape(left.shape(), right.shape());
            let Some(got) = got else { continue };
            let fits: bool = takes_both(&got, left, right);
            let (left_shape, right_shape) = (left.shape(), right.shape());
            assert!(fits, "{left_shape:?} and {right_shape:?}: not {got:?}");
            let sum: ArrayD<Real> = left + right;
            let want: &[usize] = sum.shape();
            assert_eq!(got, want, "{left_shape:?} and {right_shape:?}");
        }
    }
}

#[test]
fn none_means_that_no_shape_takes_both() {
    let arrays = arrays();
    for left in &arrays {
        for right in &arrays {
            let got: Option<Vec<usize>> = broadcast_shape(left.shape(), right.shape());
            if got.is_some() {
                continue;
            }
            let common = arrays
                .iter()
                .find(|array| takes_both(array.shape(), left, right))
                .map(|array| array.shape());
            let (left_shape, right_shape) = (left.shape(), right.shape());
            assert_eq!(common, None, "{left_shape:?} and {right_shape:?} fit");
        }
    }
}
