use attention::nn::init::normal;
use attention::{Real, array::assert_close, attention_cues::soft_lookup};
use find_the_bug::attend;
use ndarray::{Array2, s};
use rand::{SeedableRng, rngs::ChaCha8Rng};

fn draw(rows: usize, columns: usize, seed: u64) -> Array2<Real> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    normal((rows, columns), 1.0, &mut rng)
}

#[test]
fn agrees_with_soft_look_up() {
    for (queries, keys, dim, value_dim) in [(4, 6, 3, 2), (5, 5, 1, 1), (1, 7, 2, 3)] {
        let (queries, keys, values) =
            (draw(queries, dim, 1), draw(keys, dim, 2), draw(keys, value_dim, 3));
        let output: Array2<Real> = attend(&queries, &keys, &values);
        let want = soft_lookup(&queries, &keys, &values, 1.0).output;
        assert_close(&output, &want, 1e-5);
    }
}

#[test]
fn no_query_depends_on_another() {
    let (queries, keys, values) = (draw(4, 2, 4), draw(5, 2, 5), draw(5, 3, 6));
    let together: Array2<Real> = attend(&queries, &keys, &values);
    for i in 0..4 {
        let alone: Array2<Real> =
            attend(&queries.slice(s![i..=i, ..]).to_owned(), &keys, &values);
        assert_close(&alone.row(0).to_owned(), &together.row(i).to_owned(), 1e-5);
    }
}
