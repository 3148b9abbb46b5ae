//! A memory in one matrix: token by token and all at once.

use attention::Real;
use attention::attention_as_memory::{delta_attend, linear_attend, linear_attend_in_order};
use attention::tape::{Mode, Tape, Var, concat};
use ndarray::{Array3, ArrayD, Axis};

use super::{Case, ROUNDING, property};
use crate::proof::{Proof, assert_close};

/// Queries, keys, values, and one number for each token.
type Attend = for<'t> fn(Var<'t>, Var<'t>, Var<'t>, Var<'t>) -> Var<'t>;

pub(super) fn proofs() -> Vec<Proof> {
    let rule = "in_order_as_at_once_to_rounding";
    vec![
        property("linear_attend", rule, |case| {
            same(case, linear_attend, linear_attend_in_order);
        }),
        property("delta_attend", rule, |case| {
            same(case, delta_attend, delta_attend_in_order);
        }),
    ]
}

/// Queries, keys of length 1, values, and numbers between 0 and 1.
fn inputs(case: &Case) -> [ArrayD<Real>; 4] {
    let (batch, steps) = (case.batch, case.keys);
    let mut keys = case.numbers(2, &[batch, steps, case.dim]);
    for mut key in keys.lanes_mut(Axis(2)) {
        let length = key.dot(&key).sqrt();
        key /= length;
    }
    [
        case.numbers(1, &[batch, steps, case.dim]),
        keys,
        case.numbers(3, &[batch, steps, case.value_dim]),
        case.numbers(4, &[batch, steps]).mapv(|x| 1.0 / (1.0 + (-x).exp())),
    ]
}

/// Returns the result, and the gradients by all inputs.
fn results(inputs: &[ArrayD<Real>; 4], attend: Attend) -> Vec<ArrayD<Real>> {
    let tape = Tape::new(Mode::Check, 0);
    let [q, k, v, x] = inputs.clone().map(|input| tape.variable(input));
    let output = attend(q, k, v, x);
    let gradients = output.square().sum().backward();
    let by = |input| gradients.wrt(input).expect("a variable").clone();
    let inputs = [q, k, v, x].into_iter().map(by);
    std::iter::once(output.value().to_owned()).chain(inputs).collect()
}

fn same(case: Case, at_once: Attend, in_order: Attend) {
    let inputs = inputs(&case);
    let names = ["the output", "by queries", "by keys", "by values", "by factors"];
    let [left, right] = [at_once, in_order].map(|attend| results(&inputs, attend));
    for ((name, left), right) in names.iter().zip(&left).zip(&right) {
        assert_close(name, left, right, 100.0 * ROUNDING);
    }
}

/// Computes the delta rule by one token after another: each writes the difference between its value
/// and the value that the state returns for its key, times its rate, and then reads.
fn delta_attend_in_order<'t>(
    queries: Var<'t>,
    keys: Var<'t>,
    values: Var<'t>,
    rates: Var<'t>,
) -> Var<'t> {
    let ([batch, steps, dim], [.., value_dim]) = (keys.dims(), values.dims::<3>());
    let rates = rates.insert_axis(2);
    let mut state = keys.tape().constant(Array3::zeros((batch, dim, value_dim)));
    let mut outputs = vec![values.slice(1, ..0)]; // of 0 tokens
    for t in 0..steps {
        let [q, k, v, rate] = [queries, keys, values, rates].map(|x| x.slice(1, t..=t));
        let error = v - k.matmul(state); // [batch, 1, value_dim]
        state = state + k.transpose().matmul(error * rate);
        outputs.push(q.matmul(state));
    }
    concat(&outputs, 1)
}
