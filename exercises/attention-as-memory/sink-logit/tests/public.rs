use attention::{Real, array::assert_close, array::softmax, mask::Mask};
use ndarray::{Array2, array};
use sink_logit::with_sink;

#[test]
fn the_rows_of_the_prompt() {
    let scores: Array2<Real> = array![[1.0, 2.0], [1.0, 20.0]].ln();
    let got: Array2<Real> = with_sink(&scores, Real::ln(3.0), &Mask::all());
    let want = array![[1.0 / 6.0, 1.0 / 3.0], [1.0 / 24.0, 20.0 / 24.0]];
    assert_close(&got, &want, 1e-5);
}

#[test]
fn without_a_sink() {
    let scores: Array2<Real> = array![[1.0, 3.0, 2.0], [-4.0, 0.0, 0.5]];
    let got: Array2<Real> = with_sink(&scores, Real::NEG_INFINITY, &Mask::all());
    assert_close(&got, &softmax(&scores), 1e-5);
}
