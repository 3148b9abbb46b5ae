//! The code of the book *Attention in Rust*, with one module for each chapter.
//!
//! | module | chapter |
//! |---|---|
//! | [`attention_cues`] | [1 Attention cues](#ch:attention-cues) |
//! | [`nadaraya_watson`] | [2 Nadaraya-Watson pooling](#ch:nadaraya-watson) |
//! | [`scoring_functions`] | [3 Scoring functions](#ch:scoring-functions) |
//! | [`bahdanau`] | [4 Bahdanau attention](#ch:bahdanau) |
//! | [`multi_head`] | [5 Multi-head attention](#ch:multi-head) |
//! | [`self_attention`] | [6 Self-attention and positional encoding](#ch:self-attention) |
//! | [`transformer`] | [7 The Transformer](#ch:transformer) |
//! | [`newer_transformer`] | [8 A newer Transformer](#ch:newer-transformer) |
//! | [`price_of_a_token`] | [9 The price of a token](#ch:price-of-a-token) |
//! | [`attention_as_memory`] | [10 Attention as memory](#ch:attention-as-memory) |
//! | [`automatic_differentiation`] | [B Automatic differentiation](#ch:automatic-differentiation) |
//! | [`encoder_decoder`] | [C Recurrent encoder-decoders](#ch:encoder-decoder) |
//! | [`array`](mod@array) | [A Arrays in Rust and in NumPy](#ch:array) |
//!
//! Like [`array`](mod@array), these modules are re-exported from the crates `engine` and
//! `translation`, which do not depend on the chapters:
//!
//! | module | contents |
//! |---|---|
//! | [`mask`] | masks: which keys a query may attend to |
//! | [`data`] | the sentences that the models learn from |
//! | [`tape`] | automatic differentiation of arrays |
//! | [`nn`] | layers, and files of parameters |
//! | [`train`] | optimizers, learning rates, and the training loop |
//!
//! # Names of axes
//!
//! Text, code, and figures use the same names for the axes of an array, in this order:
//!
//! | name | size |
//! |---|---|
//! | `batch` | number of independent examples |
//! | `heads` | number of parallel attention heads |
//! | `queries` | queries of one example |
//! | `keys` | keys of one example, and as many values |
//! | `dim` | entries of a query and of a key |
//! | `value_dim` | entries of a value |
//! | `hidden` | entries of a hidden vector of a network |
//! | `vocab` | tokens of a vocabulary |
//!
//! Queries are the rows and keys the columns of every matrix of weights. Weights have the shape
//! `[batch, queries, keys]`, and the softmax is over the last axis.
//!
//! A function panics if a shape, a mask, or a vocabulary does not fit, or if an index does not
//! exist. Its message names the operation and the shapes. The documentation of a function mentions
//! only other panics.
//!
//! # Example
//!
//! One query, three key-value pairs, and the scores of the query:
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
    real_f64,
    allow(
        clippy::unnecessary_cast,
        reason = "casts between `Real` and `f64` are needed in `f32`"
    )
)]

pub mod attention_as_memory;
pub mod attention_cues;
pub mod automatic_differentiation;
pub mod bahdanau;
pub mod encoder_decoder;
pub mod multi_head;
pub mod nadaraya_watson;
pub mod newer_transformer;
pub mod price_of_a_token;
pub mod scoring_functions;
pub mod self_attention;
pub mod transformer;

#[doc(inline)]
pub use engine::{
    Real, array, assert_between, assert_near, mask, nn, tape, train,
};
#[doc(inline)]
pub use translation::data;
