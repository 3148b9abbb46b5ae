//! Figures of the chapter on multi-head attention.

mod average;
mod columns;
mod layer;
mod lengths;
mod maps;
mod split;
mod trained;

use drawing::prelude::*;

pub use self::average::one_average;
pub use self::columns::head_columns;
pub use self::layer::multi_head;
pub use self::lengths::repeat_or_tile;
pub use self::maps::head_maps;
pub use self::split::index_map;
pub use self::trained::{ablation, slope_losses};

/// Each head has one color in all figures of the chapter.
const HEADS: [Role; 4] = [Series1, Series2, Series3, Series4];
