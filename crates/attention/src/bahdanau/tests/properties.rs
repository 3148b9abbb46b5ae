//! Properties of every encoder-decoder, and two wrong contexts.

use super::decoder::looks_as_documented;
use crate::bahdanau::{Bahdanau, BahdanauState, Memory};
use crate::data::Padded;
use crate::encoder_decoder::testing::bahdanau;
use crate::encoder_decoder::testing::properties::{
    ROUNDING, holds, is_violated, padding_changes_nothing,
    select_returns_the_sentences, steps_equal_teacher_forcing,
    steps_nearly_equal_teacher_forcing, weights_are_shares,
};
use crate::encoder_decoder::{
    Decoded, DecodedStep, EncoderDecoder, Wrapper,
};
use crate::nn::{Module, Tokens, Visitor};
use crate::tape::{Tape, stack};

#[test]
fn padding_changes_no_sentence() {
    holds(bahdanau, padding_changes_nothing);
}

#[test]
fn selected_sentences_continue_as_if_alone() {
    holds(bahdanau, select_returns_the_sentences);
}

#[test]
fn the_weights_of_words_sum_to_1_and_padding_has_none() {
    holds(bahdanau, weights_are_shares);
}

/// A decoder that uses its own last state as the context.
struct LooksAtItself {
    model: Bahdanau,
    also_when_taught: bool,
}

impl Module for LooksAtItself {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        self.model.visit(visitor);
    }
}

impl Wrapper for LooksAtItself {
    type Inner = Bahdanau;

    fn inner(&self) -> &Bahdanau {
        &self.model
    }

    fn step<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens,
        state: &BahdanauState<'t>,
    ) -> (DecodedStep<'t>, BahdanauState<'t>) {
        let own = state.state.index(0, self.model.gru.layers.len() - 1);
        let [_batch, keys, _hidden] = state.memory.values.dims();
        let looked_at = Memory {
            values: stack(&vec![own; keys], 1),
            ..state.memory.clone()
        };
        let wrong = BahdanauState {
            memory: looked_at,
            state: state.state,
        };
        let (step, next) = self.model.step(tape, tokens, &wrong);
        let (memory, state) = (state.memory.clone(), next.state);
        (step, BahdanauState { memory, state })
    }

    fn forward<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
        inputs: &Tokens,
    ) -> Decoded<'t> {
        if !self.also_when_taught {
            return self.model.forward(tape, source, inputs);
        }
        let mut state = self.model.start(tape, source);
        let (mut logits, mut weights) = (Vec::new(), Vec::new());
        for column in inputs.ids().columns() {
            let column = Tokens::new(column.to_owned(), inputs.vocab());
            let column = column.expect("they were in the vocabulary");
            let (step, next) =
                Wrapper::step(self, tape, &column, &state);
            logits.push(step.logits);
            weights.extend(step.weights);
            state = next;
        }
        Decoded {
            logits: stack(&logits, 1),
            weights: Some(stack(&weights, 1)),
        }
    }
}

/// Correct with teacher forcing, so the comparison with single steps finds the mistake.
#[test]
fn a_context_from_the_state_is_found() {
    let make = |layers, seed| LooksAtItself {
        model: bahdanau(layers, seed),
        also_when_taught: false,
    };
    is_violated(make, |wrong, seed| {
        steps_nearly_equal_teacher_forcing(wrong, seed, ROUNDING)
    });
    is_violated(make, |wrong, seed| {
        looks_as_documented(wrong, &wrong.model, seed)
    });
}

/// Equally wrong both times, so only the step in smaller operations finds the mistake.
#[test]
fn a_context_from_the_state_is_found_even_with_teacher_forcing() {
    let make = |layers, seed| LooksAtItself {
        model: bahdanau(layers, seed),
        also_when_taught: true,
    };
    holds(make, steps_equal_teacher_forcing);
    holds(make, padding_changes_nothing);
    holds(make, weights_are_shares);
    is_violated(make, |wrong, seed| {
        looks_as_documented(wrong, &wrong.model, seed)
    });
}
