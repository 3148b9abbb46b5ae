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

mod beam;
pub mod bleu;
mod config;
mod encoder;
mod evaluation;
mod experiment;
mod fixed_context;
mod greedy;
mod model;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod trained;
mod training;
mod translator;
pub mod wrong;

pub use beam::{Beam, BeamSearch, Candidate, beam_search, translate_with_beam};
pub use config::RecurrentConfig;
pub use encoder::Encoder;
pub use evaluation::{Band, Evaluation, evaluate, mean_loss};
pub(crate) use experiment::mean_losses;
pub use experiment::{Experiment, Run};
pub use fixed_context::{FixedContext, FixedContextState};
pub(crate) use greedy::write_with;
pub use greedy::{Translation, greedy};
pub use model::{Decoded, EncoderDecoder, Step};
pub use trained::TrainedError;
pub(crate) use trained::{Description, Saved, save, shipped};
pub use training::{RateCurve, Recipe, TrainError, train};
pub use translator::{Translated, Translator};
