use alarm_and_question::alarm_lookup;
use attention::Real;
use attention::array::{assert_close, softmax};
use attention::attention_cues::{Lookup, handbook, soft_lookup};
use attention::nn::init::normal;
use ndarray::{Array1, Array2, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};

fn draw(rows: usize, columns: usize, seed: u64) -> Array2<Real> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    normal((rows, columns), 1.0, &mut rng)
}

#[test]
fn at_loudness_fifty() {
    let (keys, values) = handbook();
    let (queries, salience) = (array![[1.0], [2.5], [4.0]], array![0.0, 0.0, 1.0]);
    let got: Lookup = alarm_lookup(&queries, &keys, &values, &salience, 50.0);
    let want = array![[20.0, 190.0], [20.0, 190.0], [20.0, 190.0]];
    assert_close(&got.output, &want, 1e-5);
}

#[test]
fn salience_of_all_keys_is_salience_of_none() {
    let (queries, keys, values) = (draw(3, 2, 1), draw(5, 2, 2), draw(5, 4, 3));
    let want = soft_lookup(&queries, &keys, &values, 1.0);
    for loudness in [0.5, 4.0, 100.0] {
        let salience: Array1<Real> = Array1::from_elem(5, 0.75);
        let got: Lookup = alarm_lookup(&queries, &keys, &values, &salience, loudness);
        assert_close(&got.weights, &want.weights, 1e-4);
        assert_close(&got.output, &want.output, 1e-4);
    }
}

#[test]
fn salience_belongs_to_keys() {
    for queries in [1, 4, 6] {
        let (queries, keys, values) =
            (draw(queries, 3, 4), draw(4, 3, 5), draw(4, 2, 6));
        let salience: Array1<Real> = array![0.0, 1.5, -0.5, 0.25];
        let got: Lookup = alarm_lookup(&queries, &keys, &values, &salience, 2.0);
        let mut scores = Array2::zeros((queries.nrows(), 4));
        for ((i, j), score) in scores.indexed_iter_mut() {
            let difference = &queries.row(i) - &keys.row(j);
            *score = 2.0 * salience[j] - difference.mapv(|d| d * d).sum();
        }
        let want: Array2<Real> = softmax(&scores);
        assert_close(&got.weights, &want, 1e-4);
        assert_close(&got.output, &want.dot(&values), 1e-4);
    }
}
