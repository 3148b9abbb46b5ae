//! Automatic differentiation from the ground up: a tape of single numbers, the derivatives of the
//! softmax and of attention written out by hand, and a small network that is trained in the open.
//!
//! The tape that the later chapters train with is [`crate::tape`]: the same idea for arrays.

mod attention;
mod network;
mod number;

pub use attention::{
    AttentionGradients, attention_backward, softmax_backward,
};
pub use network::Network;
pub use number::{Derivatives, Number, Tape};

#[cfg(test)]
mod tests;
