//! Chapter 4: Bahdanau attention.
//!
//! A decoder that does not get the source in one vector: at every step it looks at all states of the
//! encoder, with its own state as the query.
//!
//! | to do this | use |
//! |---|---|
//! | translate with attention | [`Bahdanau`] |
//! | ask the models that the book has trained | [`trained`] |
//! | train models again, on any corpus | [`train_models`] |

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
