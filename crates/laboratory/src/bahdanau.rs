//! [Chapter 4](#ch:bahdanau): a translator with attention, and models without it.

mod settings;
#[cfg(test)]
mod tests;
mod trained;
mod training;

pub use settings::Settings;
pub use trained::{Card, Trained, Wider, trained};
pub use training::train_models;
