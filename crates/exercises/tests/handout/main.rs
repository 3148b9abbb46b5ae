//! `cargo exercise handout`: what students get, what they must not get, and what is said about a
//! course that cannot be handed out.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]

mod building;
mod canary;
mod course;
mod fixture;
mod leaks;
mod product;
mod texts;
mod variants;
