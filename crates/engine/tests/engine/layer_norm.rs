//! The normalization of rows of plain arrays, whose numbers the table of operations compares.

use engine::Real;
use engine::array::layer_norm;
use engine::testing::assert_panics;
use ndarray::{Array, Array1, Array2, Array3, Axis, Dimension, arr0, array};

fn plain<D: Dimension>(x: &Array<Real, D>, epsilon: Real) -> Array<Real, D> {
    let hidden = x.shape()[x.ndim() - 1];
    layer_norm(x, &Array1::ones(hidden), &Array1::zeros(hidden), epsilon)
}

fn example() -> Array3<Real> {
    Array3::from_shape_fn((3, 4, 13), |(b, i, j)| ((7 * b + 5 * i + 3 * j * j) % 11) as Real)
}

#[test]
fn equal_entries_become_the_bias() {
    let bias = array![0.25, -4.0, 7.0];
    for entry in [0.0, 1e4, -3.0, 12345.678, 333_333.3] {
        let x = Array2::from_elem((2, 3), entry);
        let output = layer_norm(&x, &array![5.0, 5.0, 5.0], &bias, 1e-5);
        assert_eq!(output, array![[0.25, -4.0, 7.0], [0.25, -4.0, 7.0]]);
    }
    let wide = Array2::from_elem((1, 512), 12345.678);
    assert!(plain(&wide, 1e-5).iter().all(|&x| x == 0.0));
    assert_eq!(layer_norm(&array![9.0], &array![5.0], &array![0.5], 1e-5), array![0.5]);
    assert!(plain(&array![1.0, 1.0], 0.0).iter().all(|x| x.is_nan()));
}

#[test]
fn infinities_and_nan_stay_in_their_row() {
    for bad in [Real::INFINITY, Real::NEG_INFINITY, Real::NAN] {
        let output = plain(&array![[1.0, bad], [1.0, 3.0]], 0.0);
        assert!(output.row(0).iter().all(|x| x.is_nan()));
        assert_eq!(output.row(1), array![-1.0, 1.0]);
    }
}

#[test]
fn an_example_alone_has_the_same_bits_as_in_a_batch_in_any_memory_order() {
    let x = example();
    let output = plain(&x, 1e-5);
    for (index, alone) in x.outer_iter().enumerate() {
        assert_eq!(output.index_axis(Axis(0), index), plain(&alone.to_owned(), 1e-5));
    }
    let column_major = x.clone().reversed_axes().as_standard_layout().to_owned();
    assert_eq!(plain(&column_major.reversed_axes(), 1e-5), output);
}

#[test]
fn empty_arrays_stay_empty() {
    assert_eq!(plain(&Array2::zeros((0, 4)), 1e-5).dim(), (0, 4));
    assert_eq!(plain(&Array2::zeros((4, 0)), 1e-5).dim(), (4, 0));
}

#[test]
fn shapes_that_do_not_fit_are_refused() {
    assert_panics("layer_norm: [2, 3] with bias [4]: expected bias [3]", || {
        layer_norm(&Array2::zeros((2, 3)), &Array1::ones(3), &Array1::zeros(4), 1e-5);
    });
    assert_panics("layer_norm: []: needs at least one axis", || {
        layer_norm(&arr0(1.0), &Array1::ones(1), &Array1::zeros(1), 1e-5);
    });
}
