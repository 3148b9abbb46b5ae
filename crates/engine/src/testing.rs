//! Helpers for the tests of layers, here and in the chapters' crate.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ndarray::{Array, ArrayD, ShapeBuilder};
use rand::{SeedableRng, rngs::ChaCha8Rng};

use crate::Real;
use crate::nn::{Module, init};

/// The operations in the table of `tests/operations`, which states what each of them computes.
pub const OPERATIONS: &[&str] = &[
    "add",
    "sub",
    "mul",
    "div",
    "neg",
    "scale",
    "shift",
    "exp",
    "ln",
    "sqrt",
    "square",
    "tanh",
    "sigmoid",
    "relu",
    "silu",
    "sum",
    "mean",
    "sum_axis",
    "mean_axis",
    "reshape",
    "transpose",
    "permute",
    "insert_axis",
    "slice",
    "index",
    "select",
    "rows",
    "pick",
    "concat",
    "stack",
    "matmul",
    "affine",
    "softmax",
    "log_softmax",
    "cross_entropy",
    "layer_norm",
    "rms_norm",
    "rotate",
    "dropout",
    "gru_gates",
    "fused_additive_scores",
    "fused_attend",
];

pub fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// Returns an array of standard normal entries.
pub fn random<Sh: ShapeBuilder>(shape: Sh, seed: u64) -> Array<Real, Sh::Dim> {
    init::normal(shape, 1.0, &mut rng(seed))
}

/// Sets all parameters to random entries, including those that are initially 0 or 1.
pub fn randomize(module: &dyn Module) {
    for (seed, (_, param)) in module.params().into_iter().enumerate() {
        let shape = param.shape();
        let new = random(shape, 1000 + seed as u64) * 0.5;
        param.update(|value| *value = new.into_shared());
    }
}

#[track_caller]
pub fn assert_close(left: &ArrayD<Real>, right: &ArrayD<Real>, tolerance: Real) {
    assert_eq!(left.shape(), right.shape());
    let distance = (left - right).mapv(Real::abs);
    let largest = distance.iter().fold(0.0, |max: Real, &x| max.max(x));
    assert!(
        largest <= tolerance && distance.iter().all(|x| !x.is_nan()),
        "{left} and {right} differ by {largest}"
    );
}

/// Asserts that the call panics with a message that begins in this way.
#[track_caller]
pub fn assert_panics(message: &str, call: impl FnOnce()) {
    let outcome = catch_unwind(AssertUnwindSafe(call));
    let Err(panic) = outcome else {
        panic!("no panic, but expected: {message}");
    };
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or(panic.downcast_ref::<&str>().copied());
    let text = text.unwrap_or("a panic without a text");
    assert!(text.starts_with(message), "{text}, not {message}");
}
