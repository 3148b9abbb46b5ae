//! Chapter 4: Bahdanau attention.
//!
//! At every step, the decoder attends to all states of the encoder,
//! with its own state as the query.
//!
//! | task | item |
//! |---|---|
//! | translate with attention | [`Bahdanau`] |
//! | load the models that the book ships | [`trained`] |
//! | train models on any corpus | [`train_models`] |

mod model;
mod settings;
#[cfg(test)]
mod tests;
mod trained;
mod training;

pub use model::{Bahdanau, BahdanauState, Memory};
pub use settings::Settings;
pub use trained::{
    RecurrentModelCard, TrainedRecurrent, Wider, trained,
};
pub use training::{Finished, train_models};

pub use crate::encoder_decoder::TrainedError;
