//! Linear attention and the delta rule as recurrences.

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
    let write = |state: Var<'t>, [k, v, factor]: [Var<'t>; 3]| {
        state * factor + k.transpose().matmul(v)
    };
    in_order(queries, [keys, values, factors], write)
}

/// Returns attention with the delta rule, computed by one token after another.
///
/// Each token writes the difference between its value and the value that the state returns for its
/// key, times its rate, and then reads.
///
/// # Shapes
///
/// `queries` and `keys`: `[batch, steps, dim]`, `values`: `[batch, steps, value_dim]`, `rates`:
/// `[batch, steps]`, to `[batch, steps, value_dim]`.
///
/// # Source
///
/// Schlag, Irie, and Schmidhuber (2021), *Linear Transformers are secretly fast weight
/// programmers*.
#[track_caller]
pub fn delta_attend_in_order<'t>(
    queries: Var<'t>, // [batch, steps, dim]
    keys: Var<'t>,    // [batch, steps, dim]
    values: Var<'t>,  // [batch, steps, value_dim]
    rates: Var<'t>,   // [batch, steps]
) -> Var<'t> {
    let write = |state: Var<'t>, [k, v, rate]: [Var<'t>; 3]| {
        let error = v - k.matmul(state); // [batch, 1, value_dim]
        state + k.transpose().matmul(error * rate)
    };
    in_order(queries, [keys, values, rates], write)
}

/// Reads with each query after its token was written into the state.
///
/// `write` receives the state, `[batch, dim, value_dim]`, and key, value, and number of a token,
/// each with three axes.
#[track_caller]
fn in_order<'t>(
    queries: Var<'t>,
    [keys, values, numbers]: [Var<'t>; 3],
    write: impl Fn(Var<'t>, [Var<'t>; 3]) -> Var<'t>,
) -> Var<'t> {
    let ([batch, steps, dim], [_, _, value_dim]) =
        (keys.dims(), values.dims());
    let numbers = numbers.insert_axis(2); // [batch, steps, 1]
    let empty = Array3::zeros((batch, dim, value_dim));
    let mut state = keys.tape().constant(empty);
    let mut outputs = vec![values.slice(1, ..0)]; // of 0 tokens
    for t in 0..steps {
        let token = [keys, values, numbers];
        state = write(state, token.map(|x| x.slice(1, t..=t)));
        outputs.push(queries.slice(1, t..=t).matmul(state));
    }
    concat(&outputs, 1)
}
