//! Figures of the chapter on self-attention and positional encoding.

mod layers;
pub(crate) mod offset_product;
mod pairs;
mod positions;

use crate::prelude::*;

pub(crate) use self::{layers::*, pairs::*, positions::*};

pub(crate) fn offset_product() -> String {
    at_start(offset_product::controls, offset_product::answer)
}
