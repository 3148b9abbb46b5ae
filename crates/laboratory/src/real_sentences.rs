//! [Chapter 8](#ch:newer-transformer): translators of real sentences, in byte pairs of both
//! languages.

mod card;
mod model;
mod rounded;
mod scores;
mod settings;
mod text;
mod training;
mod translator;

pub use card::{Card, Corpus, Course, Rounded, Run, Trained};
pub use model::Model;
pub use rounded::{ROUNDED, round, rounded, shipped};
pub use scores::{Band, CHOSEN, Estimate, Scores, evaluate, evaluate_search};
pub use settings::{Kind, Settings};
pub use text::{PrepareError, Prepared};
pub use training::{Progress, Training, times, train};
pub use translator::{
    MOST_TOKENS, TooLong, Translated, Translator, beam_settings, encode, most_steps, translator,
};

#[cfg(test)]
mod tests;
