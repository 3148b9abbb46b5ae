//! Figures of the chapter on multi-head attention.

mod average;
mod columns;
mod layer;
mod lengths;
mod maps;
mod split;
mod trained;

pub use self::average::one_average;
pub use self::columns::head_columns;
pub use self::layer::multi_head;
pub use self::lengths::repeat_or_tile;
pub use self::maps::head_maps;
pub use self::split::index_map;
pub use self::trained::{ablation, slope_losses};

use super::style::Role;

/// Each head has one color in all figures of the chapter.
const HEADS: [Role; 4] = [Role::Series1, Role::Series2, Role::Series3, Role::Series4];
