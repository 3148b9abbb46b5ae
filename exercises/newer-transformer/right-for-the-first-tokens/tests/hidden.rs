use attention::{Real, array::assert_close};
use ndarray::{Array1, Array2};
use right_for_the_first_tokens::{rotate_keys, rotate_query};

#[test]
fn queries_turn_like_keys() {
    for dim in [2, 4, 6, 8] {
        let entry = |column: usize| {
            1.0 + 0.3 * column as Real * (-1.0 as Real).powi(column as i32)
        };
        let vector = Array1::from_shape_fn(dim, entry);
        let keys = Array2::from_shape_fn((9, dim), |(_, column)| entry(column));
        let keys: Array2<Real> = rotate_keys(&keys, 50.0);
        for position in [0, 1, 4, 8] {
            let got: Array1<Real> = rotate_query(&vector, position, 50.0);
            assert_close(&got, &keys.row(position).to_owned(), 1e-4);
        }
    }
}
