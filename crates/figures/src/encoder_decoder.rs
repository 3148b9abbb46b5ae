//! Figures of the appendix on recurrent encoder-decoders.

mod counts;
mod gru;
mod loss;
mod padding;
mod search;
mod steps;

use drawing::prelude::*;

pub use self::counts::n_grams;
pub use self::gru::gru_step;
pub use self::loss::masked_loss;
pub use self::padding::frozen;
pub use self::search::{beam_tree, length_exponent};
pub use self::steps::{taught_or_free, unrolled};

/// The encoder, the context and the decoder have the same colors in all figures.
const ENCODER: Role = Series2;
const CONTEXT: Role = Series3;
const DECODER: Role = Series1;
