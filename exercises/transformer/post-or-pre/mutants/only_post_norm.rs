// expect-fail: the_last_of_sixteen, without_a_norm_it_explodes
// misconception: leaves the arrangement at the default
    use attention::mask::Mask;
    use attention::nn::init;
    use attention::tape::{Mode, Tape};
    use attention::transformer::{Config, Encoder};
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let _ = arrangement;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let config = Config {
        arrangement: Arrangement::default(),
        ..Config::new(HIDDEN, 4).blocks(blocks)
    };
    let encoder = Encoder::new(&config, &mut rng).expect("four heads share 32 numbers");
    let tape = Tape::new(Mode::Check, 0);
    let mut random = || tape.constant(init::normal((1, STEPS, HIDDEN), 1.0, &mut rng));
    let (x, factors) = (random(), random());
    let loss = (encoder.forward(x, &Mask::all()).output * factors).sum();
    let gradients = loss.backward();
    let gradient = gradients.of(&encoder.blocks[place].feed_forward.outer.weight);
    let squares = gradient.map_or(0.0, |g| g.iter().map(|entry| entry * entry).sum());
    squares.sqrt()
