//! [Chapter 10](#ch:attention-as-memory): memories of a fixed size, and heads that recall.
//!
//! | file | holds |
//! |---|---|
//! | `attention_as_memory/memory.rs` | [`Memory`]: write, correct, forget, and read |
//! | `attention_as_memory/decay.rs` | [`decay_mask`] and [`decays`]: a causal mask of numbers |
//! | `attention_as_memory/in_order.rs` | linear attention, one token after another |
//! | `attention_as_memory/parallel.rs` | linear attention and the delta rule for all tokens at once |
//! | `attention_as_memory/solve.rs` | the system of equations of the delta rule |
//! | `attention_as_memory/recall.rs` | a task: how many pairs a memory holds |
//! | `attention_as_memory/attention_only.rs` | [`AttentionOnly`]: layers of attention and nothing else |
//! | `attention_as_memory/scores.rs` | [`previous_score`] and [`induction_score`] |
//! | `attention_as_memory/reach.rs` | sparse patterns, and the layers that connect all tokens |

mod attention_only;
mod decay;
mod in_order;
mod memory;
mod parallel;
pub mod reach;
pub mod recall;
mod scores;
mod solve;

pub use attention_only::{AttentionOnly, AttentionOnlyConfig};
pub use decay::{decay_mask, decays};
pub use in_order::linear_attend_in_order;
pub use memory::Memory;
pub use parallel::{
    corrections, delta_attend, elu_plus_one, linear_attend,
};
pub use scores::{induction_score, previous_score};
pub use solve::solve_unit_lower;
