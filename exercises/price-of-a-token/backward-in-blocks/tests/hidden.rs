use attention::{Real, array::assert_close, array::softmax, nn::init::normal};
use backward_in_blocks::{Forward, backward};
use ndarray::{Array1, Array2};
use rand::{SeedableRng, rngs::ChaCha8Rng};

fn scores(queries: &Array2<Real>, keys: &Array2<Real>) -> Array2<Real> {
    queries.dot(&keys.t()) / (keys.ncols() as Real).sqrt()
}

fn forward(queries: Array2<Real>, keys: Array2<Real>, values: Array2<Real>) -> Forward {
    let scores = scores(&queries, &keys);
    let log_sums = scores.rows().into_iter().map(|row| {
        let max = row.fold(Real::MIN, |max, &score| max.max(score));
        max + row.mapv(|score| (score - max).exp()).sum().ln()
    });
    Forward {
        output: softmax(&scores).dot(&values),
        log_sums: Array1::from_iter(log_sums),
        queries,
        keys,
        values,
    }
}

/// Computes all weights at once, and the derivative of each weight for each score.
fn want(forward: &Forward, gradient: &Array2<Real>) -> [Array2<Real>; 3] {
    let weights = softmax(&scores(&forward.queries, &forward.keys));
    let of_weights = gradient.dot(&forward.values.t());
    let of_scores = Array2::from_shape_fn(weights.dim(), |(i, j)| {
        let slopes = (0..weights.ncols()).map(|other| {
            let own = if other == j { 1.0 } else { 0.0 };
            of_weights[[i, other]] * weights[[i, other]] * (own - weights[[i, j]])
        });
        slopes.sum::<Real>() / (forward.keys.ncols() as Real).sqrt()
    });
    [
        of_scores.dot(&forward.keys),
        of_scores.t().dot(&forward.queries),
        weights.t().dot(gradient),
    ]
}

fn check(forward: &Forward, gradient: &Array2<Real>, block: usize, tolerance: f64) {
    let got: [Array2<Real>; 3] = backward(forward, gradient, block);
    for (got, want) in got.iter().zip(&want(forward, gradient)) {
        assert_close(got, want, tolerance);
    }
}

#[test]
fn any_block_size() {
    let mut rng = ChaCha8Rng::seed_from_u64(97);
    for (queries, keys, dim, value_dim) in [(4, 7, 3, 2), (6, 6, 1, 4), (1, 9, 5, 5)] {
        let [q, k, v] = [(queries, dim), (keys, dim), (keys, value_dim)]
            .map(|(rows, columns)| normal((rows, columns), 1.0, &mut rng));
        let forward = forward(q, k, v);
        let gradient = normal((queries, value_dim), 1.0, &mut rng);
        for block in [1, 2, 3, 4, 7, 100] {
            check(&forward, &gradient, block, 1e-4);
        }
    }
}

#[test]
fn high_scores() {
    let mut rng = ChaCha8Rng::seed_from_u64(98);
    let [mut q, mut k] = [(); 2].map(|()| normal((3, 4), 1.0, &mut rng));
    q.column_mut(0).fill(20.0);
    k.column_mut(0).fill(100.0);
    let forward = forward(q, k, normal((3, 2), 1.0, &mut rng));
    check(&forward, &normal((3, 2), 1.0, &mut rng), 2, 1e-2);
}

#[test]
fn nothing_without_a_gradient() {
    let mut rng = ChaCha8Rng::seed_from_u64(99);
    let [q, k, v] = [4, 5, 5].map(|rows| normal((rows, 3), 1.0, &mut rng));
    let forward = forward(q, k, v);
    let mut gradient = normal((4, 3), 1.0, &mut rng);
    gradient.row_mut(1).fill(0.0);
    let once: [Array2<Real>; 3] = backward(&forward, &gradient, 2);
    let twice: [Array2<Real>; 3] = backward(&forward, &(2.0 * &gradient), 2);
    for (once, twice) in once.iter().zip(&twice) {
        assert_close(twice, &(2.0 * once), 1e-4);
    }
    assert_close(&once[0].row(1), &Array1::zeros(3), 1e-6);
    let [q, k, v] = want(&forward, &gradient);
    assert_close(&once[0], &q, 1e-4);
    assert_close(&once[1], &k, 1e-4);
    assert_close(&once[2], &v, 1e-4);
}
