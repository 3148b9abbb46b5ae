use attention::array::{Summary, assert_close, softmax};
use attention::automatic_differentiation::{AttentionGradients, attention_backward};
use attention::{Real, nn::init::normal, scoring_functions::scaled_dot_scores};
use backward_in_blocks::{Forward, backward};
use ndarray::{Array1, Array2};
use rand::{SeedableRng, rngs::ChaCha8Rng};

fn forward(queries: Array2<Real>, keys: Array2<Real>, values: Array2<Real>) -> Forward {
    let scores = scaled_dot_scores(&queries, &keys);
    let summaries =
        scores.rows().into_iter().map(|row| Summary::of(row, values.view()));
    let log_sums = summaries.map(|summary| summary.log_sum_exp()).collect();
    let output = softmax(&scores).dot(&values);
    Forward { output, log_sums, queries, keys, values }
}

/// Computes the gradients with all weights at once.
fn want(forward: &Forward, gradient: &Array2<Real>) -> [Array2<Real>; 3] {
    let inputs = [&forward.queries, &forward.keys, &forward.values];
    let AttentionGradients { queries, keys, values } =
        attention_backward(inputs, gradient);
    [queries, keys, values]
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
    check(&forward, &gradient, 2, 1e-4);
}
