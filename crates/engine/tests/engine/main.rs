//! Arrays, layers, and training. The operations of the tape have a table of their own, and layers
//! are compared with PyTorch in the tests of the crate `attention`.
#![cfg_attr(real_f64, allow(clippy::unnecessary_cast, reason = "`Real` may be `f32`"))]

mod gru;
mod init;
mod layer_norm;
mod layers;
mod position;
mod softmax;
mod state;
mod summary;
mod train;
