//! Scores: how well a query fits a key, and attention with each of them.
//!
//! | file | holds |
//! |---|---|
//! | `scoring_functions/scores.rs` | the scores of all pairs, on plain arrays |
//! | `scoring_functions/additive.rs` | [`AdditiveAttention`], a layer |
//! | `scoring_functions/products.rs` | [`DotProductAttention`] and [`BilinearAttention`], layers |

mod additive;
mod products;
mod scores;

pub use additive::AdditiveAttention;
pub use products::{BilinearAttention, DotProductAttention};
pub use scores::{
    AdditiveWeights, additive_scores, bilinear_scores, dot_scores,
    gaussian_scores, scaled_dot_scores,
};

#[cfg(test)]
mod tests;
