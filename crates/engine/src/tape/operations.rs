//! The operations, each with its backward pass below its value.

mod additive;
mod arithmetic;
mod attention;
mod cross_entropy;
mod dropout;
mod elementwise;
mod gather;
mod gru;
mod join;
mod layer_norm;
mod matmul;
mod reduce;
mod rms_norm;
mod rotate;
mod select;
mod shape;
mod softmax;

pub use additive::fused_additive_scores;
pub use attention::{Attended, attend, attend_heads, attend_in_blocks, fused_attend};
pub use join::{concat, stack};
pub use rotate::Pairing;
