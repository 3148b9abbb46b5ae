use attention::{Real, assert_near, nn::init::normal};
use columns_for_the_other_pairing::{Projections, to_half_split};
use ndarray::{Array1, Array2, array, s};
use rand::{SeedableRng, rngs::ChaCha8Rng};

/// Returns the vector at a position, rotated with one of the two pairings.
fn rotate(x: &Array1<Real>, position: usize, interleaved: bool) -> Array1<Real> {
    let dim = x.len();
    let mut rotated = Array1::zeros(dim);
    for r in 0..dim / 2 {
        let (a, b) = if interleaved { (2 * r, 2 * r + 1) } else { (r, r + dim / 2) };
        let angle =
            position as Real * (100.0 as Real).powf(-2.0 * r as Real / dim as Real);
        let (sin, cos) = angle.sin_cos();
        rotated[a] = x[a] * cos - x[b] * sin;
        rotated[b] = x[a] * sin + x[b] * cos;
    }
    rotated
}

#[test]
fn one_head_of_four() {
    let row: Array2<Real> = array![[0.0, 1.0, 2.0, 3.0]];
    let layer = Projections {
        query: row.clone(),
        key: row.clone() + 10.0,
        value: row.clone(),
        heads: 1,
    };
    let got: Projections = to_half_split(&layer);
    let want: Array2<Real> = array![[0.0, 2.0, 1.0, 3.0]];
    assert_eq!(got.query, want, "columns of the queries");
    assert_eq!(got.key, want + 10.0, "columns of the keys");
}

#[test]
fn the_scores_stay_the_same() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let (heads, dim) = (2, 6);
    let [query, key, value] = [(); 3].map(|()| normal((5, heads * dim), 1.0, &mut rng));
    let layer = Projections { query, key, value, heads };
    let new: Projections = to_half_split(&layer);
    let text = normal((2, 5), 1.0, &mut rng);
    let score = |layer: &Projections, head: usize, interleaved: bool| -> Real {
        let columns = s![.., head * dim..(head + 1) * dim];
        let query = text.row(0).dot(&layer.query.slice(columns));
        let key = text.row(1).dot(&layer.key.slice(columns));
        rotate(&query, 7, interleaved).dot(&rotate(&key, 3, interleaved))
    };
    for head in 0..heads {
        let (want, got) = (score(&layer, head, true), score(&new, head, false));
        assert_near!(got, want, 1e-3 * want.abs().max(1.0), "the score of head {head}");
    }
}
