//! Texts that a language model continues.

use attention::data::{BOS, EOS};
use attention::encoder_decoder::{EncoderDecoder, greedy};
use attention::nn::Module;
use attention::tape::{Mode, Tape};
use attention::transformer::{Config, Sampling};
use engine::testing::rng;
use ndarray::{Array1, Axis};

use crate::models::{
    TARGET_VOCAB, configs, examples, language_model, random_tokens, sources, tokens,
};

/// From the empty text this is the greedy translation of nothing.
#[test]
fn the_most_likely_tokens_give_the_greedy_text() {
    let most_likely = Sampling::default().top_k(1).unwrap();
    for (seed, config) in configs() {
        let model = language_model(&config, seed);
        let expected = &greedy(&model, &sources(&examples(1, 0)), 9)[0].tokens;
        // A text with this beginning continues in the same way.
        for start in [0, expected.len().min(3)] {
            let (start, rest) = expected.split_at(start);
            let text = model.generate(start, 9 - start.len(), &most_likely, &mut rng(0));
            assert_eq!(text.unwrap(), rest);
        }
    }
}

/// Each token is drawn from the logits of all that was read, with one number of the generator each.
#[test]
fn each_token_is_drawn_from_the_logits_of_a_full_pass() {
    let sampling = Sampling::new(1.5).unwrap().top_k(4).unwrap();
    for (seed, config) in configs() {
        let model = language_model(&config, seed);
        let found = model.generate(&[5, 4], 6, &sampling, &mut rng(seed)).unwrap();
        let (mut read, mut rng) = (vec![BOS, 5, 4], rng(seed));
        for &token in found.iter().chain((found.len() < 6).then_some(&EOS)) {
            let tape = Tape::new(Mode::Eval, 0);
            let all = tokens(Array1::from(read.clone()).insert_axis(Axis(0)));
            let logits = model.predict(&tape, &all).logits;
            let last = logits.index(1, read.len() - 1).value().iter().copied().collect();
            assert_eq!(sampling.choose(&last, &mut rng), token, "{config:?}");
            read.push(token);
        }
    }
}

#[test]
fn a_text_stops_at_its_end() {
    let model = language_model(&Config::new(8, 2), 0);
    let generate =
        |text: &[usize], steps| model.generate(text, steps, &Sampling::default(), &mut rng(0));
    // The bias of the output layer makes one token much likelier than all others.
    let prefer_end = |by| {
        let params = model.params().into_iter();
        for (_, bias) in params.filter(|(name, _)| name == "output.bias") {
            bias.update(|bias| bias[EOS] = by);
        }
    };
    prefer_end(1e4);
    assert_eq!(generate(&[5], 9), Ok(vec![]));
    prefer_end(-1e4);
    let text = generate(&[5], 9).unwrap();
    assert_eq!((text.len(), text.contains(&EOS)), (9, false));
    assert_eq!(generate(&[5], 0), Ok(vec![]));
    for steps in [0, 3] {
        let error = generate(&[5, TARGET_VOCAB], steps).unwrap_err().to_string();
        assert_eq!(error, "token 7 at [1] is outside the vocabulary of 7 tokens");
    }
}

/// Only the number of sentences of its source matters.
#[test]
fn a_language_model_does_not_look_at_a_source() {
    let model = language_model(&Config::new(8, 2), 0);
    let [first, second] = [0, 5].map(|seed| {
        let tape = Tape::new(Mode::Eval, 0);
        let inputs = random_tokens(2, 4, 0);
        model.forward(&tape, &sources(&examples(2, seed)), &inputs).logits.value()
    });
    assert_eq!(first, second);
}
