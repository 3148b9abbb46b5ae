//! Each operation against finite differences.
//!
//! In `f64` an error of 10⁻⁷ is found, in `f32` one of half a percent; see `tape::check`.

mod memory;

use attention::Real;
use attention::mask::Mask;
use attention::newer_transformer::{Scoring, attend_in_groups};
use attention::nn::Pairing;
use attention::tape::{
    self, Mode, Tape, Var, attend, check, concat, fused_attend, stack,
};
use ndarray::{ArrayD, array};

use crate::proof::{
    Kind, Proof, assert_close, assert_recorded, numbers, other_numbers, projection,
};

pub(crate) fn proofs() -> Vec<Proof> {
    [
        arithmetic(),
        elementwise(),
        reductions(),
        shapes(),
        choices(),
        products(),
        fused(),
        attentions(),
        memory::proofs(),
    ]
    .into_iter()
    .flatten()
    .chain([dropout()])
    .collect()
}

fn arithmetic() -> Vec<Proof> {
    let two = || [numbers(&[2, 3]), numbers(&[3])];
    vec![
        gradient("add", two(), |v| v[0] + v[1]),
        gradient("sub", two(), |v| v[0] - v[1]),
        gradient("sub", [numbers(&[2, 3])], |v| 1.5 - v[0]).of("from_a_number"),
        gradient("mul", two(), |v| v[0] * v[1]),
        gradient("mul", [numbers(&[2, 3])], |v| v[0] * v[0]).of("with_itself"),
        gradient("div", [numbers(&[2, 3]), positive(&[2, 1])], |v| {
            v[0] / v[1]
        }),
        gradient("neg", [numbers(&[2, 3])], |v| -v[0]),
        gradient("scale", [numbers(&[2, 3])], |v| v[0] * 2.5),
        gradient("scale", [numbers(&[2, 3])], |v| v[0] / 2.5).of("quotient"),
        gradient("shift", [numbers(&[2, 3])], |v| v[0] + 2.5),
    ]
}

fn elementwise() -> Vec<Proof> {
    vec![
        gradient("exp", [numbers(&[2, 3])], |v| v[0].exp()),
        gradient("ln", [positive(&[2, 3])], |v| v[0].ln()),
        gradient("sqrt", [positive(&[2, 3])], |v| v[0].sqrt()),
        gradient("square", [numbers(&[2, 3])], |v| v[0].square()),
        gradient("tanh", [numbers(&[2, 3])], |v| v[0].tanh()),
        gradient("sigmoid", [numbers(&[2, 3])], |v| v[0].sigmoid()),
        gradient("silu", [numbers(&[2, 3])], |v| v[0].silu()),
        gradient("relu", [away_from_0(&[4, 5])], |v| v[0].relu()),
    ]
}

fn reductions() -> Vec<Proof> {
    vec![
        gradient("sum", [numbers(&[2, 3])], |v| v[0].sum()),
        gradient("mean", [numbers(&[2, 3])], |v| v[0].mean()),
        gradient("sum_axis", [numbers(&[2, 3, 4])], |v| v[0].sum_axis(1)),
        gradient("mean_axis", [numbers(&[2, 3, 4])], |v| v[0].mean_axis(1)),
    ]
}

fn shapes() -> Vec<Proof> {
    let three = || [numbers(&[2, 3, 4])];
    let parts = || [numbers(&[2, 3, 4]), numbers(&[2, 1, 4])];
    let equal = || [numbers(&[2, 3]), other_numbers(&[2, 3])];
    vec![
        gradient("reshape", three(), |v| v[0].reshape(&[4, 6])),
        gradient("transpose", three(), |v| v[0].transpose()),
        gradient("permute", three(), |v| v[0].permute(&[2, 0, 1])),
        gradient("insert_axis", three(), |v| v[0].insert_axis(1)),
        gradient("slice", three(), |v| v[0].slice(1, 1..3)),
        gradient("index", three(), |v| v[0].index(1, 2)),
        gradient("concat", parts(), |v| concat(&[v[0], v[1], v[0]], 1)),
        gradient("stack", equal(), |v| stack(&[v[0], v[1], v[0]], 1)),
    ]
}

fn choices() -> Vec<Proof> {
    vec![
        gradient("select", [numbers(&[2, 3, 4])], |v| {
            v[0].select(1, &[2, 0, 2])
        }),
        gradient("rows", [numbers(&[4, 3])], |v| {
            v[0].rows(&array![[1, 3, 1], [0, 3, 3]])
        }),
        gradient("pick", [numbers(&[2, 3, 4])], |v| {
            v[0].pick(&array![[3, 0, 1], [1, 1, 2]])
        }),
    ]
}

fn products() -> Vec<Proof> {
    let shared = [numbers(&[2, 3, 4]), numbers(&[4, 5])];
    let stacked = [numbers(&[2, 3, 4]), numbers(&[2, 4, 5])];
    let transposed = [numbers(&[2, 3, 4]), numbers(&[2, 5, 4])];
    let affine = [numbers(&[2, 3, 4]), numbers(&[4, 5]), numbers(&[5])];
    vec![
        gradient("matmul", shared, |v| v[0].matmul(v[1])).of("shared"),
        gradient("matmul", stacked, |v| v[0].matmul(v[1])).of("stacked"),
        gradient("matmul", transposed, |v| v[0].matmul(v[1].transpose()))
            .of("transposed"),
        gradient("affine", affine, |v| v[0].affine(v[1], v[2])),
    ]
}

fn fused() -> Vec<Proof> {
    let scores = || [numbers(&[2, 3, 5])];
    let norm = || [numbers(&[2, 3, 5]), numbers(&[5]), other_numbers(&[5])];
    let gates = [numbers(&[3, 6]), other_numbers(&[3, 6]), numbers(&[3, 2])];
    vec![
        gradient("softmax", scores(), |v| v[0].softmax(&Mask::all())),
        gradient("softmax", scores(), |v| {
            v[0].softmax(&Mask::causal().starting_at(1).and(Mask::valid_lens([2, 5])))
        })
        .of("masked"),
        gradient("softmax", [numbers(&[2, 2, 3, 4])], |v| {
            v[0].softmax(&Mask::valid_lens([0, 3]))
        })
        .of("of_heads"),
        gradient("log_softmax", scores(), |v| v[0].log_softmax()),
        gradient("layer_norm", norm(), |v| v[0].layer_norm(v[1], v[2], 1e-3)),
        gradient("rms_norm", [numbers(&[2, 3, 5]), numbers(&[5])], |v| {
            v[0].rms_norm(v[1], 1e-3)
        }),
        gradient("rotate", [numbers(&[2, 3, 5])], |v| {
            v[0].rotate(&[1.0, 0.3], Pairing::Interleaved, 2)
        })
        .of("interleaved"),
        gradient("rotate", [numbers(&[2, 3, 5])], |v| {
            v[0].rotate(&[1.0, 0.3], Pairing::HalfSplit, 2)
        })
        .of("half_split"),
        gradient("cross_entropy", scores(), |v| {
            v[0].cross_entropy(&array![[1, 0, 4], [9, 2, 9]], Some(9))
        }),
        gradient("gru_gates", gates, |v| {
            v[0].gru_gates(v[1], v[2], &[false, true, false])
        }),
    ]
}

fn attentions() -> Vec<Proof> {
    let inputs = || {
        [
            numbers(&[2, 3, 4]),
            numbers(&[2, 5, 4]),
            numbers(&[2, 5, 6]),
        ]
    };
    let heads = [
        numbers(&[2, 2, 3, 4]),
        numbers(&[2, 2, 5, 4]),
        numbers(&[2, 2, 5, 3]),
    ];
    let shared_keys = [
        numbers(&[2, 4, 3, 2]),
        numbers(&[2, 2, 5, 2]),
        numbers(&[2, 2, 5, 3]),
        numbers(&[4, 3, 5]),
    ];
    let projected = [numbers(&[2, 3, 4]), numbers(&[2, 5, 4]), numbers(&[4])];
    let all = || Mask::all();
    let masked = || Mask::causal().starting_at(1).and(Mask::valid_lens([5, 2]));
    vec![
        gradient("fused_additive_scores", projected, |v| {
            tape::fused_additive_scores(v[0], v[1], v[2])
        }),
        gradient("fused_attend", inputs(), move |v| {
            fused_attend(v[0], v[1], v[2], 2, 2, &all())
        }),
        gradient("fused_attend", inputs(), move |v| {
            fused_attend(v[0], v[1], v[2], 2, 2, &masked())
        })
        .of("masked"),
        gradient("fused_attend", [numbers(&[2, 4, 6])], |v| {
            fused_attend(v[0], v[0], v[0], 3, 3, &Mask::causal())
        })
        .of("self_attention"),
        gradient(
            "fused_attend",
            [
                numbers(&[2, 3, 8]),
                numbers(&[2, 5, 4]),
                numbers(&[2, 5, 6]),
            ],
            move |v| fused_attend(v[0], v[1], v[2], 4, 2, &masked()),
        )
        .of("two_key_heads"),
        gradient_of_function("attend", inputs(), move |v| {
            attend(v[0], v[1], v[2], &masked(), 0.0).output
        }),
        gradient_of_function("attend_in_groups", shared_keys, |v| {
            let scoring = Scoring {
                factor: 1.5,
                cap: Some(2.0),
                bias: Some(v[3]),
            };
            let mask = Mask::causal().starting_at(1);
            attend_in_groups(v[0], v[1], v[2], &mask, &scoring).output
        }),
        gradient_of_function("attend", heads, move |v| {
            attend(v[0], v[1], v[2], &all(), 0.0).output
        })
        .of("of_heads"),
    ]
}

/// Only tapes for training drop entries, and `tape::check` does not use them; the same seed drops
/// the same entries.
fn dropout() -> Proof {
    Proof::new("dropout", Kind::Gradient, || {
        let (x, step) = (numbers(&[4, 5]), 0.5);
        let at = |x: &ArrayD<Real>, projection: &ArrayD<Real>| {
            let tape = Tape::new(Mode::Train, 3);
            let x = tape.variable(x.clone());
            let y = x.dropout(0.4);
            assert_recorded(&tape, "dropout");
            let projected = (&y.value() * projection).sum();
            let gradients = y.backward_from(projection.clone());
            (
                projected,
                gradients.wrt(x).expect("x is a variable").clone(),
            )
        };
        let projection = projection(&[4, 5]);
        let (_, gradient) = at(&x, &projection);
        let mut differences = ArrayD::zeros(x.raw_dim());
        for (place, difference) in differences.indexed_iter_mut() {
            let moved = |by: Real| {
                let mut x = x.clone();
                x[&place] += by;
                at(&x, &projection).0
            };
            *difference = (moved(step) - moved(-step)) / (2.0 * step);
        }
        assert!(
            gradient.iter().any(|&d| d == 0.0) && gradient.iter().any(|&d| d != 0.0)
        );
        assert_close("the gradient", &gradient, &differences, 1e-5);
    })
}

/// Returns the gradient of an operation by all its inputs.
fn gradient<const N: usize>(
    operation: &'static str,
    inputs: [ArrayD<Real>; N],
    compute: impl for<'t> Fn(&[Var<'t>]) -> Var<'t> + Send + 'static,
) -> Proof {
    Proof::new(operation, Kind::Gradient, move || {
        every_input_counts(&inputs, &compute);
        let error = check::gradients(&inputs, |tape, vars| {
            let result = compute(vars);
            assert_recorded(tape, operation);
            result
        });
        error.unwrap_or_else(|mismatch| panic!("{mismatch}"));
    })
}

/// Returns the gradient of a function that is made of operations.
fn gradient_of_function<const N: usize>(
    function: &str,
    inputs: [ArrayD<Real>; N],
    compute: impl for<'t> Fn(&[Var<'t>]) -> Var<'t> + Send + 'static,
) -> Proof {
    Proof::new(function, Kind::Gradient, move || {
        every_input_counts(&inputs, &compute);
        let error = check::gradients(&inputs, |_, vars| compute(vars));
        error.unwrap_or_else(|mismatch| panic!("{mismatch}"));
    })
}

/// Panics if the result does not depend on an input: then its derivative is 0, and proves nothing.
fn every_input_counts(
    inputs: &[ArrayD<Real>],
    compute: &impl for<'t> Fn(&[Var<'t>]) -> Var<'t>,
) {
    let tape = Tape::new(Mode::Check, 0);
    let vars: Vec<_> = inputs.iter().map(|x| tape.variable(x.clone())).collect();
    let result = compute(&vars);
    let gradients = result.backward_from(projection(&result.shape()));
    for (place, &var) in vars.iter().enumerate() {
        let gradient = gradients.wrt(var);
        let counts =
            gradient.is_some_and(|gradient| gradient.iter().any(|&d| d != 0.0));
        assert!(counts, "the result does not depend on input {place}");
    }
}

fn positive(shape: &[usize]) -> ArrayD<Real> {
    numbers(shape).mapv(|x| x.abs() + 0.5)
}

/// ReLU has no derivative at 0, and finite differences across 0 are wrong.
fn away_from_0(shape: &[usize]) -> ArrayD<Real> {
    numbers(shape).mapv(|x| x + x.signum() * 0.1)
}
