//! The code of the book *Attention in Rust*: one module per chapter, named like the chapter.
//!
//! | module | chapter |
//! |---|---|
//! | [`attention_cues`] | 1 Attention cues |
//! | [`nadaraya_watson`] | 2 Nadaraya-Watson pooling |
//! | [`scoring_functions`] | 3 Scoring functions |
//! | [`bahdanau`] | 4 Bahdanau attention |
//! | [`multi_head`] | 5 Multi-head attention |
//! | [`self_attention`] | 6 Self-attention and positional encoding |
//! | [`transformer`] | 7 The Transformer |
//! | [`automatic_differentiation`] | appendix: Automatic differentiation |
//! | [`encoder_decoder`] | appendix: Recurrent encoder-decoders |
//! | [`array`](mod@array) | appendix: Arrays in Rust and in NumPy; the functions on plain arrays |
//! | [`mask`] | none: which keys a query may look at |
//! | [`data`] | none: the sentences that the models learn from |
//! | [`tape`] | none: the tape that finds the gradients of everything that is trained |
//! | [`nn`] | none: layers, and how models are saved |
//! | [`train`] | none: optimizers, learning rates and the training loop |
//!
//! The last six are the crates `engine` and `translation`, handed on: they know nothing of the chapters.
//!
//! # The names of axes
//!
//! Prose, code and figures use the same words for the sizes of an array, in this order:
//!
//! | name | counts |
//! |---|---|
//! | `batch` | examples that have nothing to do with each other |
//! | `heads` | attentions that run side by side on the same input |
//! | `queries` | queries of one example |
//! | `keys` | keys of one example, and its values: they come in pairs |
//! | `dim` | numbers in one query, and in one key |
//! | `value_dim` | numbers in one value |
//! | `hidden` | numbers in one hidden vector of a network |
//! | `vocab` | tokens that a vocabulary knows |
//!
//! Queries are the rows and keys are the columns of every matrix of weights, so weights have the shape
//! `[batch, queries, keys]`, and the softmax runs over the last axis.
//!
//! # Example
//!
//! One query, three key-value pairs, and the scores of the query against the keys:
//!
//! ```
//! use attention::{array::softmax, attention_cues::pool};
//! use ndarray::array;
//!
//! let scores = array![[1.0, 3.0, 2.0]]; // [queries, keys]
//! let values = array![[4.0], [8.0], [6.0]]; // [keys, value_dim]
//! let weights = softmax(&scores); // [queries, keys]
//! let output = pool(&weights, &values); // [queries, value_dim]
//! assert!((output[[0, 0]] - 7.150_42).abs() < 1e-4);
//! ```

#![cfg_attr(
    feature = "f64",
    allow(
        clippy::unnecessary_cast,
        reason = "casts between `Real` and `f64` are needed in `f32`"
    )
)]

pub mod attention_cues;
pub mod automatic_differentiation;
pub mod bahdanau;
pub mod encoder_decoder;
pub mod multi_head;
pub mod nadaraya_watson;
pub mod scoring_functions;
pub mod self_attention;
mod shipped;
pub mod transformer;

#[doc(inline)]
pub use engine::{Real, array, mask, nn, tape, train};
#[doc(inline)]
pub use translation::data;
