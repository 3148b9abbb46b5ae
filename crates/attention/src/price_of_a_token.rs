//! [Chapter 9](#ch:price-of-a-token): the price of a token.
//!
//! | file | holds |
//! |---|---|
//! | `price_of_a_token/blockwise.rs` | attention in blocks of queries and keys: [`Blockwise`] |
//! | `price_of_a_token/cache_size.rs` | the bytes of a key-value cache: [`CacheSize`], [`PUBLISHED`] |
//! | `price_of_a_token/latent.rs` | keys and values from one latent vector: [`LatentHead`] |
//! | `price_of_a_token/quantize.rs` | fewer bits: [`quantize`] |
//! | `price_of_a_token/speculate.rs` | guessing and checking: [`speculate`] |
//! | `price_of_a_token/next_token.rs` | models that guess or check: [`NextToken`] |

mod blockwise;
mod cache_size;
mod latent;
mod next_token;
mod quantize;
mod speculate;

pub use blockwise::Blockwise;
pub use cache_size::{CacheSize, CachedVectors, PUBLISHED};
pub use latent::LatentHead;
pub use next_token::{Bigrams, NextToken, WithCache};
pub use quantize::quantize;
pub use speculate::{Speculated, replacement, speculate};
