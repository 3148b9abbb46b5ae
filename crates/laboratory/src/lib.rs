//! The laboratory of the book *Attention in Rust*: the trainings that the chapters report, what was
//! measured, and the models that the book ships.
//!
//! The crate `attention` holds what the chapters explain. This crate uses it to train: it knows
//! settings, seeds, and the files in `models/`. Its modules have the names of the chapters.
//!
//! | task | item |
//! |---|---|
//! | translate with the trained models | [`bahdanau::trained`], [`transformer::trained`], [`real_sentences::translator`](real_sentences::translator()) |
//! | continue a text | [`own_text::trained`] |
//! | read what was measured | [`newer_transformer::card`], [`price_of_a_token::card`], [`attention_as_memory::trained`] |
//! | train again, on the sentences of the book or on others | [`bahdanau::train_models`], [`transformer::train_models`], [`own_text::train`], [`real_sentences::train`] |
//! | repeat the measurements of a chapter | [`trials::run`] |
//! | store models with their card | [`Saved`] |

pub mod attention_as_memory;
pub mod bahdanau;
mod compared;
pub mod newer_transformer;
pub mod own_text;
pub mod price_of_a_token;
pub mod real_sentences;
mod saved;
mod shipped;
pub mod tasks;
mod times;
pub mod transformer;
pub mod trials;

pub use saved::{Problem, Saved, TrainedError};
pub use times::Times;
