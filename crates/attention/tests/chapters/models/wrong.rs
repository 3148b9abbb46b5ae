//! The mistakes that each property finds.

use attention::data::Padded;
use attention::encoder_decoder::wrong::{ContextFromState, ReadsPadding};
use attention::encoder_decoder::{self, Decoded, EncoderDecoder};
use attention::nn::{Module, Tokens, Visitor};
use attention::tape::{Mode, Tape};
use attention::transformer::Transformer;
use attention::transformer::wrong::{AlwaysPositionZero, LooksAhead};

use super::causality::no_token_looks_ahead;
use super::padding::{padding_changes_nothing, weights_are_shares};
use super::steps::{select_returns_the_sentences, steps_equal_teacher_forcing};
use super::*;

/// The causal mask is applied only in training.
#[derive(Clone, Debug)]
struct MaskOnlyInTraining(Transformer);

impl Module for MaskOnlyInTraining {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        self.0.visit(visitor);
    }
}

impl encoder_decoder::Wrapper for MaskOnlyInTraining {
    type Inner = Transformer;

    fn inner(&self) -> &Transformer {
        &self.0
    }

    fn forward<'t>(&self, tape: &'t Tape, source: &Padded, inputs: &Tokens) -> Decoded<'t> {
        match tape.mode() {
            Mode::Train => self.0.forward(tape, source, inputs),
            Mode::Check | Mode::Eval => {
                let wrong = LooksAhead(self.0.clone());
                EncoderDecoder::forward(&wrong, tape, source, inputs)
            }
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
        let position = properties(&AlwaysPositionZero(right.clone()), seed);
        assert_eq!(position, [true, true, false, true, true], "{config:?}");
        // Outside of training, tokens look at the tokens after them, and so at the padding.
        let mask = properties(&MaskOnlyInTraining(right.clone()), seed);
        assert_eq!(mask, [true, false, false, true, false], "{config:?}");
        let ahead = properties(&LooksAhead(right), seed);
        assert_eq!(ahead, [false, false, false, true, false], "{config:?}");
    }
    for seed in 0..5 {
        let layers = 1 + seed as usize / 2;
        let wrong = ContextFromState(fixed_context(layers, seed));
        assert!(steps_equal_teacher_forcing(&wrong, seed).is_err());
        let reads = ReadsPadding(fixed_context(layers, seed));
        assert_eq!(properties(&reads, seed)[2..], [true, false, false]);
        let reads = ReadsPadding(bahdanau(layers, seed));
        assert!(weights_are_shares(&reads, seed).is_err());
        assert!(padding_changes_nothing(&reads, seed).is_err());
    }
}
