//! The mistakes that each property finds.

use attention::data::Padded;
use attention::encoder_decoder::wrong::{ContextFromState, ReadsPadding};
use attention::encoder_decoder::{Change, Changed, Decoded, EncoderDecoder};
use attention::nn::Tokens;
use attention::tape::{Mode, Tape};
use attention::transformer::Transformer;
use attention::transformer::wrong::{AlwaysPositionZero, LooksAhead};

use super::causality::no_token_looks_ahead;
use super::padding::{padding_changes_nothing, weights_are_shares};
use super::steps::{select_returns_the_sentences, steps_equal_teacher_forcing};
use super::*;

/// The causal mask is applied only in training.
#[derive(Clone, Debug)]
struct MaskOnlyInTraining;

impl Change<Transformer> for MaskOnlyInTraining {
    fn forward<'t>(
        &self,
        model: &Transformer,
        tape: &'t Tape,
        source: &Padded,
        inputs: &Tokens,
    ) -> Decoded<'t> {
        match tape.mode() {
            Mode::Train => model.forward(tape, source, inputs),
            Mode::Check | Mode::Eval => LooksAhead.forward(model, tape, source, inputs),
        }
    }
}

/// Returns which properties hold: no token looks ahead in training, nor outside of it; steps agree
/// with teacher forcing; selected sentences continue as if alone; padding changes nothing.
fn properties<M: EncoderDecoder>(model: &M, seed: u64) -> [bool; 5] {
    [
        no_token_looks_ahead(model, &[Mode::Train], seed),
        no_token_looks_ahead(model, &[Mode::Check, Mode::Eval], seed),
        steps_equal_teacher_forcing(model, seed),
        select_returns_the_sentences(model, seed),
        padding_changes_nothing(model, seed),
    ]
    .map(|outcome| outcome.is_ok())
}

/// A mistake is found in each model or in none. A comparison of single steps alone finds what is
/// right with teacher forcing, and other padding what is wrong in both.
#[test]
fn each_property_finds_its_mistakes() {
    for (seed, config) in configs().filter(|(_, config)| config.positions) {
        let right = transformer(&config, seed);
        let position = properties(&Changed(right.clone(), AlwaysPositionZero), seed);
        assert_eq!(position, [true, true, false, true, true], "{config:?}");
        // Outside of training, tokens look at the tokens after them, and so at the padding.
        let mask = properties(&Changed(right.clone(), MaskOnlyInTraining), seed);
        assert_eq!(mask, [true, false, false, true, false], "{config:?}");
        let ahead = properties(&Changed(right, LooksAhead), seed);
        assert_eq!(ahead, [false, false, false, true, false], "{config:?}");
    }
    for seed in 0..5 {
        let layers = 1 + seed as usize / 2;
        let wrong = Changed(fixed_context(layers, seed), ContextFromState);
        assert!(steps_equal_teacher_forcing(&wrong, seed).is_err());
        let reads = Changed(fixed_context(layers, seed), ReadsPadding);
        assert_eq!(properties(&reads, seed)[2..], [true, false, false]);
        let reads = Changed(bahdanau(layers, seed), ReadsPadding);
        assert!(weights_are_shares(&reads, seed).is_err());
        assert!(padding_changes_nothing(&reads, seed).is_err());
    }
}
