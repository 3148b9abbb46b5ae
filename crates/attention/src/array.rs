//! Kernels on plain arrays: what every chapter uses and no chapter is about.

use ndarray::{Array, Array3, Axis, Dimension, Zip, linalg::general_mat_mul};

use crate::Real;

/// Turns scores into weights: every row along the last axis becomes nonnegative and sums to 1.
///
/// An entry of a row becomes exp(sᵢ) / Σⱼ exp(sⱼ), where j runs over the row. The maximum of the row is subtracted
/// first, which changes nothing on paper and keeps `exp` from overflowing: scores of 10 000 are fine.
///
/// | row | weights |
/// |---|---|
/// | an entry is minus infinity | exactly 0 for this entry |
/// | all entries are minus infinity | 0 everywhere: nothing may be looked at |
/// | one entry, and it is finite | 1 |
/// | no entries (the last axis is empty) | no entries |
/// | an entry is plus infinity or NaN | NaN everywhere: the mistake stays visible |
///
/// # Shapes
///
/// `[.., keys]` to `[.., keys]`, for any number of axes in front of the last.
///
/// # Panics
///
/// If `scores` has no axis at all.
///
/// # Source
///
/// Bridle (1990), *Probabilistic interpretation of feedforward classification network outputs*, gave
/// the function its name.
///
/// # Example
///
/// ```
/// use attention::array::softmax;
/// use ndarray::array;
///
/// let weights = softmax(&array![[0.0, 0.0], [1e4, -1e4]]);
/// assert_eq!(weights, array![[0.5, 0.5], [1.0, 0.0]]);
/// ```
// ANCHOR: softmax
#[track_caller]
pub fn softmax<D: Dimension>(scores: &Array<Real, D>) -> Array<Real, D> {
    assert!(scores.ndim() > 0, "softmax: []: there is no last axis");
    let mut weights = scores.to_owned();
    for mut row in weights.rows_mut() {
        if row.iter().all(|&score| score == Real::NEG_INFINITY) {
            row.fill(0.0);
            continue;
        }
        let max = row.fold(Real::NEG_INFINITY, |max, &score| max.max(score));
        row.mapv_inplace(|score| (score - max).exp());
        let sum = row.sum();
        row /= sum;
    }
    weights
}
// ANCHOR_END: softmax

/// Multiplies two stacks of matrices, one pair for each item of the batch.
///
/// # Shapes
///
/// `[batch, rows, inner]` times `[batch, inner, columns]` to `[batch, rows, columns]`. Each of the
/// sizes may be 0; an empty inner axis gives zeros.
///
/// # Panics
///
/// If the batch sizes or the inner sizes differ. The message names both shapes:
///
/// ```should_panic
/// # use attention::array::batched_matmul;
/// # use ndarray::Array3;
/// // batched_matmul: [2, 1, 4] x [2, 5, 6]: inner sizes 4 and 5 differ
/// batched_matmul(&Array3::zeros((2, 1, 4)), &Array3::zeros((2, 5, 6)));
/// ```
///
/// # Example
///
/// Uniform weights over ten values are their mean, in each item of the batch:
///
/// ```
/// use attention::array::batched_matmul;
/// use ndarray::{Array, Array3, array};
///
/// let weights = Array3::from_elem((2, 1, 10), 0.1);
/// let values = Array::range(0.0, 20.0, 1.0).into_shape_with_order((2, 10, 1)).unwrap();
/// let means = batched_matmul(&weights, &values);
/// assert!((means - array![[[4.5]], [[14.5]]]).iter().all(|error| error.abs() < 1e-5));
/// ```
#[track_caller]
pub fn batched_matmul(left: &Array3<Real>, right: &Array3<Real>) -> Array3<Real> {
    let (batch, rows, inner) = left.dim();
    let (right_batch, right_inner, columns) = right.dim();
    let shapes = || format!("batched_matmul: {:?} x {:?}", left.shape(), right.shape());
    assert!(
        batch == right_batch,
        "{}: batch sizes {batch} and {right_batch} differ",
        shapes()
    );
    assert!(
        inner == right_inner,
        "{}: inner sizes {inner} and {right_inner} differ",
        shapes()
    );
    let mut product = Array3::zeros((batch, rows, columns));
    Zip::from(product.axis_iter_mut(Axis(0)))
        .and(left.axis_iter(Axis(0)))
        .and(right.axis_iter(Axis(0)))
        .for_each(|mut item, left, right| {
            general_mat_mul(1.0, &left, &right, 0.0, &mut item);
        });
    product
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::{Array1, Array2, arr0, array};

    const INFINITY: Real = Real::INFINITY;

    #[test]
    fn softmax_of_one_row_by_hand() {
        let weights = softmax(&array![1.0, 3.0, 2.0]);
        let expected = array![0.090_030_57, 0.665_240_96, 0.244_728_47];
        assert!((weights - expected).iter().all(|e: &Real| e.abs() < 1e-6));
    }

    #[test]
    fn softmax_does_not_overflow() {
        assert_eq!(softmax(&array![1e4, 1e4]), array![0.5, 0.5]);
        assert_eq!(softmax(&array![-1e4, -1e4]), array![0.5, 0.5]);
        assert_eq!(softmax(&array![1e4, -1e4]), array![1.0, 0.0]);
        assert_eq!(softmax(&array![Real::MAX, Real::MIN]), array![1.0, 0.0]);
    }

    #[test]
    fn softmax_gives_minus_infinity_no_weight() {
        assert_eq!(
            softmax(&array![[0.0, -INFINITY, 0.0], [-INFINITY, -1e4, -INFINITY]]),
            array![[0.5, 0.0, 0.5], [0.0, 1.0, 0.0]]
        );
    }

    #[test]
    fn softmax_of_a_row_that_may_look_at_nothing_is_zero() {
        assert_eq!(
            softmax(&array![[-INFINITY, -INFINITY], [1.0, 1.0]]),
            array![[0.0, 0.0], [0.5, 0.5]]
        );
        assert_eq!(softmax(&array![-INFINITY]), array![0.0]);
    }

    #[test]
    fn softmax_of_a_single_key_is_one() {
        assert_eq!(
            softmax(&array![[[-7.0]], [[1e4]]]),
            array![[[1.0]], [[1.0]]]
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
    fn softmax_runs_over_the_last_axis_whatever_the_memory_order() {
        let scores: Array3<Real> = Array3::from_shape_fn((2, 3, 4), |(i, j, k)| {
            ((7 * i + 5 * j + 3 * k) % 8) as Real
        });
        let weights = softmax(&scores);
        for sum in weights.sum_axis(Axis(2)) {
            assert!((sum - 1.0).abs() < 1e-6);
        }
        let column_major = scores
            .clone()
            .reversed_axes()
            .as_standard_layout()
            .to_owned();
        assert_eq!(softmax(&column_major.reversed_axes()), weights);
    }

    #[test]
    #[should_panic(expected = "softmax: []: there is no last axis")]
    fn softmax_of_a_scalar_is_refused() {
        softmax(&arr0(1.0));
    }

    #[test]
    fn batched_matmul_multiplies_item_by_item() {
        let left =
            Array3::from_shape_fn((3, 2, 4), |(b, i, j)| (b * 8 + i * 4 + j) as Real);
        let right =
            Array3::from_shape_fn((3, 4, 5), |(b, i, j)| (b + i * 5 + j) as Real);
        let product = batched_matmul(&left, &right);
        assert_eq!(product.dim(), (3, 2, 5));
        for item in 0..3 {
            let expected = left
                .index_axis(Axis(0), item)
                .dot(&right.index_axis(Axis(0), item));
            assert_eq!(product.index_axis(Axis(0), item), expected);
        }
    }

    #[test]
    fn batched_matmul_reads_transposed_views() {
        let left =
            Array3::from_shape_fn((2, 3, 4), |(b, i, j)| (b * 12 + i * 4 + j) as Real);
        let mut transposed = left.clone();
        transposed.swap_axes(1, 2);
        let product = batched_matmul(&left, &transposed);
        for item in 0..2 {
            let matrix = left.index_axis(Axis(0), item);
            assert_eq!(product.index_axis(Axis(0), item), matrix.dot(&matrix.t()));
        }
    }

    #[test]
    fn batched_matmul_accepts_empty_axes() {
        let multiply =
            |left, right| batched_matmul(&Array3::ones(left), &Array3::ones(right));
        assert_eq!(multiply((0, 2, 3), (0, 3, 4)).dim(), (0, 2, 4));
        assert_eq!(multiply((2, 0, 3), (2, 3, 4)).dim(), (2, 0, 4));
        assert_eq!(
            multiply((2, 2, 0), (2, 0, 4)),
            Array3::<Real>::zeros((2, 2, 4))
        );
    }

    #[test]
    #[should_panic(
        expected = "batched_matmul: [2, 1, 4] x [2, 5, 6]: inner sizes 4 and 5 differ"
    )]
    fn batched_matmul_refuses_different_inner_sizes() {
        batched_matmul(&Array3::zeros((2, 1, 4)), &Array3::zeros((2, 5, 6)));
    }

    #[test]
    #[should_panic(
        expected = "batched_matmul: [2, 1, 4] x [3, 4, 6]: batch sizes 2 and 3 differ"
    )]
    fn batched_matmul_refuses_different_batch_sizes() {
        batched_matmul(&Array3::zeros((2, 1, 4)), &Array3::zeros((3, 4, 6)));
    }
}
