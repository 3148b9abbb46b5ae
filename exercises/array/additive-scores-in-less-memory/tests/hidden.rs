use additive_scores_in_less_memory::{additive_scores, shrink_factor};
use attention::{Real, array::assert_close, nn::init::normal};
use ndarray::{Array1, Array2, Axis};
use rand::{SeedableRng, rngs::ChaCha8Rng};

//@ param queries
const QUERIES: usize = 1000;

#[test]
fn agrees_with_three_axes() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for (queries, keys, hidden) in [(4, 6, 3), (5, 5, 5), (1, 7, 2), (6, 1, 4)] {
        let [queries, keys] =
            [queries, keys].map(|rows| normal((rows, hidden), 1.0, &mut rng));
        let combine = normal(hidden, 1.0, &mut rng);
        let left = queries.view().insert_axis(Axis(1));
        let right = keys.view().insert_axis(Axis(0));
        let want: Array2<Real> = ((&left + &right).tanh() * &combine).sum_axis(Axis(2));
        assert_close(&additive_scores(&queries, &keys, &combine), &want, 1e-4);
    }
}

#[test]
fn no_queries_or_no_keys() {
    let combine: Array1<Real> = Array1::ones(3);
    let (none, two) = (Array2::<Real>::zeros((0, 3)), Array2::<Real>::ones((2, 3)));
    let got: Array2<Real> = additive_scores(&none, &two, &combine);
    assert_eq!(got.dim(), (0, 2), "no queries and two keys");
    let got: Array2<Real> = additive_scores(&two, &none, &combine);
    assert_eq!(got.dim(), (2, 0), "two queries and no keys");
}

#[test]
fn the_factor() {
    assert_eq!(shrink_factor(), QUERIES, "for {QUERIES} queries");
}
