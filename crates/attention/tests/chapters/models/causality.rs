//! No token depends on the tokens after it, in any mode of the tape.

use attention::encoder_decoder::EncoderDecoder;
use attention::tape::{Mode, Tape};

use super::*;

const STEPS: usize = 5;

/// Checks that another token at any place leaves the logits before it as they are, and changes its
/// own.
pub(super) fn no_token_looks_ahead<M: EncoderDecoder>(
    model: &M,
    modes: &[Mode],
    seed: u64,
) -> Outcome {
    let inputs = rows(&random_tokens(2, STEPS, seed));
    for &mode in modes {
        let logits = |inputs: &Array2<usize>| -> [Value; STEPS] {
            let tape = Tape::new(mode, 0);
            let source = sources(&examples(2, seed));
            let logits = model.forward(&tape, &source, &tokens(inputs.clone())).logits;
            std::array::from_fn(|step| logits.index(1, step).value())
        };
        let expected = logits(&inputs);
        for changed in 0..STEPS {
            let mut other = inputs.clone();
            other.column_mut(changed).mapv_inplace(|token| (token + 1) % TARGET_VOCAB);
            let now = logits(&other);
            for step in 0..changed {
                let what = format!("{mode:?}, step {step}, token {changed} is another");
                same(&what, &now[step], &expected[step])?;
            }
            if now[changed] == expected[changed] {
                return Err(format!("{mode:?}: the token {changed} is not read"));
            }
        }
    }
    Ok(())
}

fn in_every_mode<M: EncoderDecoder>(model: &M, seed: u64) -> Outcome {
    no_token_looks_ahead(model, &[Mode::Train, Mode::Check, Mode::Eval], seed)
}

#[test]
fn later_tokens_change_nothing() {
    holds_for_all_models!(in_every_mode);
}
