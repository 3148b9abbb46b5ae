use attention::Real;
use attention::array::assert_close;
use attention::data::{BOS, Padded};
use attention::encoder_decoder::{EncoderDecoder, FixedContext, RecurrentConfig};
use attention::nn::Tokens;
use attention::tape::{Mode, Tape};
use ndarray::{Array2, ArrayD};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use the_wrong_context::step;

/// Returns the logits of each step, step by step and all at once.
fn both(steps: usize) -> Vec<(ArrayD<Real>, ArrayD<Real>)> {
    let config = RecurrentConfig::new(10, 12).sizes(6, 8);
    let model = FixedContext::new(&config, &mut ChaCha8Rng::seed_from_u64(4));
    let source = Padded::new(&[vec![5, 7, 4, 3]], 10).expect("tokens below 10");
    let tokens = [BOS, 6, 9, 4, 11];
    let inputs = Array2::from_shape_fn((1, steps), |(_, step)| tokens[step]);
    let inputs = Tokens::new(inputs, 12).expect("tokens below 12");
    let tape = Tape::new(Mode::Eval, 0);
    let taught = model.forward(&tape, &source, &inputs).logits;
    let mut state = model.start(&tape, &source);
    let mut logits = Vec::new();
    for (place, &token) in tokens[..steps].iter().enumerate() {
        let (got, next) = step(&model, &tape, token, state);
        let want = taught.index(1, place).value().into_owned();
        logits.push((got.value().into_owned(), want));
        state = next;
    }
    logits
}

#[test]
fn the_first_step_agrees() {
    for (got, want) in both(1) {
        assert_close(&got, &want, 1e-5);
    }
}

#[test]
fn every_step_agrees_with_teacher_forcing() {
    for (got, want) in both(5) {
        assert_close(&got, &want, 1e-5);
    }
}
