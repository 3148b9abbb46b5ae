use attention::scoring_functions::AdditiveWeights;
use attention::{Real, assert_near, nn::init::normal};
use different_keys::disagreement;
use ndarray::{Array1, Array2, ArrayView2, s};
use rand::{SeedableRng, rngs::ChaCha8Rng};

fn random(rng: &mut ChaCha8Rng, rows: usize, columns: usize) -> Array2<Real> {
    normal((rows, columns), 1.0, rng)
}

fn random_weights(rng: &mut ChaCha8Rng, dim: usize) -> AdditiveWeights {
    AdditiveWeights {
        query: random(rng, dim, 4),
        key: random(rng, dim, 4),
        score: normal(4, 1.0, rng),
    }
}

/// Returns the mean of the values, weighted by the exponentials of the scores.
fn mean(scores: Array1<Real>, values: ArrayView2<Real>) -> Array1<Real> {
    let powers = scores.exp();
    powers.dot(&values) / powers.sum()
}

#[test]
fn agrees_with_loops() {
    let mut rng = ChaCha8Rng::seed_from_u64(71);
    for (queries, keys, dim, value_dim, len) in [
        (3, 5, 2, 2, 4),
        (1, 6, 4, 1, 6),
        (4, 4, 3, 3, 2),
        (1, 3, 2, 1, 2),
        (1, 3, 2, 1, 3),
        (1, 4, 2, 1, 3),
        (1, 4, 2, 1, 4),
    ] {
        let weights = random_weights(&mut rng, dim);
        let q = random(&mut rng, queries, dim);
        let k = random(&mut rng, keys, dim);
        let v = random(&mut rng, keys, value_dim) * 10.0;
        let (valid, values) = (k.slice(s![..len, ..]), v.slice(s![..len, ..]));
        let mut want: Real = 0.0;
        for query in q.outer_iter() {
            let dots = valid.dot(&query) / (dim as Real).sqrt();
            let sums = valid.dot(&weights.key) + query.dot(&weights.query);
            let sums = sums.tanh().dot(&weights.score);
            let difference = mean(dots, values) - mean(sums, values);
            want = difference.fold(want, |most, entry| most.max(entry.abs()));
        }
        let got: Real = disagreement(&q, &k, &v, len, &weights);
        assert_near!(got, want, 1e-3, "{queries} queries, {keys} keys, {len} valid");
    }
}

#[test]
fn keys_beyond_the_length_do_not_count() {
    let mut rng = ChaCha8Rng::seed_from_u64(72);
    let weights = random_weights(&mut rng, 3);
    let (queries, values) = (random(&mut rng, 2, 3), random(&mut rng, 5, 2));
    let keys = random(&mut rng, 5, 3);
    let mut changed = keys.clone();
    changed.row_mut(3).fill(50.0);
    changed.row_mut(4).fill(-50.0);
    let before: Real = disagreement(&queries, &keys, &values, 3, &weights);
    let after: Real = disagreement(&queries, &changed, &values, 3, &weights);
    assert_near!(after, before, 1e-5, "only masked keys have changed");
}
