//! The memory of a search in which each step holds the keys of all steps before it.

use std::cell::RefCell;

use attention::encoder_decoder::{
    BeamSearch, Change, Changed, DecodedStep, EncoderDecoder, translate_with_beam, write_with,
};
use attention::tape::Tape;

use super::*;

const STEPS: usize = 40;

/// Counts the values on the tape at the start of each step.
#[derive(Default)]
struct Counting(RefCell<Vec<usize>>);

impl<M: EncoderDecoder> Change<M> for Counting {
    fn step<'t>(
        &self,
        model: &M,
        tape: &'t Tape,
        tokens: &Tokens,
        state: &M::State<'t>,
    ) -> (DecodedStep<'t>, M::State<'t>) {
        self.0.borrow_mut().push(tape.operations().len());
        model.step(tape, tokens, state)
    }
}

/// If each step left the same number of values, each as long as the text so far, the memory would
/// grow as the square of the length.
fn searches_hold_one_step<M: EncoderDecoder + Clone>(model: &M, _: u64) -> Outcome {
    let model = Changed(model.clone(), Counting::default());
    let check = |steps: usize| {
        let counts = model.1.0.take();
        assert!(counts.len() >= steps);
        let same = counts[1..].iter().all(|&count| count == counts[1]);
        assert!(same && counts[1] <= 3, "{counts:?}");
    };
    write_with(&model, &sources(&examples(2, 0)), &[STEPS; 2], |_| 4);
    check(STEPS);
    let settings = BeamSearch { width: 4, length_exponent: 0.0, max_steps: STEPS, end: 0 };
    translate_with_beam(&model, &sources(&examples(1, 0)), &settings);
    check(2);
    Ok(())
}

#[test]
fn searches_hold_the_values_of_one_step() {
    holds_for_all_models!(searches_hold_one_step);
}
