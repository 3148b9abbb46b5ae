//! Figures of the chapter on a newer Transformer.

pub(crate) mod clocks;
mod experiments;
mod offsets;
mod scaling;

use crate::prelude::*;

pub(crate) use self::{experiments::*, offsets::*, scaling::*};

pub(crate) fn clocks() -> String {
    at_start(clocks::controls, clocks::answer)
}
