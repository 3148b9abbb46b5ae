//! An operation that does the work of several, against these several: forward, and backward by all
//! inputs.

use attention::Real;
use attention::attention_as_memory;
use attention::mask::Mask;
use attention::tape::{Mode, Tape, Var, attend};
use ndarray::{Array2, ArrayD};

use crate::proof::{Kind, Proof, assert_close, assert_recorded, numbers, projection};

/// The largest difference allowed, relative to the largest entry.
const TOLERANCE: Real = if cfg!(real_f64) { 1e-12 } else { 1e-5 };

pub(crate) fn proofs() -> Vec<Proof> {
    vec![solve_unit_lower()]
}

/// The inverse is a sum of powers, which ends because the matrix is 0 on and above the diagonal.
fn solve_unit_lower() -> Proof {
    let inputs = [numbers(&[2, 4, 4]), numbers(&[2, 4, 3])];
    composition(
        "solve_unit_lower",
        inputs,
        |v| attention_as_memory::solve_unit_lower(v[0], v[1]),
        |v| {
            let below =
                Array2::from_shape_fn((4, 4), |(i, j)| if j < i { -1.0 } else { 0.0 });
            let minus = v[0] * v[0].tape().constant(below);
            let first = minus.matmul(v[1]);
            let second = minus.matmul(first);
            v[1] + first + second + minus.matmul(second)
        },
    )
}

/// Attention of several heads by [`attend`], with the heads on an axis of their own.
pub(crate) fn attend_with_heads<'t>(
    queries: Var<'t>,
    keys: Var<'t>,
    values: Var<'t>,
    heads: usize,
    mask: &Mask,
) -> Var<'t> {
    let split = |x: Var<'t>| {
        let [batch, count, columns] = x.dims();
        let split = x.reshape(&[batch, count, heads, columns / heads]);
        split.permute(&[0, 2, 1, 3]) // [batch, heads, count, dim]
    };
    let output = attend(split(queries), split(keys), split(values), mask, 0.0).output;
    let [batch, heads, count, dim] = output.dims();
    output
        .permute(&[0, 2, 1, 3])
        .reshape(&[batch, count, heads * dim])
}

/// Panics unless both agree, and unless only the first uses the operation.
fn composition<const N: usize>(
    operation: &'static str,
    inputs: [ArrayD<Real>; N],
    fused: impl for<'t> Fn(&[Var<'t>]) -> Var<'t> + Send + 'static,
    composed: impl for<'t> Fn(&[Var<'t>]) -> Var<'t> + Send + 'static,
) -> Proof {
    Proof::new(operation, Kind::Composition, move || {
        let tape = Tape::new(Mode::Check, 0);
        let one = outcome(&tape, &inputs, fused);
        assert_recorded(&tape, operation);
        let tape = Tape::new(Mode::Check, 0);
        let other = outcome(&tape, &inputs, composed);
        assert!(
            !tape.operations().contains(&operation),
            "compared with itself"
        );
        assert_close("the result", &one[0], &other[0], TOLERANCE);
        for (place, (one, other)) in one.iter().zip(&other).skip(1).enumerate() {
            let what = format!("the gradient by input {place}");
            assert!(other.iter().any(|&d| d != 0.0), "{what} is 0");
            assert_close(&what, one, other, TOLERANCE);
        }
    })
}

/// Returns the result, and the gradients of a random projection of it by all inputs.
fn outcome(
    tape: &Tape,
    inputs: &[ArrayD<Real>],
    compute: impl for<'t> Fn(&[Var<'t>]) -> Var<'t>,
) -> Vec<ArrayD<Real>> {
    let vars: Vec<_> = inputs.iter().map(|x| tape.variable(x.clone())).collect();
    let result = compute(&vars);
    let gradients = result.backward_from(projection(&result.shape()));
    let gradients = vars.iter().map(|&var| gradients.wrt(var).cloned());
    let gradients = gradients.map(|gradient| gradient.expect("all inputs count"));
    [result.value().into_owned()]
        .into_iter()
        .chain(gradients)
        .collect()
}
