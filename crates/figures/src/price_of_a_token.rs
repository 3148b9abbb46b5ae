//! Figures of the chapter on the price of a token.

mod blocks;
mod cache;
mod guesses;
mod smaller;

pub(crate) use self::{blocks::*, cache::*, guesses::*, smaller::*};
