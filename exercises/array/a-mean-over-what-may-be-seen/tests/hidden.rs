use a_mean_over_what_may_be_seen::masked_mean;
use attention::Real;
use attention::array::{assert_close, masked_softmax};
use attention::{mask::Mask, nn::init::normal};
use ndarray::{Array2, array};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

//@ param seed
const SEED: u64 = 22;

#[test]
fn agrees_with_the_masked_softmax() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    for (queries, keys, value_dim) in [(4, 6, 3), (5, 5, 5), (1, 9, 2), (7, 1, 4)] {
        let values = normal((keys, value_dim), 1.0, &mut rng);
        let may_look: Array2<bool> =
            Array2::from_shape_fn((queries, keys), |_| rng.random_bool(0.5));
        // Equal scores have equal weights.
        let scores = Array2::zeros((queries, keys));
        let weights = masked_softmax(&scores, &Mask::allowed(may_look.clone()));
        assert_close(&masked_mean(&values, &may_look), &weights.dot(&values), 1e-4);
    }
}

#[test]
fn hidden_values_do_not_count() {
    let may_look: Array2<bool> = array![
        [true, false, true, false],
        [false, true, true, false],
        [false, false, true, false]
    ];
    let values: Array2<Real> = array![[1.0], [3.0], [5.0], [7.0]];
    let other_values: Array2<Real> = array![[1.0], [3.0], [5.0], [-900.0]];
    let want: Array2<Real> = array![[3.0], [4.0], [5.0]];
    assert_close(&masked_mean(&values, &may_look), &want, 1e-6);
    assert_close(&masked_mean(&other_values, &may_look), &want, 1e-6);
}

#[test]
fn no_keys_at_all() {
    let values: Array2<Real> = Array2::zeros((0, 3));
    let may_look: Array2<bool> = Array2::from_elem((2, 0), true);
    let got: Array2<Real> = masked_mean(&values, &may_look);
    let want: Array2<Real> = Array2::zeros((2, 3));
    assert_close(&got, &want, 0.0);
}
