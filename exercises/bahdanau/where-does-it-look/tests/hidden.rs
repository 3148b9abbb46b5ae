use attention::{Real, assert_near};
use ndarray::{Array2, array};
use where_does_it_look::{agreement, alignment};

#[test]
fn equal_weights_give_the_first_key() {
    let weights: Array2<Real> =
        array![[0.25, 0.25, 0.25, 0.25], [0.1, 0.4, 0.1, 0.4], [0.0, 0.0, 0.5, 0.5]];
    assert_eq!(alignment(&weights), [0, 1, 2], "the first of the largest in each row");
    assert_eq!(alignment(&array![[1.0], [1.0]]), [0, 0], "a single key");
}

#[test]
fn a_query_with_two_links_counts_once() {
    let weights: Array2<Real> =
        array![[0.9, 0.1, 0.0], [0.1, 0.8, 0.1], [0.0, 0.3, 0.7]];
    let links = [(1, 2), (0, 0), (2, 0), (1, 1), (0, 1)];
    let share: f64 = agreement(&weights, &links).expect("queries have links");
    assert_near!(share, 2.0 / 3.0, 1e-9, "queries 0 and 1 look at one of two keys");
    let share: Option<f64> = agreement(&weights, &[(0, 0), (0, 0), (0, 0), (1, 0)]);
    assert_eq!(share, Some(0.5), "the same link three times is one query");
}

#[test]
fn queries_without_links_do_not_count() {
    let weights: Array2<Real> =
        array![[0.9, 0.1], [0.1, 0.9], [0.2, 0.8], [0.9, 0.1], [0.6, 0.4]];
    let share: Option<f64> = agreement(&weights, &[(4, 0)]);
    assert_eq!(share, Some(1.0), "one query has a link, and it agrees");
    assert_eq!(agreement(&weights, &[]), None, "no links");
}
