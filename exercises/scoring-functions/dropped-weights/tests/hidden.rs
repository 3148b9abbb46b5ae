use attention::{Real, array::assert_close, assert_between, assert_near};
use dropped_weights::{mean_weights, row_sums};
use ndarray::{Array1, array};

fn some_weights() -> [Array1<Real>; 3] {
    [array![0.6, 0.3, 0.1], array![0.25, 0.25, 0.25, 0.25], array![0.9, 0.1]]
}

#[test]
fn the_spread_of_the_sums() {
    for weights in some_weights() {
        for rate in [0.2, 0.5] {
            let squares: Real = weights.iter().map(|weight| weight * weight).sum();
            let want: Real = (rate / (1.0 - rate) * squares).sqrt();
            let [_, got]: [Real; 2] = row_sums(&weights, rate, 10_000, 3);
            assert_near!(got, want, 0.06 * want, "weights {weights}, rate {rate}");
        }
    }
}

#[test]
fn each_weight_keeps_its_mean() {
    for weights in some_weights() {
        for rate in [0.2, 0.5] {
            let got: Array1<Real> = mean_weights(&weights, rate, 10_000, 4, false);
            assert_close(&got, &weights, 0.035);
        }
    }
}

#[test]
fn divided_again() {
    for weights in some_weights() {
        for rate in [0.2, 0.5] {
            // The mean over all sets of keys that may remain.
            let mut want: Array1<Real> = Array1::zeros(weights.len());
            for left in 0..1 << weights.len() {
                let is_left = |key: usize| left >> key & 1 == 1;
                let (mut chance, mut sum): (Real, Real) = (1.0, 0.0);
                for (key, weight) in weights.iter().enumerate() {
                    chance *= if is_left(key) { 1.0 - rate } else { rate };
                    sum += if is_left(key) { *weight } else { 0.0 };
                }
                for (key, weight) in weights.iter().enumerate() {
                    if is_left(key) {
                        want[key] += chance * weight / sum;
                    }
                }
            }
            assert_close(&mean_weights(&weights, rate, 10_000, 5, true), &want, 0.025);
        }
    }
}

#[test]
fn seed_and_rows_decide() {
    let weights: Array1<Real> = array![0.6, 0.3, 0.1];
    let [first, again, other]: [[Real; 2]; 3] =
        [6, 6, 7].map(|seed| row_sums(&weights, 0.5, 1000, seed));
    assert!(first == again, "the same seed, but {first:?} became {again:?}");
    assert!(first != other, "two seeds, but both returned {first:?}");
    for seed in 0..5 {
        let [_, deviation]: [Real; 2] = row_sums(&weights, 0.5, 1, seed);
        assert_near!(deviation, 0.0, 1e-6, "the deviation of a single row");
    }
}

#[test]
fn a_row_without_weights() {
    let got: Array1<Real> = mean_weights(&array![0.75, 0.25], 0.9, 50, 6, true);
    // With rate 0.9, many rows are empty. They count in the means.
    assert_between!(got.sum(), 0.0, 0.6, "the sum of the means {got}");
}
