//! The engine behind the models of the book *Attention in Rust*: arrays, masks, automatic differentiation, layers, and
//! training.
//!
//! The crate `attention` reexports every module, so the examples import `attention::array`, `attention::tape`, and so
//! on.
//!
//! | module | contents |
//! |---|---|
//! | [`array`](mod@array) | functions on plain arrays, without gradients |
//! | [`mask`] | which keys a query may attend to |
//! | [`tape`] | reverse-mode automatic differentiation |
//! | [`nn`] | layers, and files of saved models |
//! | [`train`] | optimizers, learning rate schedules, and the training loop |

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
