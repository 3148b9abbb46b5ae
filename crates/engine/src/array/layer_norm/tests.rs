use super::*;
use ndarray::{Array2, Array3, Axis, arr0, array};

fn plain<D: Dimension>(x: &Array<Real, D>, epsilon: Real) -> Array<Real, D> {
    let hidden = x.shape()[x.ndim() - 1];
    layer_norm(x, &Array1::ones(hidden), &Array1::zeros(hidden), epsilon)
}

fn example() -> Array3<Real> {
    Array3::from_shape_fn((3, 4, 13), |(b, i, j)| {
        ((7 * b + 5 * i + 3 * j * j) % 11) as Real
    })
}

#[test]
fn by_hand() {
    // Mean 4; deviations -3, -1, 1, 3; variance 20 / 4 = 5, and 5 + 4 = 9 is the square of 3.
    let output: Array2<Real> = plain(&array![[1.0, 3.0, 5.0, 7.0]], 4.0);
    let third = 1.0 / 3.0;
    let expected: Array2<Real> = array![[-1.0, -third, third, 1.0]];
    assert!((output - expected).iter().all(|error| error.abs() < 1e-6));
}

#[test]
fn gain_comes_before_bias() {
    let x = array![1.0, 3.0];
    assert_eq!(
        layer_norm(&x, &array![2.0, 3.0], &array![10.0, 20.0], 0.0),
        array![8.0, 23.0]
    );
}

#[test]
fn rows_have_mean_zero_and_variance_one() {
    for row in plain(&example(), 1e-12).rows() {
        assert!(row.mean().unwrap().abs() < 1e-6);
        assert!((row.dot(&row) / 13.0 - 1.0).abs() < 1e-5);
    }
}

#[test]
fn moving_and_scaling_a_row_changes_nothing() {
    let moved = example().mapv(|x| 4.0 * x - 100.0);
    let difference = plain(&moved, 0.0) - plain(&example(), 0.0);
    assert!(difference.iter().all(|error| error.abs() < 1e-4));
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
    assert_eq!(
        layer_norm(&array![9.0], &array![5.0], &array![0.5], 1e-5),
        array![0.5]
    );
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
        assert_eq!(
            output.index_axis(Axis(0), index),
            plain(&alone.to_owned(), 1e-5)
        );
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
#[should_panic(expected = "layer_norm: [2, 3] with bias [4]: expected bias [3]")]
fn a_bias_of_another_length_is_refused() {
    layer_norm(
        &Array2::zeros((2, 3)),
        &Array1::ones(3),
        &Array1::zeros(4),
        1e-5,
    );
}

#[test]
#[should_panic(expected = "layer_norm: []: needs at least one axis")]
fn a_scalar_is_refused() {
    layer_norm(&arr0(1.0), &Array1::ones(1), &Array1::zeros(1), 1e-5);
}
