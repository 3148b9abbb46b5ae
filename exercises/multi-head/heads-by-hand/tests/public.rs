use attention::{Real, array::assert_close};
use heads_by_hand::two_heads;
use ndarray::{Array2, array};

#[test]
fn equal_keys_give_the_mean_of_each_column() {
    let queries: Array2<Real> = array![[0.5, -1.0], [2.0, 3.0], [0.0, 0.1]];
    let keys: Array2<Real> = array![[0.7, -0.2], [0.7, -0.2], [0.7, -0.2], [0.7, -0.2]];
    let values: Array2<Real> = array![[1.0, 0.0], [2.0, 0.0], [4.0, 0.0], [5.0, 8.0]];
    let got: Array2<Real> = two_heads(&queries, &keys, &values);
    let want: Array2<Real> = array![[3.0, 2.0], [3.0, 2.0], [3.0, 2.0]];
    assert_close(&got, &want, 1e-5);
}

#[test]
fn heads_do_not_see_each_other() {
    let queries: Array2<Real> = array![[0.5, -1.0], [2.0, 3.0], [-1.0, 0.1]];
    let keys: Array2<Real> = array![[1.0, 2.0], [0.7, -0.2]];
    let values: Array2<Real> = array![[1.0, 7.0], [2.0, -3.0]];
    let before: Array2<Real> = two_heads(&queries, &keys, &values);
    for head in 0..2 {
        let other = 1 - head;
        let (mut queries, mut keys, mut values) =
            (queries.clone(), keys.clone(), values.clone());
        queries.column_mut(other).mapv_inplace(|number| number - 2.0);
        keys.column_mut(other).mapv_inplace(|number| number * 3.0);
        values.column_mut(other).mapv_inplace(|number| number + 100.0);
        let after: Array2<Real> = two_heads(&queries, &keys, &values);
        // Only the entries of the other head have changed.
        assert_close(&after.column(head), &before.column(head), 1e-5);
    }
}
