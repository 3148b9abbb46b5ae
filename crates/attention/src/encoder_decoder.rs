//! Appendix: recurrent encoder-decoders.
//!
//! An encoder reads a sentence in one language, a decoder writes it in another, token by token. This
//! module has what every such model needs, whatever it is made of: the [trait](EncoderDecoder) by which
//! it is trained and asked, the [training](train), two ways to choose the next token, and the score of
//! a translation. Its own model, [`FixedContext`], has gated recurrent units and no attention.
//!
//! | to do this | use |
//! |---|---|
//! | read source sentences | [`Encoder`] |
//! | decode them from one vector each | [`FixedContext`] |
//! | train a model on pairs of sentences | [`train`] with a [`Recipe`] |
//! | take the likeliest token at each step | [`greedy`] |
//! | keep several beginnings at each step | [`beam_search`], and [`translate_with_beam`] for a model |
//! | score translations | [`bleu`](mod@bleu), [`evaluate`] |
//! | see mistakes that are often made | [`wrong`] |

mod config;
mod encoder;
mod fixed_context;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
pub mod wrong;

pub use config::RecurrentConfig;
pub use encoder::Encoder;
pub use fixed_context::{FixedContext, FixedContextState};

#[doc(inline)]
pub use translation::{
    Band, Beam, BeamSearch, Candidate, Decoded, DecodedStep,
    EncoderDecoder, Evaluation, Experiment, RateCurve, Recipe, Run,
    TrainError, Translated, Translation, Translator, beam_search, bleu,
    chrf, evaluate, greedy, mean_loss, saved::TrainedError, train,
    translate_with_beam,
};
