//! Each composite operation against a composition of smaller ones: forward, and backward with
//! respect to all inputs.

use attention::Real;
use attention::attention_as_memory;
use attention::mask::Mask;
use attention::nn::Pairing;
use attention::tape::{self, Mode, Tape, Var, attend, concat, fused_attend};
use ndarray::{Array2, Array3, ArrayD, Axis, array};

use crate::proof::{Kind, Proof, assert_close, assert_recorded, numbers, projection};

/// The largest difference allowed, relative to the largest entry.
const TOLERANCE: Real = if cfg!(real_f64) { 1e-12 } else { 1e-5 };

const EPSILON: Real = 1e-3;

pub(crate) fn proofs() -> Vec<Proof> {
    vec![
        additive_scores(),
        affine(),
        softmax(),
        log_softmax(),
        layer_norm(),
        rms_norm(),
        rotate(),
        cross_entropy(),
        fused_attention(),
        gru_gates(),
        solve_unit_lower(),
    ]
}

/// The composition holds the sums of all pairs in one array.
fn additive_scores() -> Proof {
    let inputs = [numbers(&[2, 3, 4]), numbers(&[2, 5, 4]), numbers(&[4])];
    composition(
        "fused_additive_scores",
        inputs,
        |v| tape::fused_additive_scores(v[0], v[1], v[2]),
        |v| {
            let sums = v[0].insert_axis(2) + v[1].insert_axis(1);
            (sums.tanh() * v[2]).sum_axis(3)
        },
    )
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

fn affine() -> Proof {
    let inputs = [numbers(&[2, 3, 4]), numbers(&[4, 5]), numbers(&[5])];
    composition(
        "affine",
        inputs,
        |v| v[0].affine(v[1], v[2]),
        |v| v[0].matmul(v[1]) + v[2],
    )
}

/// Includes a query that may attend to nothing.
fn softmax() -> Proof {
    let shape = [2, 3, 5];
    let mask = || {
        let lens = Mask::valid_lens_per_query(array![[5, 1, 3], [0, 2, 4]]);
        lens.and(Mask::window(3, 2))
    };
    composition(
        "softmax",
        [numbers(&shape)],
        move |v| v[0].softmax(&mask()),
        move |v| {
            let allowed = mask().to_array(shape);
            let none = allowed.map_axis(Axis(2), |row| !row.iter().any(|&may| may));
            let number = |yes: &bool| if *yes { 1.0 } else { 0.0 };
            let tape = v[0].tape();
            let allowed: Array3<Real> = allowed.map(number);
            let none: Array2<Real> = none.map(number);
            let powers = v[0].exp() * tape.constant(allowed);
            let sums = powers.sum_axis(2) + tape.constant(none);
            powers / sums.insert_axis(2)
        },
    )
}

fn log_softmax() -> Proof {
    composition(
        "log_softmax",
        [numbers(&[2, 3, 5])],
        |v| v[0].log_softmax(),
        |v| v[0] - v[0].exp().sum_axis(2).ln().insert_axis(2),
    )
}

fn layer_norm() -> Proof {
    composition(
        "layer_norm",
        [numbers(&[2, 3, 5]), numbers(&[5]), numbers(&[1, 5])],
        |v| v[0].layer_norm(v[1], v[2].index(0, 0), EPSILON),
        |v| {
            let centered = v[0] - v[0].mean_axis(2).insert_axis(2);
            let variance = centered.square().mean_axis(2).insert_axis(2);
            centered / (variance + EPSILON).sqrt() * v[1] + v[2]
        },
    )
}

fn rms_norm() -> Proof {
    composition(
        "rms_norm",
        [numbers(&[2, 3, 5]), numbers(&[5])],
        |v| v[0].rms_norm(v[1], EPSILON),
        |v| {
            let square = v[0].square().mean_axis(2).insert_axis(2);
            v[0] / (square + EPSILON).sqrt() * v[1]
        },
    )
}

/// Rotates two pairs of columns, and leaves a column without a pair.
fn rotate() -> Proof {
    let angles: [Real; 2] = [1.0, 0.3];
    composition(
        "rotate",
        [numbers(&[2, 3, 5])],
        move |v| v[0].rotate(&angles, Pairing::HalfSplit, 7),
        move |v| {
            let turns = |wave: fn(Real) -> Real| {
                let turns = Array2::from_shape_fn((3, 2), |(step, pair)| {
                    wave((7 + step) as Real * angles[pair])
                });
                v[0].tape().constant(turns)
            };
            let (cosines, sines) = (turns(Real::cos), turns(Real::sin));
            let (x, y) = (v[0].slice(2, ..2), v[0].slice(2, 2..4));
            let columns = [
                x * cosines - y * sines,
                x * sines + y * cosines,
                v[0].slice(2, 4..),
            ];
            concat(&columns, 2)
        },
    )
}

fn cross_entropy() -> Proof {
    composition(
        "cross_entropy",
        [numbers(&[2, 3, 5])],
        |v| v[0].cross_entropy(&array![[1, 0, 4], [3, 2, 3]], Some(3)),
        |v| {
            let logs = v[0] - v[0].exp().sum_axis(2).ln().insert_axis(2);
            let picked = logs.pick(&array![[1, 0, 4], [3, 2, 3]]);
            let counts = v[0]
                .tape()
                .constant(array![[1.0, 1.0, 1.0], [0.0, 1.0, 0.0]]);
            (picked * counts).sum() * (-1.0 / 4.0)
        },
    )
}

fn fused_attention() -> Proof {
    let inputs = [
        numbers(&[2, 3, 8]),
        numbers(&[2, 5, 8]),
        numbers(&[2, 5, 6]),
    ];
    let mask = || Mask::causal().starting_at(1).and(Mask::valid_lens([0, 4]));
    composition(
        "fused_attend",
        inputs,
        move |v| fused_attend(v[0], v[1], v[2], 2, 2, &mask()),
        move |v| attend_with_heads(v[0], v[1], v[2], 2, &mask()),
    )
}

/// Computes attention of several heads with [`attend`], with the heads on their own axis.
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

fn gru_gates() -> Proof {
    let inputs = [numbers(&[3, 6]), numbers(&[1, 6]), numbers(&[3, 2])];
    composition(
        "gru_gates",
        inputs,
        |v| {
            let repeated = v[1].select(0, &[0, 0, 0]);
            v[0].gru_gates(repeated, v[2], &[false, true, false])
        },
        |v| {
            let (input, hidden, state) = (v[0], v[1].select(0, &[0, 0, 0]), v[2]);
            let reset = (input.slice(1, ..2) + hidden.slice(1, ..2)).sigmoid();
            let update = (input.slice(1, 2..4) + hidden.slice(1, 2..4)).sigmoid();
            let new = (input.slice(1, 4..) + reset * hidden.slice(1, 4..)).tanh();
            let next = (1.0 - update) * new + update * state;
            let runs = state.tape().constant(array![[1.0], [0.0], [1.0]]);
            runs * next + (1.0 - runs) * state
        },
    )
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
