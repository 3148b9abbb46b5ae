//! The memory of a search in which each step holds the keys of all steps before it.

use std::cell::RefCell;

use crate::data::Padded;
use crate::encoder_decoder::testing::{
    SOURCE_VOCAB, TARGET_VOCAB, bahdanau, examples, fixed_context, rng,
    sources,
};
use crate::encoder_decoder::{
    BeamSearch, Decoded, DecodedStep, EncoderDecoder,
    translate_with_beam, write_with,
};
use crate::nn::{Module, Tokens, Visitor};
use crate::tape::Tape;
use crate::transformer::{Config, LanguageModel, Transformer};

const STEPS: usize = 40;

/// Counts the values on the tape at the start of each step.
struct Counting<M> {
    model: M,
    counts: RefCell<Vec<usize>>,
}

impl<M: Module> Module for Counting<M> {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        self.model.visit(visitor);
    }
}

impl<M: EncoderDecoder> EncoderDecoder for Counting<M> {
    type State<'t> = M::State<'t>;

    fn start<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
    ) -> Self::State<'t> {
        self.model.start(tape, source)
    }

    fn step<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens,
        state: &Self::State<'t>,
    ) -> (DecodedStep<'t>, Self::State<'t>) {
        self.counts.borrow_mut().push(tape.operations().len());
        self.model.step(tape, tokens, state)
    }

    fn select<'t>(
        state: &Self::State<'t>,
        rows: &[usize],
    ) -> Self::State<'t> {
        M::select(state, rows)
    }

    fn forward<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
        inputs: &Tokens,
    ) -> Decoded<'t> {
        self.model.forward(tape, source, inputs)
    }

    fn target_vocab(&self) -> usize {
        self.model.target_vocab()
    }
}

/// If each step left the same number of values, each as long as the text so far, the memory would
/// grow as the square of the length.
fn holds_one_step<M: EncoderDecoder>(model: M) {
    let counts = RefCell::default();
    let model = Counting { model, counts };
    let check = |steps: usize| {
        let counts = model.counts.take();
        assert!(counts.len() >= steps);
        let same = counts[1..].iter().all(|&count| count == counts[1]);
        assert!(same && counts[1] <= 3, "{counts:?}");
    };
    let source = sources(&examples(2, 0));
    write_with(&model, &source, &[STEPS; 2], |_| 4);
    check(STEPS);
    let settings = BeamSearch {
        width: 4,
        length_exponent: 0.0,
        max_steps: STEPS,
        end: 0,
    };
    let source = sources(&examples(1, 0));
    translate_with_beam(&model, &source, &settings);
    check(3);
}

#[test]
fn searches_hold_the_values_of_one_step() {
    holds_one_step(fixed_context(1, 0));
    holds_one_step(bahdanau(2, 0));
    let (config, rng) = (Config::new(8, 2), &mut rng(0));
    let vocabs = [SOURCE_VOCAB, TARGET_VOCAB];
    holds_one_step(Transformer::new(&config, vocabs, rng).unwrap());
    let model = LanguageModel::new(&config, TARGET_VOCAB, rng);
    holds_one_step(model.unwrap());
}
