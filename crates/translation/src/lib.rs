//! Translators, whatever they are made of: the sentences they learn from, the [trait](EncoderDecoder) by which they are
//! trained and asked, their [training](train), the search for a translation, its score, and how trained models are kept.
//!
//! The chapters on encoder-decoders, on Bahdanau attention and on the Transformer stand on it. Their crate hands it on, so
//! readers know it as `attention::encoder_decoder`, and [`data`] as `attention::data`; the examples here name it so.
//!
//! | to do this | use |
//! |---|---|
//! | make batches of sentences | [`data`] |
//! | train a model on pairs of sentences | [`train`] with a [`Recipe`] |
//! | take the likeliest token at each step | [`greedy`] |
//! | keep several beginnings at each step | [`beam_search`], and [`translate_with_beam`] for a model |
//! | score translations | [`bleu`](mod@bleu), [`evaluate`] |
//! | keep trained models with what is known about them | [`saved`] |

#![cfg_attr(
    feature = "f64",
    allow(
        clippy::unnecessary_cast,
        reason = "casts between `Real` and `f64` are needed in `f32`"
    )
)]

mod beam;
pub mod bleu;
pub mod data;
mod encoder_decoder;
mod evaluation;
mod experiment;
mod greedy;
pub mod saved;
mod training;
mod translator;

pub use beam::{
    Beam, BeamSearch, Candidate, beam_search, translate_with_beam,
};
pub use bleu::chrf;
pub use encoder_decoder::{Decoded, DecodedStep, EncoderDecoder};
pub use evaluation::{Band, Evaluation, evaluate, mean_loss};
pub use experiment::{Experiment, Run, mean_losses};
pub use greedy::{Translation, greedy, write_with};
pub use training::{RateCurve, Recipe, TrainError, train, train_with};
pub use translator::{Translated, Translator};
