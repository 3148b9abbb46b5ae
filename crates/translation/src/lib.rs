//! Encoder-decoders for translation, independent of their layers.
//!
//! The crate has the data, the [trait](EncoderDecoder) of all models, the [training](train), search
//! algorithms, scores, and files of trained models. The chapters on recurrent encoder-decoders,
//! Bahdanau attention, and the Transformer use it. The crate `attention` re-exports it as
//! `attention::encoder_decoder` and [`data`] as `attention::data`, which are the paths in the
//! examples.
//!
//! | task | item |
//! |---|---|
//! | make batches of sentences | [`data`] |
//! | train a model on pairs of sentences | [`train`] with a [`Recipe`] |
//! | choose the most probable token at each step | [`greedy`] |
//! | keep several hypotheses at each step | [`beam_search`], and [`translate_with_beam`] for a model |
//! | score translations | [`bleu`](mod@bleu), [`evaluate`] |
//! | change a part of a model | [`Changed`] |

#![cfg_attr(
    real_f64,
    allow(
        clippy::unnecessary_cast,
        reason = "casts between `Real` and `f64` are needed in `f32`"
    )
)]

mod beam;
pub mod bleu;
mod change;
pub mod data;
mod encoder_decoder;
mod evaluation;
mod experiment;
mod greedy;
mod training;
mod translator;

pub use beam::{
    Beam, BeamSearch, Candidate, StepwiseSearch, beam_search,
    translate_with_beam,
};
pub use bleu::chrf;
pub use change::{Change, Changed};
pub use encoder_decoder::{Decoded, DecodedStep, EncoderDecoder};
pub use evaluation::{Band, Evaluation, evaluate, mean_loss};
pub use experiment::{Experiment, Run, mean_losses};
pub use greedy::{Translation, greedy, most_likely, write_with};
pub use training::{RateCurve, Recipe, TrainError, train, train_with};
pub use translator::{Translated, Translator};
