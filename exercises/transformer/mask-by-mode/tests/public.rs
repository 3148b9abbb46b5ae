use attention::array::assert_close;
use attention::data::Padded;
use attention::encoder_decoder::EncoderDecoder;
use attention::nn::Tokens;
use attention::tape::{Mode, Tape, stack};
use attention::transformer::{Config, Transformer};
use mask_by_mode::read_target;
use ndarray::{Axis, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};

fn parts() -> (Transformer, Padded, Tokens) {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let model = Transformer::new(&Config::new(8, 2), [10, 12], &mut rng);
    let source = Padded::new(&[vec![5, 7, 4, 6, 3], vec![8, 3]], 10);
    let inputs = Tokens::new(array![[2, 6, 4, 11], [2, 7, 0, 0]], 12);
    (
        model.expect("two heads share 8 numbers"),
        source.expect("tokens below 10"),
        inputs.expect("tokens below 12"),
    )
}

#[test]
fn the_same_logits_in_every_mode() {
    let (model, source, inputs) = parts();
    let [train, eval] = [Mode::Train, Mode::Eval].map(|mode| {
        let tape = Tape::new(mode, 0);
        let mut cache = model.start(&tape, &source);
        let logits = read_target(&model, &tape, &inputs, &mut cache);
        logits.value().into_owned()
    });
    assert_close(&eval, &train, 1e-5);
}

#[test]
fn step_by_step() {
    let (model, source, inputs) = parts();
    let tape = Tape::new(Mode::Eval, 0);
    let want = model.forward(&tape, &source, &inputs).logits.value();
    let mut cache = model.start(&tape, &source);
    let mut steps = Vec::new();
    for token in inputs.ids().axis_iter(Axis(1)) {
        let token = Tokens::new(token.insert_axis(Axis(1)).to_owned(), 12);
        let token = token.expect("tokens below 12");
        let logits = read_target(&model, &tape, &token, &mut cache);
        steps.push(logits.index(1, 0));
    }
    assert_close(&stack(&steps, 1).value(), &want, 1e-4);
}
