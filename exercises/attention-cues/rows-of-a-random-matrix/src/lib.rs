//! The size of the largest of ten random weights.

use attention::Real;

/// Draws random weights `[queries, keys]`, changes their temperature from 1 to
/// `temperature`, and returns the mean over the queries of the largest weight of
/// each row.
///
/// The temperature is a number above 0, or infinity. There is at least one query and
/// one key.
pub fn mean_largest_weight(
    queries: usize,
    keys: usize,
    temperature: Real,
    seed: u64,
) -> Real {
    //@ solution
    use attention::{array::softmax, attention_cues::random_weights};
    use ndarray::Axis;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let scores =
        random_weights(queries, keys, &mut ChaCha8Rng::seed_from_u64(seed)).ln();
    let weights = softmax(&(scores / temperature));
    let largest = weights.fold_axis(Axis(1), 0.0, |top: &Real, &next| top.max(next));
    largest.sum() / queries as Real
    //@ stub todo!("{queries} queries, {keys} keys, temperature {temperature}, seed {seed}")
    //@ end
}
exercise_solutions::tests!(rows_of_a_random_matrix);
