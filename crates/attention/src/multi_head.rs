//! Several attentions side by side, each on its own columns of the projected inputs.
//!
//! | file | holds |
//! |---|---|
//! | `multi_head/heads.rs` | [`split_heads`] and [`merge_heads`], on plain arrays |
//! | `multi_head/config.rs` | [`MultiHeadConfig`], the settings of the layer |
//! | `multi_head/layer.rs` | [`MultiHead`], the layer |
//! | `multi_head/key_values.rs`, `multi_head/layer/stored.rs` | [`KeyValues`] that are projected once for all queries |
//! | `multi_head/layer/pruning.rs` | [`MultiHead::without_head`] and [`MultiHead::keep_heads`] |
//! | `multi_head/wrong.rs` | the same layer with a mistake that training does not notice |
//! | `multi_head/slope.rs` | the example of the chapter: a task for two heads |

mod config;
mod heads;
mod key_values;
mod layer;
pub mod slope;
pub mod wrong;

pub use config::MultiHeadConfig;
pub use heads::{merge_heads, split_heads};
pub use key_values::KeyValues;
pub use layer::MultiHead;

#[cfg(test)]
mod tests;
