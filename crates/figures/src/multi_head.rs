//! Figures of the chapter on multi-head attention.

mod layer;
mod slope;

use drawing::prelude::*;

pub(crate) use self::{layer::*, slope::*};

/// The color of each head in all figures of the chapter.
const HEADS: [Role; 4] = [Series1, Series2, Series3, Series4];
