//! Figures of the appendix on recurrent encoder-decoders.

mod padding;
mod scores;
mod search;
mod steps;

pub(crate) use self::{padding::*, scores::*, search::*, steps::*};
