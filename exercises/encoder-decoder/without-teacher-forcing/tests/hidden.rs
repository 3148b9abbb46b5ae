use attention::Real;
use attention::array::assert_close;
use attention::data::{BOS, EOS, Padded};
use attention::encoder_decoder::{
    Changed, EncoderDecoder, FixedContext, Recipe, greedy, mean_loss, train,
};
use attention::nn::Tokens;
use attention::tape::{Mode, Tape};
use ndarray::{Array1, Array2, Array3, Axis};
use without_teacher_forcing::{OwnInputs, VOCAB, examples, losses, untrained};

const STEPS: usize = 5;

fn source() -> Padded {
    Padded::new(&[vec![4, EOS], vec![7, 5, EOS], vec![6, EOS]], VOCAB).unwrap()
}

/// Returns the logits of all steps, where the inputs after the first column are all
/// `token`.
fn logits(model: &Changed<FixedContext, OwnInputs>, token: usize) -> Array3<Real> {
    let inputs = Array2::from_shape_fn(
        (3, STEPS),
        |(_, step)| {
            if step == 0 { BOS } else { token }
        },
    );
    let inputs = Tokens::new(inputs, VOCAB).unwrap();
    let tape = Tape::new(Mode::Eval, 0);
    let logits = model.forward(&tape, &source(), &inputs).logits.value();
    logits.into_owned().into_dimensionality().expect("three axes")
}

#[test]
fn the_right_tokens_are_not_read() {
    let model = Changed(untrained(3), OwnInputs);
    let (one, other): (Array3<Real>, Array3<Real>) =
        (logits(&model, 4), logits(&model, 7));
    assert_eq!(one, other, "the logits with 4 and with 7 after the first column");
}

#[test]
fn the_first_column_is_read() {
    let model = Changed(untrained(4), OwnInputs);
    let inputs = Array2::from_shape_vec((3, 2), vec![7, 4, BOS, 4, 5, 4]);
    let inputs = Tokens::new(inputs.expect("three rows"), VOCAB).unwrap();
    let tape = Tape::new(Mode::Eval, 0);
    let own = model.forward(&tape, &source(), &inputs).logits;
    let taught = model.0.forward(&tape, &source(), &inputs).logits;
    assert_close(&own.index(1, 0).value(), &taught.index(1, 0).value(), 1e-5);
}

/// Returns the position of the largest entry of each row.
fn most_likely(logits: &Array2<Real>) -> Array1<usize> {
    let best = |row: ndarray::ArrayView1<Real>| {
        let all = row.iter().enumerate();
        all.max_by(|a, b| a.1.total_cmp(b.1)).map_or(0, |(token, _)| token)
    };
    logits.outer_iter().map(best).collect()
}

#[test]
fn goes_on_after_the_end() {
    let mut early = 0;
    for seed in 0..20 {
        let model = Changed(untrained(seed), OwnInputs);
        let own = logits(&model, EOS);
        let tape = Tape::new(Mode::Eval, 0);
        let mut state = model.0.start(&tape, &source());
        let mut read: Array1<usize> = Array1::from_elem(3, BOS);
        for step in 0..STEPS {
            early += read.iter().filter(|&&token| token == EOS).count();
            let tokens = Tokens::new(read, VOCAB).unwrap();
            let (want, next) = model.0.step(&tape, &tokens, &state);
            let want = want.logits.value();
            let got = own.index_axis(Axis(1), step);
            assert_close(&got.into_dyn(), &want, 1e-4);
            let want = want.into_owned().into_dimensionality();
            read = most_likely(&want.expect("[batch, vocab]"));
            state = next;
        }
    }
    assert!(early > 0, "the test needs a sentence that ends early");
}

#[test]
fn agrees_with_greedy_search() {
    for seed in 0..20 {
        let model = Changed(untrained(seed), OwnInputs);
        let logits = logits(&model, EOS);
        for (sentence, want) in greedy(&model.0, &source(), STEPS).iter().enumerate() {
            let mut tokens = want.tokens.clone();
            tokens.extend(want.ended.then_some(EOS));
            for (step, &token) in tokens.iter().enumerate() {
                let row = logits.index_axis(ndarray::Axis(0), sentence);
                let row = row.index_axis(ndarray::Axis(0), step);
                let best = row.fold(Real::MIN, |best, &logit| best.max(logit));
                assert!(
                    row[token] > best - 1e-5,
                    "seed {seed}, sentence {sentence}, step {step}: greedy writes \
                     {token}, the logits are {row:.3}"
                );
            }
        }
    }
}

#[test]
fn each_model_is_measured_as_it_was_trained() {
    let recipe = Recipe {
        epochs: 60,
        batch: 4,
        learning_rate: 0.02,
        seed: 12,
        ..Recipe::default()
    };
    let (examples, vocabs) = (examples(), [VOCAB, VOCAB]);
    let (taught, own) = (untrained(12), Changed(untrained(12), OwnInputs));
    train(&taught, &examples, vocabs, &recipe).unwrap();
    train(&own, &examples, vocabs, &recipe).unwrap();
    let want = [
        mean_loss(&taught, &examples, vocabs).unwrap(),
        mean_loss(&own, &examples, vocabs).unwrap(),
    ];
    let got: [f64; 2] = losses(12);
    for (got, want) in got.into_iter().zip(want) {
        assert!(
            (got - want).abs() < 1e-3,
            "seed 12: expected the loss {want}, got {got}"
        );
    }
}
