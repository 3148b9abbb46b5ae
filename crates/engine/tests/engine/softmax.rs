//! The softmax of rows of plain arrays, and products of batches.

use engine::Real;
use engine::array::{batched_matmul, softmax};
use engine::testing::assert_panics;
use ndarray::{Array1, Array2, Array3, Axis, arr0, array};

const INFINITY: Real = Real::INFINITY;

#[test]
fn softmax_of_rows_by_hand() {
    let weights = softmax(&array![1.0, 3.0, 2.0]);
    let expected = array![0.090_030_57, 0.665_240_96, 0.244_728_47];
    assert!((weights - expected).iter().all(|e: &Real| e.abs() < 1e-6));
    for (scores, weights) in [
        ([1e4, 1e4], [0.5, 0.5]),
        ([-1e4, -1e4], [0.5, 0.5]),
        ([1e4, -1e4], [1.0, 0.0]),
        ([Real::MAX, Real::MIN], [1.0, 0.0]),
        ([0.0, -INFINITY], [1.0, 0.0]),
        ([-INFINITY, -1e4], [0.0, 1.0]),
        // A row that may look at nothing.
        ([-INFINITY, -INFINITY], [0.0, 0.0]),
    ] {
        let rows = |first: [Real; 2], second| Array2::from(vec![first, second]);
        assert_eq!(softmax(&rows(scores, [1.0, 1.0])), rows(weights, [0.5, 0.5]));
    }
    assert_eq!(
        softmax(&array![[[-7.0]], [[1e4]], [[-INFINITY]]]),
        array![[[1.0]], [[1.0]], [[0.0]]]
    );
}

#[test]
fn softmax_keeps_empty_arrays_empty() {
    assert_eq!(softmax(&Array1::zeros(0)).dim(), 0);
    assert_eq!(softmax(&Array2::zeros((3, 0))).dim(), (3, 0));
    assert_eq!(softmax(&Array3::zeros((0, 2, 4))).dim(), (0, 2, 4));
}

#[test]
fn softmax_shows_plus_infinity_and_nan() {
    for bad in [INFINITY, Real::NAN] {
        for neighbor in [0.0, -INFINITY] {
            let weights = softmax(&array![[bad, neighbor], [0.0, 0.0]]);
            assert!(weights.row(0).iter().all(|weight| weight.is_nan()));
            assert_eq!(weights.row(1), array![0.5, 0.5]);
        }
    }
}

#[test]
fn softmax_runs_over_the_last_axis_in_any_memory_order() {
    let scores: Array3<Real> =
        Array3::from_shape_fn((2, 3, 4), |(i, j, k)| ((7 * i + 5 * j + 3 * k) % 8) as Real);
    let weights = softmax(&scores);
    for sum in weights.sum_axis(Axis(2)) {
        assert!((sum - 1.0).abs() < 1e-6);
    }
    let column_major = scores.clone().reversed_axes().as_standard_layout().to_owned();
    assert_eq!(softmax(&column_major.reversed_axes()), weights);
}

#[test]
fn batched_matmul_multiplies_item_by_item() {
    let numbers = |(batch, rows, columns)| {
        Array3::from_shape_fn((batch, rows, columns), |(b, i, j)| (b + i * columns + j) as Real)
    };
    let left = numbers((3, 2, 4));
    let mut transposed = left.clone();
    transposed.swap_axes(1, 2);
    for right in [numbers((3, 4, 5)), transposed] {
        let product = batched_matmul(&left, &right);
        for (item, product) in product.outer_iter().enumerate() {
            let [left, right] = [&left, &right].map(|x| x.index_axis(Axis(0), item));
            assert_eq!(product, left.dot(&right));
        }
    }
    let multiply = |left, right| batched_matmul(&Array3::ones(left), &Array3::ones(right));
    assert_eq!(multiply((0, 2, 3), (0, 3, 4)).dim(), (0, 2, 4));
    assert_eq!(multiply((2, 0, 3), (2, 3, 4)).dim(), (2, 0, 4));
    assert_eq!(multiply((2, 2, 0), (2, 0, 4)), Array3::<Real>::zeros((2, 2, 4)));
    assert_panics("batched_matmul: [2, 1, 4] x [2, 5, 6]: inner sizes 4 and 5 differ", || {
        multiply((2, 1, 4), (2, 5, 6));
    });
    assert_panics("batched_matmul: [2, 1, 4] x [3, 4, 6]: batch sizes 2 and 3 differ", || {
        multiply((2, 1, 4), (3, 4, 6));
    });
    assert_panics("softmax: []: needs at least one axis", || {
        softmax(&arr0(1.0));
    });
}
