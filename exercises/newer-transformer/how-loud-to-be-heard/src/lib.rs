//! The weight of one key among many.

use attention::Real;

/// Returns the score at which a key has weight `weight`, between 0 and 1, among `keys`
/// keys, at least 2, if all other scores are 0.
pub fn needed_score(keys: usize, weight: Real) -> Real {
    //@ solution
    ((keys - 1) as Real * weight / (1.0 - weight)).ln()
    //@ stub todo!("the score for weight {weight} among {keys} keys")
    //@ end
}

/// Returns the mean weight, over 200 texts, of a key with score `score` among `keys`
/// keys whose scores are normal with mean 0 and standard deviation `spread`.
pub fn mean_weight(keys: usize, score: Real, spread: Real, seed: u64) -> Real {
    //@ solution
    use rand::{SeedableRng, rngs::ChaCha8Rng};
    use rand_distr::{Distribution, StandardNormal};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut weight = || -> Real {
        let others = (1..keys).map(|_| {
            let other: Real = StandardNormal.sample(&mut rng);
            (spread * other - score).exp()
        });
        1.0 / (1.0 + others.sum::<Real>())
    };
    (0..200).map(|_| weight()).sum::<Real>() / 200.0
    //@ stub todo!("draw with {seed}: score {score}, {keys} keys, spread {spread}")
    //@ end
}
exercise_solutions::tests!(how_loud_to_be_heard);
