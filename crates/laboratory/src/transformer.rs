//! [Chapter 7](#ch:transformer): a Transformer that translates, its variants, and a language model.

mod card;
mod settings;
mod trained;
mod training;
mod variant;

pub use card::{Card, Diverged, LanguageModelRun};
pub use settings::Settings;
pub use trained::{Trained, trained};
pub use training::{texts, train_models};
pub use variant::Variant;
