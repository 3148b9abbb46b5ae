//! `cargo book`, run on a small book: what it makes of a good one, and what it says of a broken one.

mod broken;
mod build;
mod fixture;
mod serve;
