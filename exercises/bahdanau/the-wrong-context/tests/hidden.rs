use attention::Real;
use attention::array::assert_close;
use attention::data::{BOS, EOS, Padded};
use attention::encoder_decoder::{EncoderDecoder, FixedContext, RecurrentConfig};
use attention::nn::Tokens;
use attention::tape::{Mode, Tape};
use laboratory::bahdanau::trained;
use ndarray::{ArrayD, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use the_wrong_context::step;

#[test]
fn several_layers() {
    for layers in [2, 3] {
        let config = RecurrentConfig::new(10, 12).sizes(5, 7).layers(layers);
        let model = FixedContext::new(&config, &mut ChaCha8Rng::seed_from_u64(5));
        let source = Padded::new(&[vec![9, 8, 3]], 10).expect("tokens below 10");
        let inputs = Tokens::new(array![[BOS, 7, 4, 4]], 12).expect("tokens below 12");
        let tape = Tape::new(Mode::Eval, 0);
        let taught = model.forward(&tape, &source, &inputs).logits;
        let mut state = model.start(&tape, &source);
        for (place, token) in [BOS, 7, 4, 4].into_iter().enumerate() {
            let (logits, next) = step(&model, &tape, token, state);
            assert_close(&logits.value(), &taught.index(1, place).value(), 1e-5);
            state = next;
        }
    }
}

#[test]
fn the_context_stays() {
    let config = RecurrentConfig::new(10, 12).sizes(5, 7);
    let model = FixedContext::new(&config, &mut ChaCha8Rng::seed_from_u64(6));
    let source = Padded::new(&[vec![9, 8, 3]], 10).expect("tokens below 10");
    let tape = Tape::new(Mode::Eval, 0);
    let start = model.start(&tape, &source);
    let mut state = start;
    for token in [BOS, 5, 5, 9] {
        let before: ArrayD<Real> = state.state.value().into_owned();
        state = step(&model, &tape, token, state).1;
        assert_eq!(state.context.value(), start.context.value(), "the context");
        assert_ne!(state.state.value(), before, "the state changes at every step");
    }
}

#[test]
fn the_translations_of_the_shipped_model() {
    let translator = trained().expect("the book ships its models").fixed_context;
    let words = &translator.vocabularies;
    for sentence in ["the red car is big.", "they love the cats.", "he sleeps."] {
        let want = translator.translate(sentence).expect("known words").text;
        let source = [words.encode_source(sentence)];
        let source = Padded::new(&source, words.source.len()).expect("known words");
        let tape = Tape::new(Mode::Eval, 0);
        let mut state = translator.model.start(&tape, &source);
        let (mut token, mut written) = (BOS, Vec::new());
        while token != EOS && written.len() < 20 {
            let (logits, next) = step(&translator.model, &tape, token, state);
            let logits = logits.value();
            let best = logits.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
            (token, state) = (best.map_or(EOS, |(id, _)| id), next);
            written.push(token);
        }
        let got: String = attention::data::detokenize(&words.target.decode(&written));
        assert_eq!(got, want, "\"{sentence}\"");
    }
}
