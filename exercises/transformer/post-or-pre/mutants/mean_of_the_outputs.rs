// expect-fail: one_block, the_last_of_sixteen, the_first_of_sixteen
// misconception: takes the mean of the products for a loss, as one does with losses
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
    let loss = (encoder.forward(x, &Mask::all()).output * factors).mean();
    let gradients = loss.backward();
    let gradient = gradients.of(&encoder.blocks[place].feed_forward.outer.weight);
    let squares = gradient.map_or(0.0, |g| g.iter().map(|entry| entry * entry).sum());
    squares.sqrt()
