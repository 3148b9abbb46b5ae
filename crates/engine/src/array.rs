//! Functions on plain arrays, without gradients. [Appendix A](#ch:array) introduces arrays.
//!
//! | to do this | call |
//! |---|---|
//! | turn scores into weights | [`softmax`] |
//! | turn scores into weights under a [mask](crate::mask::Mask) | [`masked_softmax`] |
//! | attend to keys part by part | [`Summary`] |
//! | multiply two batches of matrices | [`batched_matmul`] |
//! | normalize each row | [`layer_norm`] |
//! | compare two arrays in a test | [`assert_close`] |

mod close;
mod elementary;
mod layer_norm;
mod masked_softmax;
mod matmul;
mod row;
mod softmax;
mod summary;

pub use close::assert_close;
pub(crate) use elementary::{
    exp_in_place, exp_of_differences, sigmoid_in_place, tanh_in_place,
};
pub use layer_norm::layer_norm;
pub use masked_softmax::masked_softmax;
pub use matmul::batched_matmul;
pub(crate) use row::{dot, max, subtract_max, sum};
pub use softmax::softmax;
pub use summary::Summary;
