//! A translator of any kind.

use attention::data::{Batch, Padded};
use attention::encoder_decoder::{
    BeamSearch, Candidate, EncoderDecoder, Translation, translate_with_beam,
};
use attention::nn::{Module, Visitor};
use attention::tape::{Tape, Var};
use translation::{most_likely, write_with};

/// A translator of any kind.
pub struct Model(Box<dyn AnyKind>);

impl Model {
    pub(super) fn new(model: impl EncoderDecoder + 'static) -> Self {
        Self(Box::new(model))
    }

    /// Computes the mean loss of the target tokens.
    pub fn loss<'t>(&self, tape: &'t Tape, batch: &Batch) -> Var<'t> {
        self.0.loss(tape, batch)
    }

    /// Translates each sentence by choosing the most probable token at each step.
    pub fn greedy(&self, source: &Padded, max_steps: &[usize]) -> Vec<Translation> {
        self.0.greedy(source, max_steps)
    }

    /// Translates one sentence with a beam search.
    pub fn search(&self, source: &Padded, settings: &BeamSearch) -> Vec<Candidate> {
        self.0.search(source, settings)
    }
}

impl Module for Model {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        self.0.visit(visitor);
    }
}

/// The methods of an [`EncoderDecoder`] that do not depend on the type of its state.
trait AnyKind: Module {
    fn loss<'t>(&self, tape: &'t Tape, batch: &Batch) -> Var<'t>;

    fn greedy(&self, source: &Padded, max_steps: &[usize]) -> Vec<Translation>;

    fn search(&self, source: &Padded, settings: &BeamSearch) -> Vec<Candidate>;
}

impl<M: EncoderDecoder> AnyKind for M {
    fn loss<'t>(&self, tape: &'t Tape, batch: &Batch) -> Var<'t> {
        EncoderDecoder::loss(self, tape, batch)
    }

    fn greedy(&self, source: &Padded, max_steps: &[usize]) -> Vec<Translation> {
        write_with(self, source, max_steps, most_likely)
    }

    fn search(&self, source: &Padded, settings: &BeamSearch) -> Vec<Candidate> {
        translate_with_beam(self, source, settings)
    }
}
