//! [Appendix B](#ch:automatic-differentiation): automatic differentiation from scratch.
//!
//! The module has a tape of scalars, the derivatives of the softmax and of attention written by
//! hand, and a small network whose training shows every step. The later chapters train with
//! [`crate::tape`], the same idea for arrays.

mod attention;
mod network;
mod number;

pub use attention::{
    AttentionGradients, attention_backward, softmax_backward,
};
pub use network::Network;
pub use number::{Derivatives, Number, Tape};
