//! A memory in one matrix.

use attention::attention_as_memory::{delta_attend, linear_attend, solve_unit_lower};
use attention::tape::Var;

use super::comparison::{function, operation};
use crate::proof::Proof;

/// Queries, keys, values, and one number for each token.
type Attend = for<'t> fn(Var<'t>, Var<'t>, Var<'t>, Var<'t>) -> Var<'t>;

pub(super) fn proofs() -> Vec<Proof> {
    vec![
        operation("solve_unit_lower", "solve_unit_lower", |x| {
            vec![("u", solve_unit_lower(x.get("a"), x.get("b")))]
        }),
        attend("linear_attend", "factors", linear_attend),
        attend("delta_attend", "rates", delta_attend),
    ]
}

/// `properties/memory.rs` compares this form with the step-by-step form.
fn attend(case: &'static str, numbers: &'static str, compute: Attend) -> Proof {
    function(case, case, move |x| {
        let [q, k, v] = ["queries", "keys", "values"].map(|name| x.get(name));
        vec![("output", compute(q, k, v, x.get(numbers)))]
    })
}
