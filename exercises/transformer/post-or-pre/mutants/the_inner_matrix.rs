// expect-fail: one_block
// misconception: takes the first matrix of the network, whose gradient has about the same size
    use attention::mask::Mask;
    use attention::nn::init;
    use attention::tape::{Mode, Tape};
    use attention::transformer::{Config, Encoder};
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let config = Config {
        arrangement,
        ..Config::new(HIDDEN, 4).blocks(blocks)
    };
    let encoder = Encoder::new(&config, &mut rng).expect("four heads share 32 numbers");
    let tape = Tape::new(Mode::Check, 0);
    let mut random = || tape.constant(init::normal((1, STEPS, HIDDEN), 1.0, &mut rng));
    let (x, factors) = (random(), random());
    let loss = (encoder.forward(x, &Mask::all()).output * factors).sum();
    let gradients = loss.backward();
    let gradient = gradients.of(&encoder.blocks[place].feed_forward.inner.weight);
    let squares = gradient.map_or(0.0, |g| g.iter().map(|entry| entry * entry).sum());
    squares.sqrt()
