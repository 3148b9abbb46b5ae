use attention::Real;
use attention::array::assert_close;
use attention::bahdanau::Bahdanau;
use attention::data::{BOS, Padded};
use attention::encoder_decoder::{EncoderDecoder, RecurrentConfig, Translator};
use attention::nn::Tokens;
use attention::tape::{Mode, Tape};
use laboratory::bahdanau::trained;
use ndarray::{Array1, Array2, Axis};
use query_too_late::map_of;
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn the_map_of_the_model() {
    let Translator { model, vocabularies } =
        trained().expect("the book ships its models").bahdanau;
    let [source_vocab, vocab] = vocabularies.sizes();
    let source = [vocabularies.encode_source("the small cat does not see her.")];
    let source = Padded::new(&source, source_vocab).expect("known words");
    let words = ["le", "petit", "chat", "ne", "la", "voit", "pas", "."];
    let mut inputs = vec![BOS];
    inputs.extend(vocabularies.target.encode(&words.map(String::from)));
    let (logits, weights): (Array2<Real>, Array2<Real>) =
        map_of(&model, &source, &inputs);
    let all = Array2::from_shape_fn((1, inputs.len()), |(_, step)| inputs[step]);
    let all = Tokens::new(all, vocab).expect("known words");
    let tape = Tape::new(Mode::Eval, 0);
    let decoded = model.forward(&tape, &source, &all);
    assert_close(&logits, &decoded.logits.index(0, 0).value(), 1e-4);
    let want = decoded.weights.expect("it has attention").index(0, 0);
    assert_close(&weights, &want.value(), 1e-4);
}

#[test]
fn a_row_for_each_token() {
    let config = RecurrentConfig::new(10, 12).sizes(6, 8);
    let model = Bahdanau::new(&config, &mut ChaCha8Rng::seed_from_u64(1));
    let source = Padded::new(&[vec![5, 7, 4, 3]], 10).expect("tokens below 10");
    let (logits, weights): (Array2<Real>, Array2<Real>) =
        map_of(&model, &source, &[BOS, 6, 9]);
    assert_eq!(logits.dim(), (3, 12), "[steps, vocab]");
    assert_eq!(weights.dim(), (3, 4), "[steps, keys]");
    assert_close(&weights.sum_axis(Axis(1)), &Array1::ones(3), 1e-5);
}
