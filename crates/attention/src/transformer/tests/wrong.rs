//! The mistakes that each property finds.

use super::causality::no_token_looks_ahead;
use super::{configs, transformer};
use crate::data::Padded;
use crate::encoder_decoder::testing::properties::{
    Outcome, ROUNDING, padding_changes_little,
    select_nearly_returns_the_sentences,
    steps_nearly_equal_teacher_forcing,
};
use crate::encoder_decoder::testing::{
    batch, examples, padded_further,
};
use crate::encoder_decoder::{self, Decoded, EncoderDecoder};
use crate::nn::{Module, Tokens, Visitor};
use crate::tape::{Mode, Tape};
use crate::transformer::Transformer;
use crate::transformer::wrong::{AlwaysPositionZero, LooksAhead};

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

    fn forward<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
        inputs: &Tokens,
    ) -> Decoded<'t> {
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
fn found<M: EncoderDecoder>(wrong: fn(Transformer) -> M) -> [bool; 5] {
    let positions = configs().filter(|(_, config)| config.positions);
    let found = positions.map(|(seed, config)| {
        let model = wrong(transformer(&config, seed));
        let outside = [Mode::Check, Mode::Eval];
        let outcomes: [Outcome; 5] = [
            no_token_looks_ahead(&model, Mode::Train, seed),
            outside.into_iter().try_for_each(|mode| {
                no_token_looks_ahead(&model, mode, seed)
            }),
            steps_nearly_equal_teacher_forcing(&model, seed, ROUNDING),
            select_nearly_returns_the_sentences(&model, seed, ROUNDING),
            padding_changes_little(&model, seed, ROUNDING),
        ];
        outcomes.map(|outcome| outcome.is_ok())
    });
    found
        .reduce(|first, next| {
            assert_eq!(
                first, next,
                "a mistake is found in each model or in none"
            );
            first
        })
        .expect("there are configurations with positions")
}

#[test]
fn the_right_one_has_all_properties() {
    assert_eq!(found(|model| model), [true; 5]);
}

/// Teacher forcing gives the right result, so only the comparison with the steps finds the mistake.
#[test]
fn a_position_that_is_always_0_is_found_by_the_steps() {
    assert_eq!(
        found(AlwaysPositionZero),
        [true, true, false, true, true]
    );
}

/// Training and steps are right. A target that is read outside of training is not: its tokens look
/// at the tokens after them, and so at the padding.
#[test]
fn a_mask_in_training_alone_is_found_outside_of_it() {
    assert_eq!(
        found(MaskOnlyInTraining),
        [true, false, false, true, false]
    );
}

#[test]
fn a_missing_mask_is_found_in_every_mode() {
    assert_eq!(found(LooksAhead), [false, false, false, true, false]);
}

/// On a tape for training, the loss equals the loss of the right model.
#[test]
fn their_losses_differ_where_their_masks_do() {
    let (seed, config) =
        configs().next().expect("there are configurations");
    let batch = padded_further(&batch(&examples(4, seed)), 1);
    let losses = |mode| {
        let tape = &Tape::new(mode, 0);
        let right = transformer(&config, seed);
        [
            right.loss(tape, &batch).item(),
            AlwaysPositionZero(right.clone()).loss(tape, &batch).item(),
            MaskOnlyInTraining(right.clone()).loss(tape, &batch).item(),
            LooksAhead(right).loss(tape, &batch).item(),
        ]
    };
    let [right, position, only_in_training, ahead] =
        losses(Mode::Train);
    assert_eq!([position, only_in_training], [right; 2]);
    assert_ne!(ahead, right);
    let [right, position, only_in_training, ahead] = losses(Mode::Eval);
    assert_eq!((position, only_in_training), (right, ahead));
    assert_ne!(ahead, right);
}
