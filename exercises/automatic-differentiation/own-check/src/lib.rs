//! A check of backward passes that is not blind to the softmax.

use attention::Real;
use ndarray::ArrayD;

/// How far an entry of the input is moved, up and down.
pub const STEP: Real = 1e-2;

/// How far derivative and difference may differ, as a fraction of the larger of 1 and
/// the absolute value of the difference.
pub const TOLERANCE: Real = 5e-3;

/// Returns whether central differences confirm `backward` as the backward pass of
/// `forward` at `input`.
///
/// `forward` turns an array of the shape of `input` into an array of any shape.
/// `backward` takes the input and the gradient with respect to the output, in its
/// shape, and returns the gradient with respect to the input. `seed` is for the random
/// numbers on which the output is projected.
pub fn confirms(
    forward: impl Fn(&ArrayD<Real>) -> ArrayD<Real>,
    backward: impl Fn(&ArrayD<Real>, &ArrayD<Real>) -> ArrayD<Real>,
    input: &ArrayD<Real>,
    seed: u64,
) -> bool {
    //@ solution
    use rand::{SeedableRng, rngs::ChaCha8Rng};
    use rand_distr::{Distribution, StandardNormal};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let output = forward(input);
    let draw = || StandardNormal.sample(&mut rng);
    let projection: ArrayD<Real> = ArrayD::from_shape_simple_fn(output.raw_dim(), draw);
    let gradient = backward(input, &projection);
    if gradient.shape() != input.shape() {
        return false;
    }
    gradient.indexed_iter().all(|(index, &derivative)| {
        let loss_at = |by: Real| {
            let mut moved = input.clone();
            moved[&index] += by;
            (forward(&moved) * &projection).sum()
        };
        let difference = (loss_at(STEP) - loss_at(-STEP)) / (2.0 * STEP);
        let allowed = TOLERANCE * difference.abs().max(1.0);
        // The second part is false if the derivative is NaN or infinite.
        difference.is_finite() && (derivative - difference).abs() <= allowed
    })
    //@ stub let shape = forward(input).raw_dim();
    //@ stub let draw = || -> Real { todo!("a number drawn with the seed {seed}") };
    //@ stub let projection = ArrayD::from_shape_simple_fn(shape, draw);
    //@ stub let gradient = backward(input, &projection);
    //@ stub todo!("confirm {gradient} at {input}")
    //@ end
}
exercise_solutions::tests!(own_check);
