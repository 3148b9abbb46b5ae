use alone_it_gets_the_sum::answers;
use attention::{Real, array::assert_close, assert_between};
use ndarray::{Array3, Axis, array, concatenate};

#[test]
fn an_output_is_a_mean_of_the_values() {
    let queries: Array3<Real> = array![[[0.5, 1.0], [-2.0, 0.3], [1.0, 1.0]]];
    let keys: Array3<Real> = array![[[1.0, 0.0], [0.0, 1.0], [1.0, -1.0], [0.5, 2.0]]];
    let values: Array3<Real> = array![[[10.0], [20.0], [60.0], [30.0]]];
    let got: Array3<Real> = answers(&queries, &keys, &values);
    assert_eq!(got.dim(), (1, 3, 1), "[batch, queries, value_dim]");
    for &output in &got {
        assert_between!(
            output,
            10.0,
            60.0,
            "an output, a mean of values from 10 to 60"
        );
    }
    // Under weights that sum to 1, the mean of equal values is this value.
    let ones: Array3<Real> = Array3::ones((1, 4, 2));
    assert_close(&answers(&queries, &keys, &ones), &Array3::ones((1, 3, 2)), 1e-5);
}

#[test]
fn queries_are_independent() {
    let first: Array3<Real> = array![[[0.5, -1.0]], [[2.0, 0.1]]];
    let second: Array3<Real> = array![[[-1.5, 0.4]], [[0.3, 0.3]]];
    let keys: Array3<Real> =
        array![[[1.0, 0.0], [0.0, 1.0]], [[-1.0, 2.0], [0.5, 0.5]]];
    let values: Array3<Real> = array![[[10.0], [20.0]], [[5.0], [-5.0]]];
    let alone: Array3<Real> = answers(&first, &keys, &values);
    let both = concatenate(Axis(1), &[first.view(), second.view()]).unwrap();
    let together: Array3<Real> = answers(&both, &keys, &values);
    // The first query of each example, alone and next to a second one.
    assert_close(&together.index_axis(Axis(1), 0), &alone.index_axis(Axis(1), 0), 1e-5);
}
