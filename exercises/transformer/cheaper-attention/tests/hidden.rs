use attention::{Real, array::assert_close, assert_near, nn::init::normal};
use cheaper_attention::{Summary, features, multiplications};
use ndarray::{Array1, Array2, Axis};
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn weights_that_sum_to_one() {
    let mut rng = ChaCha8Rng::seed_from_u64(102);
    for shift in [0.0, -5.0, 5.0] {
        let queries = normal((6, 3), 1.0, &mut rng) + shift;
        let keys = normal((6, 3), 1.0, &mut rng) + shift;
        let (mut equal, mut tagged) = (Summary::new(3, 2), Summary::new(3, 6));
        for t in 0..6 {
            let value = Array1::from_elem(2, 7.0);
            let got: Array1<Real> = equal.step(&queries.row(t), &keys.row(t), &value);
            assert_close(&got, &value, 1e-4);
            let tag = Array2::eye(6).row(t).to_owned();
            let weights: Array1<Real> =
                tagged.step(&queries.row(t), &keys.row(t), &tag);
            assert!(weights.iter().all(|&weight| weight >= 0.0), "{weights}");
            assert_near!(weights.sum(), 1.0, 1e-4, "the sum of {weights}");
        }
    }
}

#[test]
fn the_size_of_the_memory() {
    let mut rng = ChaCha8Rng::seed_from_u64(103);
    let [keys, values] = [5, 2].map(|columns| normal((30, columns), 1.0, &mut rng));
    let mut summary = Summary::new(5, 2);
    let mut mapped = Array2::zeros((0, 5));
    for t in 0..30 {
        summary.step(&keys.row(29 - t), &keys.row(t), &values.row(t));
        mapped.push_row(features(&keys.row(t)).view()).expect("5");
    }
    assert_close(&summary.pairs, &mapped.t().dot(&values), 1e-4);
    assert_close(&summary.features, &mapped.sum_axis(Axis(0)), 1e-4);
}

#[test]
fn where_the_summary_wins() {
    for dim in [1, 8, 64] {
        // The cost of one more token.
        let cost = |steps: u64| -> (u64, u64) {
            let (before, after) =
                (multiplications(steps - 1, dim), multiplications(steps, dim));
            (after.0 - before.0, after.1 - before.1)
        };
        for steps in [1, 2, 100] {
            let (stored, summary) = cost(steps);
            assert_eq!(stored, 2 * steps * dim, "token {steps}, width {dim}");
            assert_eq!(summary, cost(1).1, "token {steps} costs as much as the first");
        }
        let (stored, summary) = multiplications(2 * dim, dim);
        assert_eq!(stored, summary, "they meet at twice the width");
    }
}
