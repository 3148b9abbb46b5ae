//! The gradient norms of a block before the first training step.

use attention::{Real, transformer::Arrangement};

/// The hidden size.
pub const HIDDEN: usize = 32;

/// The number of tokens.
pub const STEPS: usize = 8;

/// Returns the norm of the gradient with respect to `feed_forward.outer.weight` of
/// block `place`, counted from 0, in an encoder of `blocks` blocks.
///
/// The loss is the sum of all outputs, each times a random number.
pub fn gradient_norm(
    arrangement: Arrangement,
    blocks: usize,
    place: usize,
    seed: u64,
) -> Real {
    //@ solution
    use attention::mask::Mask;
    use attention::nn::init;
    use attention::tape::{Mode, Tape};
    use attention::transformer::{Config, Encoder};
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let config = Config { arrangement, blocks, ..Config::new(HIDDEN, 4) };
    let encoder = Encoder::new(&config, &mut rng).expect("four heads share 32 numbers");
    let tape = Tape::new(Mode::Check, 0);
    let mut random = || tape.constant(init::normal((1, STEPS, HIDDEN), 1.0, &mut rng));
    let (x, factors) = (random(), random());
    let loss = (encoder.forward(x, &Mask::all()).output * factors).sum();
    let gradients = loss.backward();
    let gradient = gradients.of(&encoder.blocks[place].feed_forward.outer.weight);
    let squares = gradient.map_or(0.0, |g| g.iter().map(|entry| entry * entry).sum());
    squares.sqrt()
    //@ stub todo!("{arrangement:?}, {blocks} blocks, block {place}, seed {seed}")
    //@ end
}
exercise_solutions::tests!(post_or_pre);
