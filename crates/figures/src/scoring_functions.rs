//! Figures of the chapter on scoring functions.

pub(crate) mod masked_weights;
mod masks;
pub(crate) mod saturation;
pub(crate) mod score_landscapes;
mod shapes;
mod spread;

use crate::prelude::*;

pub(crate) use self::{masks::*, shapes::*, spread::*};

pub(crate) fn score_landscapes() -> String {
    at_start(score_landscapes::controls, score_landscapes::answer)
}
