//! Rounded keys, and what rounding does to weights.

use attention::Real;

/// Returns the mean distance between the weights of exact and of rounded keys, over 100
/// rows.
///
/// Each row has 64 keys and a query with 16 independent entries of mean 0 and variance
/// 1; column 0 of the keys is then multiplied by `large`, and entry 0 of the query
/// divided by it. Scores are dot products divided by 4. Keys are rounded to multiples
/// of the largest absolute value divided by `2^(bits - 1) - 1`, taken over the column
/// or else over the token. The distance is half the sum of the absolute differences.
/// The generator has seed `seed`, and `bits` is at least 2.
pub fn distance(bits: i32, large: Real, by_column: bool, seed: u64) -> Real {
    //@ solution
    use attention::array::softmax;
    use ndarray::{Array1, Array2, Axis};
    use rand::{SeedableRng, rngs::ChaCha8Rng};
    use rand_distr::{Distribution, StandardNormal};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut normal = || -> Real { StandardNormal.sample(&mut rng) };
    let steps = (2.0 as Real).powi(bits - 1) - 1.0;
    let mut distances = 0.0;
    for _ in 0..100 {
        let mut keys = Array2::from_shape_simple_fn((64, 16), &mut normal);
        let mut query = Array1::from_shape_simple_fn(16, &mut normal);
        keys.column_mut(0).mapv_inplace(|x| x * large);
        query[0] /= large;
        let axis = Axis(usize::from(!by_column));
        let tops =
            keys.map_axis(axis, |all| all.fold(0.0, |top: Real, x| top.max(x.abs())));
        let rounded = Array2::from_shape_fn((64, 16), |(token, column)| {
            let scale = tops[if by_column { column } else { token }] / steps;
            (keys[[token, column]] / scale).round() * scale
        });
        let [exact, rounded] =
            [&keys, &rounded].map(|keys| softmax(&(keys.dot(&query) / 4.0)));
        distances += (exact - rounded).abs().sum() / 2.0;
    }
    distances / 100.0
    //@ stub todo!("{bits} bits, {large}, by column: {by_column}, seed {seed}")
    //@ end
}
exercise_solutions::tests!(keys_by_column);
