//! Linear attention as a recurrence.

use ndarray::Array3;

use crate::tape::{Var, concat};

/// Returns linear attention, computed by one token after another: `[batch, steps, value_dim]`.
///
/// At each token, the state is multiplied by the factor of the token, the outer product of key and
/// value is added, and the query is multiplied by the state.
///
/// # Source
///
/// Katharopoulos et al. (2020), *Transformers are RNNs*, without the division by the sum of the
/// weights.
#[track_caller]
pub fn linear_attend_in_order<'t>(
    queries: Var<'t>, // [batch, steps, dim]
    keys: Var<'t>,    // [batch, steps, dim]
    values: Var<'t>,  // [batch, steps, value_dim]
    factors: Var<'t>, // [batch, steps]
) -> Var<'t> {
    let ([batch, steps, dim], [_, _, value_dim]) =
        (keys.dims(), values.dims());
    let factors = factors.insert_axis(2); // [batch, steps, 1]
    let empty = Array3::zeros((batch, dim, value_dim));
    let mut state = keys.tape().constant(empty);
    let mut outputs = vec![values.slice(1, ..0)]; // of 0 tokens
    for t in 0..steps {
        let [q, k, v, factor] =
            [queries, keys, values, factors].map(|x| x.slice(1, t..=t));
        state = state * factor + k.transpose().matmul(v);
        outputs.push(q.matmul(state));
    }
    concat(&outputs, 1)
}
