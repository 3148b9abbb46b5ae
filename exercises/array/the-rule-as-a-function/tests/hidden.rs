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
            let shapes = (left.shape(), right.shape());
            assert!(fits, "{shapes:?}: not {got:?}");
            assert_eq!(got, (left + right).shape(), "{shapes:?}");
        }
    }
}

#[test]
fn none_means_that_no_shape_takes_both() {
    let arrays = arrays();
    for left in &arrays {
        for right in &arrays {
            let shapes = (left.shape(), right.shape());
            if broadcast_shape(shapes.0, shapes.1).is_none() {
                let mut all = arrays.iter().map(|array| array.shape());
                let common = all.find(|shape| takes_both(shape, left, right));
                assert_eq!(common, None, "{shapes:?} fit");
            }
        }
    }
}
