//! A check: do a parallel and a recurrent form compute the same?

use attention::Real;
use ndarray::{Array1, Array2, Axis};

/// The queries, keys, and values of one text, with the decay of the memory that reads
/// and writes them.
#[derive(Clone, Debug)]
pub struct Text {
    /// `[steps, key_dim]`.
    pub queries: Array2<Real>,
    /// `[steps, key_dim]`.
    pub keys: Array2<Real>,
    /// `[steps, value_dim]`.
    pub values: Array2<Real>,
    /// `[steps]`, between 0 and 1.
    pub factors: Array1<Real>,
}

/// Returns the outputs, `[steps, value_dim]`, token by token.
pub fn recurrent(text: &Text) -> Array2<Real> {
    //@ solution
    let mut memory = Array2::zeros((text.keys.ncols(), text.values.ncols()));
    let mut outputs = Array2::zeros(text.values.dim());
    for i in 0..text.keys.nrows() {
        let key = text.keys.row(i).insert_axis(Axis(1));
        let value = text.values.row(i).insert_axis(Axis(0));
        memory = memory * text.factors[i] + key.dot(&value);
        outputs.row_mut(i).assign(&text.queries.row(i).dot(&memory));
    }
    outputs
    //@ stub let _ = Axis(0);
    //@ stub todo!("the outputs of {text:?}")
    //@ end
}

/// Returns the largest absolute difference between the outputs of `parallel` and of
/// [`recurrent`] for 40 random texts, or NaN if a difference is NaN.
pub fn largest_gap(parallel: &dyn Fn(&Text) -> Array2<Real>, seed: u64) -> Real {
    //@ solution
    use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
    use rand_distr::{Distribution, StandardNormal};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut largest: Real = 0.0;
    for number in 0..40 {
        let steps = 1 + number % 16;
        let key_dim = rng.random_range(1..=4);
        let value_dim = rng.random_range(1..=4);
        let factors = (0..steps).map(|_| rng.random_range(0.0..1.0)).collect();
        let mut normal = |columns: usize| {
            Array2::from_shape_simple_fn((steps, columns), || {
                StandardNormal.sample(&mut rng)
            })
        };
        let text = Text {
            queries: normal(key_dim),
            keys: normal(key_dim),
            values: normal(value_dim),
            factors,
        };
        let gaps = (parallel(&text) - recurrent(&text)).abs();
        if gaps.iter().any(|gap| gap.is_nan()) {
            return Real::NAN;
        }
        largest = gaps.fold(largest, |most, &gap| most.max(gap));
    }
    largest
    //@ stub let _ = parallel;
    //@ stub todo!("draw texts with seed {seed}")
    //@ end
}
exercise_solutions::tests!(recurrent_or_parallel);
