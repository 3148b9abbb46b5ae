use a_search_engine_with_a_slope::{count_words, importance_slope, ranking_weights};
use attention::{Real, array::assert_close};
use ndarray::{Array1, array};

#[test]
fn counts_words() {
    let vocabulary = ["bird", "cat", "the"];
    let counts: Array1<Real> = count_words("The cat, the cat; THE door!", &vocabulary);
    assert_close(&counts, &array![0.0, 2.0, 3.0], 0.0);
}

#[test]
fn weights_of_a_small_search() {
    let question: Array1<Real> = array![1.0, 1.0, 0.0];
    let texts = array![[2.0, 0.0, 1.0], [0.0, 1.0, 5.0], [0.0, 0.0, 3.0]];
    let equal: Array1<Real> =
        ranking_weights(&question, &texts, &array![0.0, 0.0, 7.0]);
    assert_close(&equal, &Array1::from_elem(3, 1.0 / 3.0), 1e-6);
    // The scores are ln 4, ln 3, and 0.
    let importance = array![(2.0 as Real).ln(), (3.0 as Real).ln(), 7.0];
    let weights: Array1<Real> = ranking_weights(&question, &texts, &importance);
    assert_close(&weights, &array![0.5, 0.375, 0.125], 1e-5);
}

#[test]
fn slope_by_hand() {
    let texts = array![[1.0], [0.0]];
    let slope: Array1<Real> = importance_slope(&array![1.0], &texts, &array![0.0], 0);
    assert_close(&slope, &array![-0.5], 1e-6);
    let slope: Array1<Real> = importance_slope(&array![1.0], &texts, &array![0.0], 1);
    assert_close(&slope, &array![0.5], 1e-6);
}
