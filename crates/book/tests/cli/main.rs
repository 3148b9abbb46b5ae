//! `cargo book` on a small book: the results for a good book and the messages for a broken one.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]

mod api;
mod appendix;
#[cfg(unix)]
mod bless;
mod broken;
mod build;
mod exercises;
mod fixture;
mod kept;
mod language_model;
mod real_sentences;
mod serve;
mod train;
