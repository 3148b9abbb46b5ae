//! One table of the operations: what each computes, forward and backward, and which shapes it
//! refuses.
//!
//! Each operation has a function of its name that states examples by hand, gradients for all memory
//! layouts, a composition of smaller operations if there is one, and its messages. Statements about
//! special values and about bits are tests next to it.

mod arithmetic;
mod attention;
mod elementwise;
mod gather;
mod joins;
mod normalization;
mod products;
mod properties;
mod recurrent;
mod reductions;
mod shapes;
mod softmaxes;
mod statements;

use statements::Operation;

/// Makes a test of each operation, and a list of all of them.
macro_rules! table {
    ($($module:ident: $($name:ident)+;)+) => {
        mod operation {
            $($(#[test]
            fn $name() {
                super::$module::$name(super::Operation(stringify!($name)));
            })+)+
        }

        const NAMES: &[&str] = &[$($(stringify!($name)),+),+];
    };
}

table! {
    arithmetic: add sub mul div neg scale shift;
    elementwise: exp ln sqrt square tanh sigmoid relu silu;
    reductions: sum mean sum_axis mean_axis;
    shapes: reshape transpose permute insert_axis slice index select;
    gather: rows pick;
    joins: concat stack;
    products: matmul affine;
    softmaxes: softmax log_softmax cross_entropy;
    normalization: layer_norm rms_norm rotate dropout;
    recurrent: gru_gates;
    attention: fused_additive_scores fused_attend;
}

/// The proofs of the layers find operations that a layer records and this list lacks.
#[test]
fn the_list_of_operations_equals_the_table() {
    assert_eq!(NAMES, engine::testing::OPERATIONS);
}
