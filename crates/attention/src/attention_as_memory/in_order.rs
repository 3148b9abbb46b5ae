//! Linear attention and the delta rule as recurrences.

use ndarray::ArrayD;

use crate::tape::{Var, stack};

/// Returns linear attention, computed by one token after another.
///
/// At each token, the state is multiplied by the factor of the token,
/// the outer product of key and value is added, and the query is
/// multiplied by the state.
///
/// # Shapes
///
/// `queries` and `keys`: `[batch, steps, dim]`, `values`:
/// `[batch, steps, value_dim]`, `factors`: `[batch, steps]`, to
/// `[batch, steps, value_dim]`.
///
/// # Panics
///
/// If the shapes do not fit.
///
/// # Source
///
/// Katharopoulos et al. (2020), *Transformers are RNNs*, without the
/// division by the sum of the weights.
// ANCHOR: linear_attend_in_order
#[track_caller]
pub fn linear_attend_in_order<'t>(
    queries: Var<'t>, // [batch, steps, dim]
    keys: Var<'t>,    // [batch, steps, dim]
    values: Var<'t>,  // [batch, steps, value_dim]
    factors: Var<'t>, // [batch, steps]
) -> Var<'t> {
    let [_, steps, _] = queries.dims();
    let mut state = empty(keys, values); // [batch, dim, value_dim]
    let step = |t| {
        let [q, k, v] =
            [queries, keys, values].map(|x| x.slice(1, t..=t));
        let factor = factors.slice(1, t..=t).insert_axis(2);
        state = state * factor + k.transpose().matmul(v);
        q.matmul(state).index(1, 0) // [batch, value_dim]
    };
    stack(&(0..steps).map(step).collect::<Vec<_>>(), 1)
}
// ANCHOR_END: linear_attend_in_order

/// Returns attention with the delta rule, computed by one token after
/// another.
///
/// Each token writes the difference between its value and the value
/// that the state returns for its key, times its rate, and then reads.
///
/// # Shapes
///
/// `queries` and `keys`: `[batch, steps, dim]`, `values`:
/// `[batch, steps, value_dim]`, `rates`: `[batch, steps]`, to
/// `[batch, steps, value_dim]`.
///
/// # Panics
///
/// If the shapes do not fit.
///
/// # Source
///
/// Schlag, Irie, and Schmidhuber (2021), *Linear Transformers are
/// secretly fast weight programmers*.
#[track_caller]
pub fn delta_attend_in_order<'t>(
    queries: Var<'t>, // [batch, steps, dim]
    keys: Var<'t>,    // [batch, steps, dim]
    values: Var<'t>,  // [batch, steps, value_dim]
    rates: Var<'t>,   // [batch, steps]
) -> Var<'t> {
    let [_, steps, _] = queries.dims();
    let mut state = empty(keys, values); // [batch, dim, value_dim]
    let step = |t| {
        let [q, k, v] =
            [queries, keys, values].map(|x| x.slice(1, t..=t));
        let rate = rates.slice(1, t..=t).insert_axis(2);
        let error = v - k.matmul(state); // [batch, 1, value_dim]
        state = state + k.transpose().matmul(error * rate);
        q.matmul(state).index(1, 0) // [batch, value_dim]
    };
    stack(&(0..steps).map(step).collect::<Vec<_>>(), 1)
}

/// Returns a state of zeros, `[batch, dim, value_dim]`.
fn empty<'t>(keys: Var<'t>, values: Var<'t>) -> Var<'t> {
    let ([batch, _, dim], [_, _, value_dim]) =
        (keys.dims(), values.dims());
    keys.tape()
        .constant(ArrayD::zeros(vec![batch, dim, value_dim]))
}
