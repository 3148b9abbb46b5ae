//! A decoder-only model as an encoder-decoder, for the same training and searches.

use super::{DecoderOnly, DecoderOnlyCache};
use crate::data::Padded;
use crate::encoder_decoder::{Decoded, DecodedStep, EncoderDecoder};
use crate::nn::Tokens;
use crate::tape::Tape;

/// Ignores the source, which is an empty sentence.
impl EncoderDecoder for DecoderOnly {
    type State<'t> = DecoderOnlyCache;

    fn start(
        &self,
        _tape: &Tape,
        _source: &Padded,
    ) -> DecoderOnlyCache {
        DecoderOnlyCache::default()
    }

    #[track_caller]
    fn step<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens,
        cache: &DecoderOnlyCache,
    ) -> (DecodedStep<'t>, DecoderOnlyCache) {
        let (tokens, mut cache) =
            (tokens.insert_axis(1), cache.clone());
        let predicted = self.predict_cached(tape, &tokens, &mut cache);
        let logits = predicted.logits.index(1, 0); // [batch, vocab]
        let weights = None;
        (DecodedStep { logits, weights }, cache)
    }

    fn select<'t>(
        cache: &Self::State<'t>,
        rows: &[usize],
    ) -> Self::State<'t> {
        cache.select(rows)
    }

    #[track_caller]
    fn forward<'t>(
        &self,
        tape: &'t Tape,
        _source: &Padded,
        inputs: &Tokens,
    ) -> Decoded<'t> {
        Decoded {
            logits: self.predict(tape, inputs).logits,
            weights: None,
        }
    }

    fn target_vocab(&self) -> usize {
        self.vocab()
    }
}
