use attention::{Real, array::assert_close};
use ndarray::{Array1, Array2, array};
use the_slope_of_attention::slope;

/// Computes the output in double precision, so that small steps make a difference.
fn output(query: &Array1<f64>, keys: &Array2<f64>) -> Array1<f64> {
    let scores: Array1<f64> = keys.dot(query);
    let exponentials = scores.mapv(f64::exp);
    exponentials.dot(keys) / exponentials.sum()
}

/// Moves each entry of the query up and down by a small step.
#[track_caller]
pub fn compare_with_small_steps(query: &Array1<Real>, keys: &Array2<Real>) {
    let (query_f64, keys_f64) = (query.mapv(f64::from), keys.mapv(f64::from));
    let step = 1e-4;
    let mut want: Array2<Real> = Array2::zeros((query.len(), query.len()));
    for e in 0..query.len() {
        let (mut above, mut below) = (query_f64.clone(), query_f64.clone());
        above[e] += step;
        below[e] -= step;
        let change = output(&above, &keys_f64) - output(&below, &keys_f64);
        want.column_mut(e).assign(&change.mapv(|c| (c / (2.0 * step)) as Real));
    }
    assert_close(&slope(query, keys), &want, 1e-4);
}

#[test]
fn agrees_with_small_steps() {
    let keys: Array2<Real> = array![[1.0, 0.0], [0.5, 2.0], [-1.0, 1.0]];
    compare_with_small_steps(&array![0.3, -0.2], &keys);
}

#[test]
fn one_key_has_no_slope() {
    let got: Array2<Real> = slope(&array![0.5, -1.0, 2.0], &array![[1.0, 2.0, -0.5]]);
    assert_close(&got, &Array2::zeros((3, 3)), 1e-6);
}
