use attention::{Real, array::assert_close};
use lines_that_are_not_there::attend;
use ndarray::{Array2, array};

#[test]
fn a_query_far_away() {
    let keys = array![[1.0], [2.0], [4.0], [300.0]];
    let values = array![[30.0], [26.0], [20.0], [1000.0]];
    for (query, want) in [(300.0, 20.0), (-300.0, 30.0)] {
        let output: Array2<Real> = attend(&array![[query]], &keys, &values, 3);
        assert_close(&output, &array![[want]], 1e-4);
    }
}

#[test]
fn no_lines_at_all() {
    let keys = array![[1.0], [2.0]];
    let values = array![[30.0, 180.0], [26.0, 200.0]];
    let output: Array2<Real> = attend(&array![[1.6], [9.0]], &keys, &values, 0);
    assert_close(&output, &Array2::zeros((2, 2)), 0.0);
}
