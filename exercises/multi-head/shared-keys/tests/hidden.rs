use attention::{Real, array::assert_close};
use ndarray::Array2;
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use shared_keys::{Projections, parameters, shared_keys};

//@ param seed
const SEED: u64 = 55;

struct Example {
    queries: Array2<Real>,
    keys: Array2<Real>,
    values: Array2<Real>,
    projections: Projections,
}

fn random_example(queries: usize, keys: usize, heads: usize, dim: usize) -> Example {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let mut random = |rows: usize, columns: usize| -> Array2<Real> {
        Array2::from_shape_fn((rows, columns), |_| rng.random_range(-1.0..1.0))
    };
    let hidden = heads * dim;
    Example {
        queries: random(queries, hidden),
        keys: random(keys, hidden),
        values: random(keys, hidden),
        projections: Projections {
            query: random(hidden, hidden),
            key: random(hidden, dim),
            value: random(hidden, dim),
            output: random(hidden, hidden),
        },
    }
}

/// Repeats the columns of keys and values, so that the projections are complete.
fn with_repeated_columns(example: &Example) -> Array2<Real> {
    let Projections { query, key, value, output } = &example.projections;
    let (hidden, dim) = key.dim();
    let repeat = |shared: &Array2<Real>| {
        Array2::from_shape_fn((hidden, hidden), |(i, column)| shared[[i, column % dim]])
    };
    let queries = example.queries.dot(query);
    let keys = example.keys.dot(&repeat(key));
    let values = example.values.dot(&repeat(value));
    let merged = Array2::from_shape_fn(queries.dim(), |(i, column)| {
        let first = column / dim * dim;
        let (mut above, mut below) = (0.0, 0.0);
        for (key, value) in keys.outer_iter().zip(values.outer_iter()) {
            let product: Real =
                (first..first + dim).map(|c| queries[[i, c]] * key[c]).sum();
            let power = (product / (dim as Real).sqrt()).exp();
            above += power * value[column];
            below += power;
        }
        above / below
    });
    merged.dot(output)
}

#[test]
fn equals_heads_with_repeated_columns() {
    for (queries, keys, heads, dim) in [(3, 5, 2, 4), (4, 2, 3, 2), (2, 6, 4, 1)] {
        let example = random_example(queries, keys, heads, dim);
        let got: Array2<Real> = shared_keys(
            &example.queries,
            &example.keys,
            &example.values,
            &example.projections,
        );
        assert_close(&got, &with_repeated_columns(&example), 1e-3);
    }
}

#[test]
fn heads_differ_by_their_queries() {
    let mut example = random_example(3, 4, 3, 2);
    example.projections.output = Array2::eye(6);
    let run = |example: &Example| -> Array2<Real> {
        shared_keys(
            &example.queries,
            &example.keys,
            &example.values,
            &example.projections,
        )
    };
    let before = run(&example);
    for column in 0..6 {
        example
            .projections
            .query
            .column_mut(column)
            .mapv_inplace(|weight| weight + 1.0);
        let after = run(&example);
        example
            .projections
            .query
            .column_mut(column)
            .mapv_inplace(|weight| weight - 1.0);
        for of_result in 0..6 {
            let change: Array2<Real> = &after - &before;
            let moved = change
                .column(of_result)
                .iter()
                .any(|difference| difference.abs() > 1e-4);
            assert_eq!(
                moved,
                column / 2 == of_result / 2,
                "column {column} of the query projection has changed; does column \
                 {of_result} of the result change?"
            );
        }
    }
}

#[test]
fn the_parameters_of_many_heads() {
    for (hidden, heads) in [(12, 3), (512, 8), (6, 6), (30, 5)] {
        let example = random_example(1, 1, heads, hidden / heads);
        let Projections { query, key, value, output } = example.projections;
        let want = query.len() + key.len() + value.len() + output.len();
        let count: usize = parameters(hidden, heads);
        assert_eq!(count, want, "hidden size {hidden}, {heads} heads");
    }
}
