//! `cargo exercise handout`: the files of students, the secrets kept from them, and the errors for
//! a course that cannot be handed out.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]

mod building;
mod course;
mod fixture;
mod leaks;
mod product;
mod texts;
mod variants;
