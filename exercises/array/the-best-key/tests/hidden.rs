use attention::Real;
use ndarray::{Array2, array};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use the_best_key::best_keys;

const NAN: Real = Real::NAN;
const INFINITY: Real = Real::INFINITY;

#[test]
fn nan_anywhere_gives_none() {
    let weights: Array2<Real> = array![
        [NAN, 0.1, 0.9],
        [0.1, NAN, 0.9],
        [0.9, 0.1, NAN],
        [0.1, 0.9, -NAN],
        [NAN, NAN, NAN],
        [0.1, INFINITY, NAN],
        [0.1, 0.9, 0.0]
    ];
    let got: Vec<Option<usize>> = best_keys(&weights);
    let want: [Option<usize>; 7] = [None, None, None, None, None, None, Some(1)];
    assert_eq!(got, want, "only the last row has no NaN");
}

#[test]
fn negative_and_infinite_scores() {
    let scores: Array2<Real> = array![
        [-3.0, -1.0, -2.0],
        [-INFINITY, -1e30, -INFINITY],
        [-INFINITY, -INFINITY, -INFINITY],
        [1e30, INFINITY, INFINITY],
        [-0.0, 0.0, 0.0]
    ];
    let got: Vec<Option<usize>> = best_keys(&scores);
    let want: [Option<usize>; 5] = [Some(1), Some(1), Some(0), Some(1), Some(0)];
    assert_eq!(got, want, "scores\n{scores:?}");
}

#[test]
fn agrees_with_a_loop() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for keys in 1..8 {
        let scores: Array2<Real> =
            Array2::from_shape_fn((20, keys), |_| rng.random_range(-2..3) as Real);
        // Not in standard layout: the same numbers, stored column by column.
        let stored_otherwise = scores.t().as_standard_layout().into_owned();
        let mut want: Vec<Option<usize>> = vec![];
        for row in scores.rows() {
            let later = |best, key| if row[key] > row[best] { key } else { best };
            want.push((0..keys).reduce(later));
        }
        assert_eq!(best_keys(&scores), want, "scores\n{scores}");
        let got: Vec<Option<usize>> = best_keys(&stored_otherwise.t());
        assert_eq!(got, want, "a transposed view of the scores\n{scores}");
    }
}
