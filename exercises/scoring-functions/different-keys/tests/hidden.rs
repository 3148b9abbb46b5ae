use attention::{Real, scoring_functions::AdditiveWeights};
use different_keys::disagreement;
use ndarray::{Array1, Array2};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

fn random(rng: &mut ChaCha8Rng, rows: usize, columns: usize) -> Array2<Real> {
    Array2::from_shape_simple_fn((rows, columns), || rng.random_range(-2.0..2.0))
}

fn random_weights(rng: &mut ChaCha8Rng, dim: usize) -> AdditiveWeights {
    AdditiveWeights {
        query: random(rng, dim, 4),
        key: random(rng, dim, 4),
        score: random(rng, 1, 4).row(0).to_owned(),
    }
}

/// Returns the mean of the values, weighted by the exponentials of the scores.
fn mean(scores: &[Real], values: &[Real]) -> Real {
    let powers: Vec<Real> = scores.iter().map(|score| score.exp()).collect();
    let sum: Real = powers.iter().sum();
    powers.iter().zip(values).map(|(p, v)| p * v).sum::<Real>() / sum
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
        let mut want: Real = 0.0;
        for query in q.outer_iter() {
            let dots: Vec<Real> =
                (0..len).map(|j| query.dot(&k.row(j)) / (dim as Real).sqrt()).collect();
            let sums: Vec<Real> = (0..len)
                .map(|j| {
                    let sum: Array1<Real> =
                        query.dot(&weights.query) + k.row(j).dot(&weights.key);
                    sum.mapv(Real::tanh).dot(&weights.score)
                })
                .collect();
            for column in v.columns() {
                let column: Vec<Real> = column.iter().copied().take(len).collect();
                want = want.max((mean(&dots, &column) - mean(&sums, &column)).abs());
            }
        }
        let got: Real = disagreement(&q, &k, &v, len, &weights);
        assert!(
            (got - want).abs() <= 1e-3,
            "{queries} queries, {keys} keys, {len} valid: {want}, not {got}"
        );
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
    assert!(
        (before - after).abs() <= 1e-5,
        "only masked keys changed, but {before} became {after}"
    );
}
