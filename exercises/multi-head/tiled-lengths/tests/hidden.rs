use attention::{Real, array::assert_close, array::masked_softmax, mask::Mask};
use ndarray::{Array3, Axis};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use tiled_lengths::flat_weights;

/// Returns the lengths and the number of heads.
fn cases() -> [(&'static [usize], usize); 5] {
    [
        (&[2, 5, 1], 2),
        (&[1, 3], 5),
        (&[4, 1, 3], 3),
        (&[1, 2, 3, 4], 1),
        (&[0, 2, 5, 3], 2),
    ]
}

fn random_scores(rows: usize) -> Array3<Real> {
    let mut rng = ChaCha8Rng::seed_from_u64(53);
    Array3::from_shape_fn((rows, 3, 5), |_| rng.random_range(-2.0..2.0))
}

#[test]
fn all_heads_of_an_example_have_its_length() {
    for (lens, heads) in cases() {
        let scores = random_scores(lens.len() * heads);
        let weights: Array3<Real> = flat_weights(&scores, lens, heads);
        for ((row, query, key), &weight) in weights.indexed_iter() {
            let place = format!("{heads} heads: row {row}, query {query}, key {key}");
            assert_eq!(weight > 0.0, key < lens[row / heads], "{lens:?}, {place}");
        }
    }
}

#[test]
fn agrees_with_each_example_alone() {
    for (lens, heads) in cases() {
        let scores = random_scores(lens.len() * heads);
        let weights: Array3<Real> = flat_weights(&scores, lens, heads);
        let alone = scores.axis_chunks_iter(Axis(0), heads);
        let together = weights.axis_chunks_iter(Axis(0), heads);
        for ((alone, together), &len) in alone.zip(together).zip(lens) {
            let mask = Mask::valid_lens(vec![len; heads]);
            let want: Array3<Real> = masked_softmax(&alone, &mask);
            assert_close(&together, &want, 1e-5);
        }
    }
}
