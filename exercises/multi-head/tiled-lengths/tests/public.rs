use attention::{Real, array::assert_close};
use ndarray::{Array2, Array3, Axis};
use tiled_lengths::flat_weights;

#[test]
fn no_weight_on_padding() {
    let (lens, heads) = ([4, 2], 3);
    // Rows 0 to 2 are the heads of example 0, rows 3 to 5 the heads of example 1.
    // A panic here means that a row has found no example.
    let weights: Array3<Real> = flat_weights(&Array3::zeros((6, 1, 5)), &lens, heads);
    for (row, of_row) in weights.outer_iter().enumerate() {
        let (example, head) = (row / heads, row % heads);
        for (key, &weight) in of_row.index_axis(Axis(0), 0).iter().enumerate() {
            assert!(
                key < lens[example] || weight == 0.0,
                "example {example} has {} words, but in its head {head}, key {key} \
                 has weight {weight}",
                lens[example]
            );
        }
    }
}

#[test]
fn rows_sum_to_one() {
    let weights: Array3<Real> = flat_weights(&Array3::ones((6, 2, 5)), &[4, 2, 1], 2);
    assert_close(&weights.sum_axis(Axis(2)), &Array2::ones((6, 2)), 1e-5);
}
