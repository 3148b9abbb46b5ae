//! The engine behind the models of the book *Attention in Rust*: arrays, masks, automatic
//! differentiation, layers, and training.
//!
//! The crate `attention` reexports every module, so the examples import `attention::array`,
//! `attention::tape`, and so on.
//!
//! | module | contents |
//! |---|---|
//! | [`array`](mod@array) | functions on plain arrays, without gradients |
//! | [`mask`] | which keys a query may attend to |
//! | [`tape`] | reverse-mode automatic differentiation |
//! | [`nn`] | layers, and files of saved models |
//! | [`train`] | optimizers, learning rate schedules, and the training loop |
//!
//! A function panics if a shape, an axis, an index, or a mask does not fit, and its message names
//! the operation and the shapes: `matmul: [1, 2, 3] x [1, 4, 5]: inner sizes 3 and 4 differ`. The
//! documentation of a function mentions only other panics.

#![cfg_attr(
    real_f64,
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

/// The floating-point type of all numbers: `f32`, or `f64` if the crate is compiled with
/// `--cfg real_f64`.
#[cfg(not(real_f64))]
pub type Real = f32;

/// The floating-point type of all numbers: `f64`, because the crate is compiled with
/// `--cfg real_f64`.
#[cfg(real_f64)]
pub type Real = f64;
