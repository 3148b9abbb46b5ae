use attention::{Real, array::assert_close};
use half_of_every_value::outputs;
use ndarray::{Array1, Array2};

#[test]
fn orthogonal_keys_return_their_values() {
    let keys: Array2<Real> = Array2::eye(4);
    let values: Array2<Real> =
        Array2::from_shape_fn((4, 2), |(i, c)| (3 * i + c) as Real);
    assert_close(&outputs(&keys, &keys, &values, &Array1::ones(4)), &values, 1e-5);
}

#[test]
fn a_rate_of_zero_writes_nothing() {
    let keys: Array2<Real> = Array2::ones((3, 2));
    let got: Array2<Real> = outputs(&keys, &keys, &keys, &Array1::zeros(3));
    assert_close(&got, &Array2::zeros((3, 2)), 1e-6);
}
