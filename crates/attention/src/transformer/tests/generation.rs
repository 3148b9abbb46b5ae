//! Texts that a language model continues.

use super::{configs, language_model, rng};
use crate::data::{BOS, EOS};
use crate::encoder_decoder::testing::{
    TARGET_VOCAB, examples, sources,
};
use crate::encoder_decoder::{EncoderDecoder, greedy};
use crate::nn::Module;
use crate::nn::Tokens;
use crate::tape::{Mode, Tape};
use crate::transformer::{Config, LanguageModel, Sampling};

fn plain() -> Sampling {
    Sampling::new(1.0).unwrap()
}

/// The bias of the output layer makes one token much likelier than all others.
fn prefer(model: &LanguageModel, token: usize, by: crate::Real) {
    for (name, param) in model.params() {
        if name == "output.bias" {
            param.update(|bias| bias[token] = by);
        }
    }
}

/// From the empty text this is the greedy translation of nothing.
#[test]
fn the_most_likely_tokens_give_the_greedy_text() {
    let most_likely = plain().top_k(1).unwrap();
    for (seed, config) in configs() {
        let model = language_model(&config, seed);
        let expected = &greedy(&model, &sources(&examples(1, 0)), 9)[0];
        let text =
            model.generate(&[], 9, &most_likely, &mut rng(0)).unwrap();
        assert_eq!(text, expected.tokens);
        // A text with this beginning continues in the same way.
        let start = &expected.tokens[..expected.tokens.len().min(3)];
        let steps = 9 - start.len();
        let rest = model
            .generate(start, steps, &most_likely, &mut rng(0))
            .unwrap();
        assert_eq!(rest, expected.tokens[start.len()..]);
    }
}

/// Each token is drawn from the logits of all that was read, with one number of the generator each.
#[test]
fn each_token_is_drawn_from_the_logits_of_a_full_pass() {
    let sampling = Sampling::new(1.5).unwrap().top_k(4).unwrap();
    for (seed, config) in configs() {
        let model = language_model(&config, seed);
        let text = [5, 4];
        let found = model
            .generate(&text, 6, &sampling, &mut rng(seed))
            .unwrap();
        let (mut read, mut rng) = (vec![BOS, 5, 4], rng(seed));
        for &token in
            found.iter().chain((found.len() < 6).then_some(&EOS))
        {
            let tape = Tape::new(Mode::Eval, 0);
            let tokens = Tokens::new(
                ndarray::Array1::from(read.clone()),
                TARGET_VOCAB,
            );
            let tokens = tokens.unwrap().insert_axis(0);
            let logits = model.predict(&tape, &tokens).logits;
            let last =
                logits.index(1, read.len() - 1).index(0, 0).value();
            let last = last.iter().copied().collect();
            assert_eq!(
                sampling.choose(&last, &mut rng),
                token,
                "{config:?}"
            );
            read.push(token);
        }
    }
}

#[test]
fn a_text_stops_at_its_end() {
    let (seed, config) =
        configs().next().expect("there are configurations");
    let model = language_model(&config, seed);
    prefer(&model, EOS, 1e4);
    assert_eq!(
        model.generate(&[5], 9, &plain(), &mut rng(0)),
        Ok(vec![])
    );
    prefer(&model, EOS, -1e4);
    let text = model.generate(&[5], 9, &plain(), &mut rng(0)).unwrap();
    assert_eq!(text.len(), 9);
    assert!(!text.contains(&EOS));
}

#[test]
fn no_steps_write_nothing() {
    let (seed, config) =
        configs().next().expect("there are configurations");
    let model = language_model(&config, seed);
    assert_eq!(
        model.generate(&[5], 0, &plain(), &mut rng(0)),
        Ok(vec![])
    );
}

#[test]
fn an_unknown_token_is_an_error() {
    let (seed, config) =
        configs().next().expect("there are configurations");
    let model = language_model(&config, seed);
    for steps in [0, 3] {
        let error = model.generate(
            &[5, TARGET_VOCAB],
            steps,
            &plain(),
            &mut rng(0),
        );
        let text = error.unwrap_err().to_string();
        let expected =
            "token 7 at [1] is outside the vocabulary of 7 tokens";
        assert_eq!(text, expected);
    }
}

/// Only the number of sentences of its source matters.
#[test]
fn a_language_model_does_not_look_at_a_source() {
    let model = language_model(&Config::new(8, 2), 0);
    let inputs = super::random_tokens(2, 4, 0);
    let [first, second] = [0, 5].map(|seed| {
        let tape = Tape::new(Mode::Eval, 0);
        let source = sources(&examples(2, seed));
        model.forward(&tape, &source, &inputs).logits.value()
    });
    assert_eq!(first, second);
}
