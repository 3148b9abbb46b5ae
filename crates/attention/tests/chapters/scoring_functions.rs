//! Chapter 3: scoring functions.

mod layers;

use attention::Real;
use attention::array::{assert_close, masked_softmax, softmax};
use attention::mask::Mask;
use attention::scoring_functions::*;
use engine::testing::{assert_panics, random};
use ndarray::{Array2, Axis, array, concatenate};

fn additive_weights(query_dim: usize, key_dim: usize, hidden: usize) -> AdditiveWeights {
    AdditiveWeights {
        query: random((query_dim, hidden), 11),
        key: random((key_dim, hidden), 12),
        score: random(hidden, 13),
    }
}

#[test]
fn the_words_of_the_chapter_by_hand() {
    let query = array![[1.0, 0.0, 0.0, 1.0]]; // a plural noun
    let keys = array![
        [0.0, 0.0, 0.0, 0.0], // the
        [1.0, 0.0, 0.0, 1.0], // men
        [0.0, 0.0, 0.0, 1.0], // see
        [1.0, 0.0, 1.0, 0.0], // girl
        [3.0, 0.0, 3.0, 0.0], // girl, three times as long
    ];
    let distances = array![[-1.0, 0.0, -0.5, -1.0, -7.0]];
    assert_close(&gaussian_scores(&query, &keys), &distances, 1e-6);
    let products = array![[0.0, 2.0, 1.0, 1.0, 3.0]];
    assert_close(&dot_scores(&query, &keys), &products, 1e-6);
    let enough = AdditiveWeights {
        query: array![[-1.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, -1.0]],
        key: array![[2.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 2.0]],
        score: array![1.0, 1.0],
    };
    let one = (1.0 as Real).tanh();
    let by_hand = array![[-2.0 * one, 2.0 * one, 0.0, 0.0, (5.0 as Real).tanh() - one]];
    let enough = additive_scores(&query, &keys, &enough);
    assert_close(&enough, &by_hand, 1e-6);
}

#[test]
fn the_scale_is_the_root_of_dim() {
    let (queries, keys) = (random((3, 16), 1), random((5, 16), 2));
    let scaled = scaled_dot_scores(&queries, &keys) * 4.0;
    assert_close(&scaled, &dot_scores(&queries, &keys), 1e-5);
}

#[test]
fn vectors_without_components_have_scores_of_zero() {
    let scores = scaled_dot_scores(&Array2::zeros((2, 0)), &Array2::zeros((3, 0)));
    assert_eq!(scores, Array2::<Real>::zeros((2, 3)));
}

#[test]
fn a_bilinear_score_with_the_identity_is_the_dot_product() {
    let (queries, keys) = (random((3, 4), 1), random((5, 4), 2));
    let bilinear = bilinear_scores(&queries, &Array2::eye(4), &keys);
    assert_close(&bilinear, &dot_scores(&queries, &keys), 1e-6);
}

#[test]
fn a_bilinear_score_with_two_factors_is_a_dot_product_of_projections() {
    let (queries, keys) = (random((3, 6), 1), random((4, 5), 2));
    let (left, right) = (random((6, 2), 3), random((5, 2), 4));
    let whole = bilinear_scores(&queries, &left.dot(&right.t()), &keys);
    let projected = dot_scores(&queries.dot(&left), &keys.dot(&right));
    assert_close(&whole, &projected, 1e-4);
}

#[test]
fn the_distance_is_the_dot_product_with_a_fine_for_long_keys() {
    let (queries, keys) = (random((3, 4), 1), random((5, 4), 2));
    let fines = (&keys * &keys).sum_axis(Axis(1)) / 2.0;
    let fined = softmax(&(dot_scores(&queries, &keys) - &fines));
    assert_close(&softmax(&gaussian_scores(&queries, &keys)), &fined, 1e-5);
}

#[test]
fn the_joined_form_of_the_additive_score_is_the_sum() {
    let weights = additive_weights(6, 7, 5);
    let (queries, keys) = (random((2, 6), 1), random((3, 7), 2));
    let scores = additive_scores(&queries, &keys, &weights);
    let matrix = concatenate![Axis(0), weights.query, weights.key];
    let joined = Array2::from_shape_fn((2, 3), |(query, key)| {
        let pair = concatenate![Axis(0), queries.row(query), keys.row(key)];
        pair.dot(&matrix).tanh().dot(&weights.score)
    });
    assert_close(&scores, &joined, 1e-5);
}

#[test]
fn equal_keys_get_equal_weights_under_any_score() {
    let (queries, keys) = (random((2, 3), 1), Array2::ones((10, 3)));
    let weights = additive_weights(3, 3, 4);
    for scores in [
        dot_scores(&queries, &keys),
        scaled_dot_scores(&queries, &keys),
        gaussian_scores(&queries, &keys),
        bilinear_scores(&queries, &random((3, 3), 5), &keys),
        additive_scores(&queries, &keys, &weights),
    ] {
        let mask = Mask::valid_lens_per_query(array![[2, 6]]);
        let weights = masked_softmax(&scores, &mask);
        for (query, len) in [(0, 2), (1, 6)] {
            for (key, &weight) in weights.row(query).iter().enumerate() {
                let expected = if key < len { 1.0 / len as Real } else { 0.0 };
                assert!((weight - expected).abs() < 1e-6);
            }
        }
    }
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    let zeros = |shape| Array2::<Real>::zeros(shape);
    let panics = |message: &str, scores: &dyn Fn() -> Array2<Real>| {
        assert_panics(message, || drop(scores()));
    };
    panics("dot_scores: [3, 2] x [4, 5]: queries have 2 entries and keys 5", &|| {
        dot_scores(&zeros((3, 2)), &zeros((4, 5)))
    });
    panics("bilinear_scores: [3, 2] x [5, 2] x [4, 5]: the sizes do not fit", &|| {
        bilinear_scores(&zeros((3, 2)), &zeros((5, 2)), &zeros((4, 5)))
    });
    panics("additive_scores: [3, 7] x [4, 6] with weights [6, 5], [7, 5], and [5]", &|| {
        additive_scores(&zeros((3, 7)), &zeros((4, 6)), &additive_weights(6, 7, 5))
    });
}
