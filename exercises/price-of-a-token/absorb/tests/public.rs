use absorb::{Head, absorbed};
use attention::{Real, array::assert_close, array::softmax, nn::init::normal};
use ndarray::{Array1, Array2, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn the_score_of_one_latent() {
    // The keys are 2 and 0, the query ln 3 / 2: scores ln 3 and 0, weights 3/4 and 1/4.
    let head = Head {
        query: array![Real::ln(3.0) / 2.0],
        rotated_query: array![],
        key_up: array![[2.0], [0.0]],
        value_up: array![[4.0], [8.0]],
    };
    let latents = array![[1.0, 0.0], [0.0, 1.0]];
    let got: Array1<Real> = absorbed(&[head], &latents, &Array2::zeros((2, 0)));
    assert_close(&got, &array![5.0], 1e-5);
}

#[test]
fn equals_projected_keys_and_values() {
    let mut rng = ChaCha8Rng::seed_from_u64(98);
    let latents = normal((5, 4), 1.0, &mut rng);
    let head = Head {
        query: normal(3, 1.0, &mut rng),
        rotated_query: array![],
        key_up: normal((4, 3), 1.0, &mut rng),
        value_up: normal((4, 3), 1.0, &mut rng),
    };
    let (keys, values) = (latents.dot(&head.key_up), latents.dot(&head.value_up));
    let want = softmax(&(keys.dot(&head.query) / Real::sqrt(3.0))).dot(&values);
    assert_close(&absorbed(&[head], &latents, &Array2::zeros((5, 0))), &want, 1e-4);
}
