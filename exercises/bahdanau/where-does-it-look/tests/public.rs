use attention::Real;
use ndarray::{Array2, array};
use where_does_it_look::{agreement, alignment};

#[test]
fn a_key_for_each_query() {
    let weights: Array2<Real> =
        array![[0.1, 0.7, 0.2], [0.6, 0.3, 0.1], [0.0, 0.2, 0.8], [0.5, 0.1, 0.4]];
    assert_eq!(alignment(&weights), [1, 0, 2, 0], "the largest weight of each row");
}

#[test]
fn half_of_the_links() {
    let weights: Array2<Real> = array![[0.9, 0.1, 0.0], [0.8, 0.1, 0.1]];
    let share: Option<f64> = agreement(&weights, &[(1, 1), (0, 0)]);
    assert_eq!(share, Some(0.5), "query 0 agrees, query 1 does not");
    assert_eq!(agreement(&weights, &[(0, 0), (1, 0)]), Some(1.0), "both look at key 0");
}
