//! [Chapter 3](#ch:scoring-functions): scores of queries against keys, and attention with each
//! of them.
//! | file | holds |
//! |---|---|
//! | `scoring_functions/scores.rs` | scores of all pairs, on plain arrays |
//! | `scoring_functions/additive.rs` | the layer [`AdditiveAttention`] |
//! | `scoring_functions/products.rs` | the layers [`DotProductAttention`] and [`BilinearAttention`] |

mod additive;
mod products;
mod scores;

#[doc(alias = "BahdanauAttention")]
pub use additive::AdditiveAttention;
pub use products::{BilinearAttention, DotProductAttention};
pub use scores::{
    AdditiveWeights, additive_scores, bilinear_scores, dot_scores,
    gaussian_scores, scaled_dot_scores,
};
