//! [Chapter 6](#ch:self-attention): sequences that attend to themselves, and vectors that
//! encode positions.
//!
//! [`self_attend`] is attention without projections, the equation of the section on graphs.
//! [`Layer`] counts the cost of layers and stacks that mix tokens. The waves of the positional
//! encoding are here in double precision: [`frequencies`], [`encode`], [`shift`]. The layers that
//! add positions to vectors are [`SinusoidalPositions`](crate::nn::SinusoidalPositions) and
//! [`LearnedPositions`](crate::nn::LearnedPositions). [`PreviousToken`] is a task that requires
//! them.

mod attend;
mod cost;
mod encoding;
mod previous_token;
mod product_counter;
mod sequences;

pub use attend::{SelfAttended, self_attend};
pub use cost::{Layer, Multiplications, StackCost};
pub use encoding::{encode, frequencies, period, shift};
pub use previous_token::{DIM, Positions, PreviousToken, TRAINED_LEN};
pub use product_counter::ProductCounter;
pub use sequences::{VOCAB, best_guess};
