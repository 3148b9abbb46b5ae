//! `cargo exercise` on a small book: what it does, and what it says when it cannot.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]

mod fixture;
mod reader;
mod verify;
