//! A language model of any text, from bytes to samples.
//!
//! | task | item |
//! |---|---|
//! | load the model that the book ships | [`trained`] |
//! | train models on a text | [`train`] |
//! | continue a text | [`TextModel::write`] |
//!
//! `cargo book train language-model` and `cargo book write` do the same in a terminal.

mod data;
mod model;
mod saved;
mod settings;
#[cfg(test)]
mod tests;
mod training;

pub use data::Prepared;
pub use model::{HeldOut, TextModel};
pub use saved::{Card, Run, Trained, trained};
pub use settings::{Settings, TextError};
pub use training::{Sample, Training, times, train};
