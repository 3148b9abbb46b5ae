//! Properties of every encoder-decoder, and the mistakes that each property finds.

use crate::bahdanau::Bahdanau;
use crate::encoder_decoder::FixedContext;
use crate::encoder_decoder::testing::properties::{
    ROUNDING, holds, is_violated, padding_changes_nothing,
    select_returns_the_sentences, steps_equal_teacher_forcing,
    steps_nearly_equal_teacher_forcing, weights_are_shares,
};
use crate::encoder_decoder::testing::{bahdanau, fixed_context};
use crate::encoder_decoder::wrong::{ContextFromState, ReadsPadding};

#[test]
fn padding_changes_no_sentence() {
    holds(fixed_context, padding_changes_nothing);
}

#[test]
fn step_by_step_equals_teacher_forcing() {
    holds(fixed_context, steps_equal_teacher_forcing);
}

#[test]
fn selected_sentences_continue_as_if_alone() {
    holds(fixed_context, select_returns_the_sentences);
}

#[test]
fn a_fixed_context_has_no_weights() {
    is_violated(fixed_context, weights_are_shares);
}

/// It is right with teacher forcing, so only the comparison with the steps finds it.
#[test]
fn a_context_from_the_state_is_found() {
    let make =
        |layers, seed| ContextFromState(fixed_context(layers, seed));
    is_violated(make, steps_equal_teacher_forcing);
    holds(make, padding_changes_nothing);
}

/// Both ways of calling the model make the same mistake, so only other padding finds it.
#[test]
fn a_model_that_reads_padding_is_found() {
    let make = |layers, seed| -> ReadsPadding<FixedContext> {
        ReadsPadding(fixed_context(layers, seed))
    };
    is_violated(make, padding_changes_nothing);
    holds(make, steps_equal_teacher_forcing);
    let make = |layers, seed| -> ReadsPadding<Bahdanau> {
        ReadsPadding(bahdanau(layers, seed))
    };
    is_violated(make, padding_changes_nothing);
    is_violated(make, weights_are_shares);
    holds(make, |wrong, seed| {
        steps_nearly_equal_teacher_forcing(wrong, seed, ROUNDING)
    });
}
