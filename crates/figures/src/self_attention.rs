//! Figures of the chapter on self-attention and positional encoding.

mod attending;
mod clocks;
mod layers;
mod pairs;
mod positions;
mod trained;

pub use self::attending::{permutation, three_tokens};
pub use self::clocks::position_clocks;
pub use self::layers::{crossover, three_layers};
pub use self::pairs::pair_masks;
pub use self::positions::{offset_product, position_columns, position_map};
pub use self::trained::beyond_length;
