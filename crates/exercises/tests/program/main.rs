//! `cargo exercise` on a small book: its results and its error messages.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]

mod fixture;
mod mistakes;
mod processes;
mod reader;
