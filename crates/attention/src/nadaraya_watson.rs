//! [Chapter 2](#ch:nadaraya-watson): predictions as weighted means of the training targets.
//!
//! A query is the point at which to predict, the keys are the inputs of the training points, and
//! the values are their targets. A [`Kernel`] with a width turns distances into weights
//! ([`attention_weights`]), and the prediction is the mean of the values under these weights
//! ([`predict`]). The last part of the chapter learns the width from the data ([`descend`]).

mod data;
mod error;
mod kernel;
mod learned;
mod pooling;

pub use data::{
    INTERVAL, NOISE, Samples, query_grid, rms_error, truth,
};
pub use error::PoolingError;
pub use kernel::Kernel;
pub use learned::{
    Iterate, best_w, descend, leave_one_out_weights, loss_and_gradient,
    loss_with_own_point,
};
pub use pooling::{attention_weights, limit, predict};
