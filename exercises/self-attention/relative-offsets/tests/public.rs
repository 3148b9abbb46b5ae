use attention::{Real, array::assert_close};
use ndarray::{Array1, Array2, array, s};
use relative_offsets::{add_offsets, entry, table_gradient};

#[test]
fn three_places_in_the_table() {
    for (query, key, want) in [(0, 0, 2), (9, 0, 0), (0, 9, 4)] {
        assert_eq!(entry(query, key, 2), want, "query {query}, key {key}, reach 2");
    }
}

#[test]
fn one_number_on_each_diagonal() {
    let scores: Array2<Real> = Array2::from_elem((3, 3), 100.0);
    let table: Array1<Real> = array![1.0, 2.0, 3.0, 4.0, 5.0];
    let got: Array2<Real> = add_offsets(&scores, &table);
    let want: Array2<Real> =
        array![[103.0, 104.0, 105.0], [102.0, 103.0, 104.0], [101.0, 102.0, 103.0]];
    assert_close(&got, &want, 1e-6);
    let gradient: Array1<Real> = table_gradient(&Array2::ones((3, 3)), 2);
    assert_close(&gradient, &array![1.0, 2.0, 3.0, 2.0, 1.0], 1e-6);
}

#[test]
fn moving_both_ends_changes_nothing() {
    let scores: Array2<Real> = Array2::zeros((9, 9));
    let table: Array1<Real> = array![0.5, -1.0, 2.0, 0.25, 4.0, 3.0, -7.0];
    let got: Array2<Real> = add_offsets(&scores, &table);
    let (here, next) = (got.slice(s![..8, ..8]), got.slice(s![1.., 1..]));
    assert_eq!(here, next, "the scores at (i, j) and at (i + 1, j + 1)");
}
