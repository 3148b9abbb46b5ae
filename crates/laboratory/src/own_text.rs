//! A language model of any text, from bytes to samples.
//!
//! | task | item |
//! |---|---|
//! | load the model that the book ships | [`trained`] |
//! | train models on a text | [`train`] |
//! | continue a text | [`TextModel::write`] |
//! | compare with a predictor that only counts | [`frequencies`](fn@frequencies) |
//!
//! `cargo book train language-model` and `cargo book write` do the same in a terminal.

mod data;
mod frequencies;
mod model;
mod saved;
mod settings;
#[cfg(test)]
mod tests;
mod training;

pub use data::Prepared;
pub use frequencies::frequencies;
pub use model::{HeldOut, TextModel};
pub use saved::{Card, Run, Trained, trained};
pub use settings::{Settings, TextError};
pub use training::{Sample, Training, times, train};
