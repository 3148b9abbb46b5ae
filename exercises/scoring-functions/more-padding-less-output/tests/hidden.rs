use attention::array::{assert_close, softmax};
use attention::{Real, nn::init::normal};
use more_padding_less_output::valid_weights;
use ndarray::{Array3, array, s};
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn rows_are_independent() {
    let mut rng = ChaCha8Rng::seed_from_u64(41);
    let lens = [1, 5, 3, 7];
    let scores = normal((4, 3, 7), 1.0, &mut rng);
    let got: Array3<Real> = valid_weights(&scores, &lens);
    let mut want: Array3<Real> = Array3::zeros((4, 3, 7));
    for (b, &len) in lens.iter().enumerate() {
        let valid = scores.slice(s![b, .., ..len]).to_owned();
        want.slice_mut(s![b, .., ..len]).assign(&softmax(&valid));
    }
    assert_close(&got, &want, 1e-5);
}

#[test]
fn padding_with_any_score() {
    let third: Real = 1.0 / 3.0;
    for any in [10_000.0, 200.0, Real::NAN, Real::INFINITY] {
        let scores: Array3<Real> =
            array![[[0.0, 0.0, any, any]], [[2.0, 2.0, 2.0, any]]];
        let got: Array3<Real> = valid_weights(&scores, &[2, 3]);
        let want: Array3<Real> =
            array![[[0.5, 0.5, 0.0, 0.0]], [[third, third, third, 0.0]]];
        assert_close(&got, &want, 1e-6);
    }
}

#[test]
fn an_example_without_keys() {
    let scores: Array3<Real> = array![[[1.0, 2.0, 3.0]], [[1.0, 1.0, 3.0]]];
    let got: Array3<Real> = valid_weights(&scores, &[0, 2]);
    let want: Array3<Real> = array![[[0.0, 0.0, 0.0]], [[0.5, 0.5, 0.0]]];
    assert_close(&got, &want, 1e-6);
}
