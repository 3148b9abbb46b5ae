//! No token depends on the tokens after it, in any mode of the tape.

use ndarray::Array2;

use super::{holds_for_all, random_tokens};
use crate::encoder_decoder::EncoderDecoder;
use crate::encoder_decoder::testing::properties::{EXACT, Outcome};
use crate::encoder_decoder::testing::{
    TARGET_VOCAB, examples, rows, sources, tokens,
};
use crate::tape::{Mode, Tape, Value};

const STEPS: usize = 5;

fn logits<M: EncoderDecoder>(
    model: &M,
    mode: Mode,
    inputs: &Array2<usize>,
    seed: u64,
) -> [Value; STEPS] {
    let tape = Tape::new(mode, 0);
    let source = sources(&examples(2, seed));
    let logits = model
        .forward(&tape, &source, &tokens(inputs.clone()))
        .logits;
    std::array::from_fn(|step| logits.index(1, step).value())
}

/// Checks that another token at any place leaves the logits before it as they are, to the last bit,
/// and changes its own.
pub(super) fn no_token_looks_ahead<M: EncoderDecoder>(
    model: &M,
    mode: Mode,
    seed: u64,
) -> Outcome {
    let inputs = rows(&random_tokens(2, STEPS, seed));
    let expected = logits(model, mode, &inputs, seed);
    for changed in 0..STEPS {
        let mut other = inputs.clone();
        for token in other.column_mut(changed) {
            *token = (*token + 1) % TARGET_VOCAB;
        }
        let now = logits(model, mode, &other, seed);
        for step in 0..changed {
            let what = format!(
                "{mode:?}, step {step}, token {changed} is another"
            );
            EXACT.same(&what, &now[step], &expected[step])?;
        }
        if now[changed] == expected[changed] {
            return Err(format!(
                "{mode:?}: the token {changed} is not read"
            ));
        }
    }
    Ok(())
}

fn in_every_mode<M: EncoderDecoder>(model: &M, seed: u64) -> Outcome {
    [Mode::Train, Mode::Check, Mode::Eval]
        .into_iter()
        .try_for_each(|mode| no_token_looks_ahead(model, mode, seed))
}

#[test]
fn later_tokens_change_nothing_to_the_last_bit() {
    holds_for_all(in_every_mode, in_every_mode);
}
