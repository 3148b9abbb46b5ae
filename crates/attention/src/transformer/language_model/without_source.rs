//! A language model as an encoder-decoder, so that it is trained and searched as they are.

use super::{LanguageModel, Past};
use crate::data::Padded;
use crate::encoder_decoder::{Decoded, EncoderDecoder, Step};
use crate::nn::Tokens;
use crate::tape::Tape;

/// The source says nothing: it is an empty sentence, of its end alone.
impl EncoderDecoder for LanguageModel {
    type State<'t> = Past;

    fn start(&self, _tape: &Tape, _source: &Padded) -> Past {
        Past::default()
    }

    #[track_caller]
    fn step<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens,
        past: &Past,
    ) -> (Step<'t>, Past) {
        let read = self.read(tape, &tokens.insert_axis(1), past);
        let logits = read.logits.index(1, 0); // [batch, vocab]
        let weights = None;
        (Step { logits, weights }, read.past)
    }

    fn select<'t>(past: &Self::State<'t>, rows: &[usize]) -> Self::State<'t> {
        past.select(rows)
    }

    #[track_caller]
    fn forward<'t>(
        &self,
        tape: &'t Tape,
        _source: &Padded,
        inputs: &Tokens,
    ) -> Decoded<'t> {
        Decoded {
            logits: self.read(tape, inputs, &Past::default()).logits,
            weights: None,
        }
    }

    fn target_vocab(&self) -> usize {
        self.output.vocab()
    }
}
