use attention::Real;
use attention::array::assert_close;
use attention::data::{BOS, Padded};
use attention::encoder_decoder::{EncoderDecoder, RecurrentConfig};
use attention::nn::Tokens;
use attention::tape::{Mode, Tape};
use dot_product_decoder::{DotDecoder, look};
use ndarray::{Array2, Array3, ArrayD, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn padding_has_no_weight() {
    let tape = Tape::new(Mode::Eval, 0);
    let query = tape.constant(array![[1.0, 1.0], [1.0, 0.0]]);
    let states = array![
        [[1.0, 0.0], [0.0, 2.0], [500.0, 500.0]],
        [[3.0, 1.0], [9.0, 900.0], [7.0, 0.0]]
    ];
    let (context, weights) = look(query, tape.constant(states), &[2, 1]);
    let second = 1.0 / (1.0 + (-(0.5 as Real).sqrt()).exp());
    let want = array![[1.0 - second, second, 0.0], [1.0, 0.0, 0.0]];
    assert_close(&weights.value(), &want, 1e-5);
    let want = array![[1.0 - second, 2.0 * second], [3.0, 1.0]];
    assert_close(&context.value(), &want, 1e-5);
}

#[test]
fn scores_are_scaled() {
    let tape = Tape::new(Mode::Eval, 0);
    let weights = |copies: usize, factor: Real| -> ArrayD<Real> {
        let query = Array2::from_shape_fn((1, 2 * copies), |(_, e)| {
            factor * [0.5, -1.0][e % 2]
        });
        let states = Array3::from_shape_fn((1, 3, 2 * copies), |(_, key, e)| {
            [[1.0, 0.0], [0.0, 1.5], [-1.0, 1.0]][key][e % 2]
        });
        let (query, states) = (tape.constant(query), tape.constant(states));
        look(query, states, &[3]).1.value().into_owned()
    };
    // Four times as many entries: four times the dot product, twice the score.
    assert_close(&weights(4, 1.0), &weights(1, 2.0), 1e-5);
    assert_close(&weights(16, 1.0), &weights(1, 4.0), 1e-5);
}

#[test]
fn step_by_step_agrees_with_teacher_forcing() {
    let config = RecurrentConfig::new(10, 12).sizes(6, 8).layers(2);
    let model = DotDecoder::new(&config, &mut ChaCha8Rng::seed_from_u64(2));
    let tape = Tape::new(Mode::Eval, 0);
    let source =
        Padded::new(&[vec![5, 7, 3], vec![6, 4, 8, 9, 3]], 10).expect("below 10");
    let inputs = Tokens::new(array![[BOS, 6, 9], [BOS, 4, 4]], 12).expect("below 12");
    let decoded = model.forward(&tape, &source, &inputs);
    assert_eq!(decoded.logits.shape(), [2, 3, 12], "[batch, steps, vocab]");
    let alone = Padded::new(&[vec![5, 7, 3]], 10).expect("below 10");
    let mut state = model.start(&tape, &alone);
    for (place, token) in [BOS, 6, 9].into_iter().enumerate() {
        let token = Tokens::new(array![token], 12).expect("below 12");
        let (step, next) = model.step(&tape, &token, &state);
        let want = decoded.logits.index(0, 0).index(0, place);
        assert_close(&step.logits.index(0, 0).value(), &want.value(), 1e-5);
        state = next;
    }
}

#[test]
fn the_slope_reaches_query_and_states() {
    let tape = Tape::new(Mode::Check, 0);
    let query = tape.variable(array![[0.5, -1.0], [2.0, 1.0]]);
    let states = tape.variable(array![
        [[1.0, 0.0], [0.0, 1.5], [-1.0, 1.0]],
        [[0.0, 0.5], [3.0, 0.0], [1.0, 1.0]]
    ]);
    let (context, _) = look(query, states, &[3, 2]);
    let gradients = context.square().sum().backward();
    for (name, variable) in [("query", query), ("states", states)] {
        let gradient: Option<&ArrayD<Real>> = gradients.wrt(variable);
        let reached = gradient.is_some_and(|slope| slope.iter().any(|&d| d != 0.0));
        assert!(reached, "no gradient reaches the {name}");
    }
}
