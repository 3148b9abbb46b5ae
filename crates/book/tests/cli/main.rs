//! `cargo book`, run on a small book: what it makes of a good one, and what it says of a broken one.
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
mod serve;
mod train;
