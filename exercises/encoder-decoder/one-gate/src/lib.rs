//! Recurrent units with one gate.

use attention::{nn::GruLayer, tape::Var};

/// Computes one step of a unit that has only the update gate: the reset gate is
/// replaced by 1.
///
/// The parameters come from `layer`. Its columns for the reset gate, the first of the
/// three parts, are not used.
///
/// # Shapes
///
/// `x`: `[batch, inputs]`; `state` and the result: `[batch, hidden]`.
pub fn update_only<'t>(layer: &GruLayer, x: Var<'t>, state: Var<'t>) -> Var<'t> {
    //@ solution
    let [_batch, hidden] = state.dims();
    let (from_input, from_state) =
        (layer.input.forward(x), layer.hidden.forward(state));
    let part = |sums: Var<'t>, gate| sums.slice(1, gate * hidden..(gate + 1) * hidden);
    let update = (part(from_input, 1) + part(from_state, 1)).sigmoid();
    let candidate = (part(from_input, 2) + part(from_state, 2)).tanh();
    candidate + update * (state - candidate)
    //@ stub todo!("a step of {layer:?} from {state:?} with {x:?}")
    //@ end
}

/// Computes one step of a unit that has only the reset gate: the update gate is
/// replaced by 0.
///
/// The parameters come from `layer`. Its columns for the update gate, the second of the
/// three parts, are not used.
///
/// # Shapes
///
/// `x`: `[batch, inputs]`; `state` and the result: `[batch, hidden]`.
pub fn reset_only<'t>(layer: &GruLayer, x: Var<'t>, state: Var<'t>) -> Var<'t> {
    //@ solution
    let [_batch, hidden] = state.dims();
    let (from_input, from_state) =
        (layer.input.forward(x), layer.hidden.forward(state));
    let part = |sums: Var<'t>, gate| sums.slice(1, gate * hidden..(gate + 1) * hidden);
    let reset = (part(from_input, 0) + part(from_state, 0)).sigmoid();
    (part(from_input, 2) + reset * part(from_state, 2)).tanh()
    //@ stub todo!("a step of {layer:?} from {state:?} with {x:?}")
    //@ end
}
exercise_solutions::tests!(one_gate);
