//! The effect of a division on the weights of many random queries.

use attention::Real;

/// Returns two means over 100 random rows of weights: of all own slopes `a (1 - a)`,
/// and of the largest weight of each row.
///
/// Each row has its own `keys` keys with `dim` independent entries of mean 0 and
/// variance 1, and is the softmax of the dot products with a query, divided by
/// `divisor`. If `itself`, the query is the first key; else it is drawn like a key. The
/// generator has seed `seed`. `keys` and `dim` are at least 1, and `divisor` is above
/// 0.
pub fn slope_and_top(
    keys: usize,
    dim: usize,
    divisor: Real,
    itself: bool,
    seed: u64,
) -> [Real; 2] {
    //@ solution
    use attention::array::softmax;
    use ndarray::{Array1, Array2};
    use rand::{SeedableRng, rngs::ChaCha8Rng};
    use rand_distr::{Distribution, StandardNormal};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut normal = || -> Real { StandardNormal.sample(&mut rng) };
    let (mut slopes, mut tops) = (0.0, 0.0);
    for _ in 0..100 {
        let all_keys = Array2::from_shape_simple_fn((keys, dim), &mut normal);
        let mut query = Array1::from_shape_simple_fn(dim, &mut normal);
        if itself {
            query.assign(&all_keys.row(0));
        }
        let weights = softmax(&(all_keys.dot(&query) / divisor));
        slopes += weights.mapv(|a| a * (1.0 - a)).sum() / keys as Real;
        tops += weights.fold(0.0, |top: Real, &a| top.max(a));
    }
    [slopes / 100.0, tops / 100.0]
    //@ stub todo!("{keys} keys, {dim} entries, {divisor}, {itself}, seed {seed}")
    //@ end
}
exercise_solutions::tests!(measure_the_spread);
