//! Several attentions side by side, each on its own columns of the projected inputs.
//!
//! | file | holds |
//! |---|---|
//! | `multi_head/heads.rs` | [`split_heads`] and [`merge_heads`], on plain arrays |
//! | `multi_head/layer.rs` | [`MultiHead`], a layer, and its [`MultiHeadConfig`] |

mod heads;
mod layer;

pub use heads::{merge_heads, split_heads};
pub use layer::{MultiHead, MultiHeadConfig};

#[cfg(test)]
mod tests;
