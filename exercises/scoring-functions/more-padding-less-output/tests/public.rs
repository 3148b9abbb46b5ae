use attention::{Real, array::assert_close};
use more_padding_less_output::valid_weights;
use ndarray::{Array2, Array3, Axis, array, concatenate, s};

#[test]
fn rows_sum_to_one() {
    let scores: Array3<Real> = array![
        [[1.0, 2.0, 0.0, 3.0], [0.5, 0.5, -1.0, 0.0]],
        [[0.0, -2.0, 2.0, 1.0], [4.0, 1.0, 1.0, 1.0]]
    ];
    let weights: Array3<Real> = valid_weights(&scores, &[2, 3]);
    assert_eq!(weights.dim(), (2, 2, 4), "[batch, queries, keys]");
    assert_close(&weights.sum_axis(Axis(2)), &Array2::ones((2, 2)), 1e-5);
    let padding: Real = weights[[0, 0, 2]] + weights[[0, 1, 3]] + weights[[1, 0, 3]];
    assert!(padding == 0.0, "padding has weights: {weights}");
}

#[test]
fn more_padding_changes_nothing() {
    let scores: Array3<Real> = array![[[1.0, 2.0, 0.0]], [[0.5, -1.0, 0.25]]];
    let short: Array3<Real> = valid_weights(&scores, &[2, 3]);
    let padding: Array3<Real> = Array3::from_elem((2, 1, 5), 1.5);
    let longer = concatenate(Axis(2), &[scores.view(), padding.view()]).unwrap();
    let long: Array3<Real> = valid_weights(&longer, &[2, 3]);
    assert_close(&long.slice(s![.., .., ..3]), &short, 1e-6);
}
