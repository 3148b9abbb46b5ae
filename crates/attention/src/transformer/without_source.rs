//! Models without a source as encoder-decoders, for the same training and searches.

/// Implements [`EncoderDecoder`](crate::encoder_decoder::EncoderDecoder) for a model that predicts
/// tokens with a cache. It ignores its source, which is an empty sentence.
macro_rules! without_source {
    ($model:ty, $cache:ty) => {
        const _: () = {
            use crate::data::Padded;
            use crate::encoder_decoder::{
                Decoded, DecodedStep, EncoderDecoder,
            };
            use crate::nn::Tokens;
            use crate::tape::Tape;

            impl EncoderDecoder for $model {
                type State<'t> = $cache;

                fn start(&self, _: &Tape, _: &Padded) -> $cache {
                    <$cache>::default()
                }

                #[track_caller]
                fn step<'t>(
                    &self,
                    tape: &'t Tape,
                    tokens: &Tokens, // [batch]
                    cache: &$cache,
                ) -> (DecodedStep<'t>, $cache) {
                    let mut cache = cache.clone();
                    let tokens = tokens.insert_axis(1); // [batch, 1]
                    let predicted =
                        self.predict_cached(tape, &tokens, &mut cache);
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
                    _: &Padded,
                    inputs: &Tokens, // [batch, steps]
                ) -> Decoded<'t> {
                    let logits = self.predict(tape, inputs).logits;
                    let weights = None;
                    Decoded { logits, weights }
                }

                fn target_vocab(&self) -> usize {
                    self.vocab()
                }
            }
        };
    };
}
pub(crate) use without_source;
