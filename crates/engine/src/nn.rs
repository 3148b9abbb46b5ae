//! Layers: parameters and functions of them on the [tape](crate::tape).
//!
//! | to do this | use |
//! |---|---|
//! | multiply rows by a learned matrix | [`Linear`] |
//! | turn tokens into vectors | [`Embedding`], with checked [`Tokens`] |
//! | normalize rows | [`LayerNorm`], [`RmsNorm`] |
//! | apply a gated network to rows | [`GatedFeedForward`] |
//! | drop entries during training | [`Dropout`] |
//! | read a sequence step by step | [`Gru`] |
//! | encode positions in a sequence | [`SinusoidalPositions`], [`LearnedPositions`], [`Rotary`] |
//! | initialize parameters | [`init`] |
//! | list and count parameters | [`Module`] |
//! | save parameters | [`state`](fn@state) and [`restore`] in memory, [`save`] and [`load`] in a file |

mod dropout;
mod embedding;
mod error;
mod gated_feed_forward;
mod gru;
pub mod init;
mod layer_norm;
mod linear;
mod position;
mod rms_norm;
mod rotary;
mod state;
mod tokens;

pub use dropout::Dropout;
pub use embedding::Embedding;
pub use error::{ConfigError, DataError};
pub use gated_feed_forward::GatedFeedForward;
pub use gru::{Gru, GruLayer, GruOutput};
pub use layer_norm::LayerNorm;
pub use linear::Linear;
pub use position::{LearnedPositions, SinusoidalPositions};
pub use rms_norm::RmsNorm;
pub use rotary::Rotary;
pub use state::{
    Difference, Differences, LoadError, LoadProblem, Loaded, Metadata, SaveError,
    SaveProblem, State, load, load_bytes, restore, save, save_with, state,
};
pub use tokens::Tokens;

#[doc(inline)]
pub use crate::tape::{Module, Pairing, Param, ParamId, Visitor};
