use attention::{Real, array::assert_close, nn::init::normal};
use ndarray::{Array2, s};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use shared_keys::{Projections, parameters, shared_keys};

//@ param seed
const SEED: u64 = 55;

/// Queries, keys, and values.
type Inputs = [Array2<Real>; 3];

fn random(rows: [usize; 2], heads: usize, dim: usize) -> (Inputs, Projections) {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let hidden = heads * dim;
    let mut random = |rows, columns| normal((rows, columns), 0.6, &mut rng);
    let inputs = [rows[0], rows[1], rows[1]].map(|rows| random(rows, hidden));
    let [query, output] = [(); 2].map(|()| random(hidden, hidden));
    let [key, value] = [(); 2].map(|()| random(hidden, dim));
    (inputs, Projections { query, key, value, output })
}

fn attend([queries, keys, values]: &Inputs, projections: &Projections) -> Array2<Real> {
    shared_keys(queries, keys, values, projections)
}

/// Repeats the columns of keys and values, so that the projections are complete.
fn with_repeated_columns(inputs: &Inputs, projections: &Projections) -> Array2<Real> {
    let Projections { query, key, value, output } = projections;
    let (hidden, dim) = key.dim();
    let repeat = |shared: &Array2<Real>| {
        Array2::from_shape_fn((hidden, hidden), |(i, column)| shared[[i, column % dim]])
    };
    let queries = inputs[0].dot(query);
    let keys = inputs[1].dot(&repeat(key));
    let values = inputs[2].dot(&repeat(value));
    let merged = Array2::from_shape_fn(queries.dim(), |(i, column)| {
        let head = s![.., column / dim * dim..(column / dim + 1) * dim];
        let products = keys.slice(head).dot(&queries.slice(head).row(i));
        let powers = (products / (dim as Real).sqrt()).exp();
        powers.dot(&values.column(column)) / powers.sum()
    });
    merged.dot(output)
}

#[test]
fn equals_heads_with_repeated_columns() {
    for (queries, keys, heads, dim) in [(3, 5, 2, 4), (4, 2, 3, 2), (2, 6, 4, 1)] {
        let (inputs, projections) = random([queries, keys], heads, dim);
        let want = with_repeated_columns(&inputs, &projections);
        assert_close(&attend(&inputs, &projections), &want, 1e-3);
    }
}

#[test]
fn heads_differ_by_their_queries() {
    let (inputs, mut projections) = random([3, 4], 3, 2);
    projections.output = Array2::eye(6);
    let before = attend(&inputs, &projections);
    for column in 0..6 {
        let mut other = projections.clone();
        other.query.column_mut(column).mapv_inplace(|weight| weight + 1.0);
        let change = attend(&inputs, &other) - &before;
        for (of_result, change) in change.columns().into_iter().enumerate() {
            let moved = change.iter().any(|difference| difference.abs() > 1e-4);
            let same_head = column / 2 == of_result / 2;
            assert_eq!(moved, same_head, "column {of_result}, other queries {column}");
        }
    }
}

#[test]
fn the_parameters_of_many_heads() {
    for (hidden, heads) in [(12, 3), (512, 8), (6, 6), (30, 5)] {
        let (_, projections) = random([1, 1], heads, hidden / heads);
        let Projections { query, key, value, output } = projections;
        let want = query.len() + key.len() + value.len() + output.len();
        let count: usize = parameters(hidden, heads);
        assert_eq!(count, want, "hidden size {hidden}, {heads} heads");
    }
}
