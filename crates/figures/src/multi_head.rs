//! Figures of the chapter on multi-head attention.

pub(crate) mod index_map;
mod layer;
mod slope;

use crate::prelude::*;

pub(crate) use self::{layer::*, slope::*};

/// The color of each head in all figures of the chapter.
const HEADS: [Role; 4] = [Series1, Series2, Series3, Series4];
