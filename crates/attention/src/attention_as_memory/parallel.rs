//! Linear attention and the delta rule for all tokens at once.

use ndarray::Array2;

use super::{decays, solve_unit_lower};
use crate::Real;
use crate::tape::Var;

/// Returns positive features: x + 1 above 0, and the exponential below.
///
/// # Source
///
/// Katharopoulos et al. (2020), *Transformers are RNNs*, Equation 7.
pub fn elu_plus_one(x: Var<'_>) -> Var<'_> {
    let below = -(-x).relu(); // min(x, 0)
    x.relu() + below.exp()
}

/// Returns linear attention, computed for all tokens at once: `[batch, steps, value_dim]`.
///
/// # Source
///
/// Dao and Gu (2024), *Transformers are SSMs*.
#[track_caller]
pub fn linear_attend<'t>(
    queries: Var<'t>, // [batch, steps, dim]
    keys: Var<'t>,    // [batch, steps, dim]
    values: Var<'t>,  // [batch, steps, value_dim]
    factors: Var<'t>, // [batch, steps]
) -> Var<'t> {
    let scores = queries.matmul(keys.transpose());
    (scores * decays(factors)).matmul(values)
}

/// Returns the values that the delta rule writes, for all tokens at once:
/// `[batch, steps, value_dim]`.
///
/// The state after the last token is the product of the transposed keys and these corrections.
///
/// # Source
///
/// Yang et al. (2024), *Parallelizing linear Transformers with the delta rule over sequence
/// length*.
///
/// # Example
///
/// ```
/// use attention::attention_as_memory::corrections;
/// use attention::tape::{Mode, Tape};
/// use ndarray::array;
///
/// let tape = Tape::new(Mode::Eval, 0);
/// let keys = tape.constant(array![[[1.0], [1.0]]]);
/// let values = tape.constant(array![[[10.0], [30.0]]]);
/// let rates = tape.constant(array![[1.0, 1.0]]);
/// // The second token finds 10 in the state.
/// let written = corrections(keys, values, rates);
/// assert_eq!(written.value(), array![[[10.0], [20.0]]].into_dyn());
/// ```
// ANCHOR: corrections
#[track_caller]
pub fn corrections<'t>(
    keys: Var<'t>,   // [batch, steps, dim]
    values: Var<'t>, // [batch, steps, value_dim]
    rates: Var<'t>,  // [batch, steps]
) -> Var<'t> {
    let [_, steps, _] = keys.dims();
    let rates = rates.insert_axis(2); // [batch, steps, 1]
    let before = keys.tape().constant(lower(steps, false));
    // [batch, steps, steps]
    let overlaps = keys.matmul(keys.transpose()) * before;
    solve_unit_lower(overlaps * rates, values * rates)
}
// ANCHOR_END: corrections

/// Returns attention with the delta rule, computed for all tokens at once:
/// `[batch, steps, value_dim]`.
// ANCHOR: delta_attend
#[track_caller]
pub fn delta_attend<'t>(
    queries: Var<'t>, // [batch, steps, dim]
    keys: Var<'t>,    // [batch, steps, dim]
    values: Var<'t>,  // [batch, steps, value_dim]
    rates: Var<'t>,   // [batch, steps]
) -> Var<'t> {
    let [_, steps, _] = queries.dims();
    let causal = queries.tape().constant(lower(steps, true));
    let scores = queries.matmul(keys.transpose()) * causal;
    scores.matmul(corrections(keys, values, rates))
}
// ANCHOR_END: delta_attend

/// Returns ones below the diagonal and, if wanted, on it.
fn lower(steps: usize, diagonal: bool) -> Array2<Real> {
    Array2::from_shape_fn((steps, steps), |(i, j)| {
        if j < i || diagonal && i == j { 1.0 } else { 0.0 }
    })
}
