//! What the models of the book *Attention in Rust* are made with: arrays, masks, a tape that finds gradients, layers and
//! training.
//!
//! The chapters' crate hands all of it on, so readers know these modules as `attention::array`, `attention::tape` and
//! so on, and the examples here name them so.
//!
//! | module | holds |
//! |---|---|
//! | [`array`](mod@array) | functions on plain arrays, without gradients |
//! | [`mask`] | which keys a query may look at |
//! | [`tape`] | the tape that finds the gradients of everything that is trained |
//! | [`nn`] | layers, and how models are saved |
//! | [`train`] | optimizers, learning rates and the training loop |

#![cfg_attr(
    feature = "f64",
    allow(
        clippy::unnecessary_cast,
        reason = "casts between `Real` and `f64` are needed in `f32`"
    )
)]

pub mod array;
pub mod file;
pub mod mask;
pub mod nn;
pub mod tape;
#[doc(hidden)]
pub mod testing;
pub mod train;

/// The floating-point type of all numbers: `f32`, or `f64` if the feature `f64` is on.
///
/// # Example
///
/// ```
/// let bytes = if cfg!(feature = "f64") { 8 } else { 4 };
/// assert_eq!(size_of::<attention::Real>(), bytes);
/// ```
#[cfg(not(feature = "f64"))]
pub type Real = f32;

/// The floating-point type of all numbers: `f32`, or `f64` if the feature `f64` is on.
///
/// # Example
///
/// ```
/// let bytes = if cfg!(feature = "f64") { 8 } else { 4 };
/// assert_eq!(size_of::<attention::Real>(), bytes);
/// ```
#[cfg(feature = "f64")]
pub type Real = f64;
