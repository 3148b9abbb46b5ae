use attention::{Real, array::assert_close, assert_near};
use ndarray::{Array1, Array2, array};
use right_for_the_first_tokens::{rotate_keys, rotate_query};

/// Returns the score of a query and a key at two positions.
fn score(query: &Array1<Real>, i: usize, key: &Array1<Real>, j: usize) -> Real {
    let keys: Array2<Real> = Array2::from_shape_fn((j + 1, key.len()), |(_, c)| key[c]);
    let keys: Array2<Real> = rotate_keys(&keys, 100.0);
    let query: Array1<Real> = rotate_query(query, i, 100.0);
    keys.row(j).dot(&query)
}

#[test]
fn only_the_offset_counts() {
    let query: Array1<Real> = array![1.0, -0.5, 0.25, 2.0];
    let key: Array1<Real> = array![0.5, 1.0, -1.0, 0.75];
    for offset in [0, 1, 3] {
        let want = score(&query, offset, &key, 0);
        for start in [1, 5, 12] {
            let got: Real = score(&query, start + offset, &key, start);
            assert_near!(got, want, 1e-3, "offset {offset} at position {start}");
        }
    }
}

#[test]
fn position_zero_is_not_rotated() {
    let query: Array1<Real> = array![1.0, -0.5, 0.25, 2.0];
    assert_close(&rotate_query(&query, 0, 100.0), &query, 1e-6);
}

#[test]
fn two_entries_are_one_pair() {
    let got: Array1<Real> = rotate_query(&array![1.0, 0.0], 1, 100.0);
    let (sin, cos) = (1.0 as Real).sin_cos();
    assert_close(&got, &array![cos, sin], 1e-5);
}
