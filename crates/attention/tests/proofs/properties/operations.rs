//! The rules of the other operations.

use attention::Real;
use attention::tape::{Mode, Tape, Var};
use ndarray::{Array2, ArrayD, Axis, Dimension};
use rand::RngExt;

use super::{Case, ROUNDING, assert_same, is_zero, property};
use crate::proof::{Proof, assert_close};

const EPSILON: Real = 1e-5;

pub(super) fn proofs() -> Vec<Proof> {
    vec![
        property(
            "log_softmax",
            "exponentials_sum_to_1",
            exponentials_sum_to_1,
        ),
        property("log_softmax", "a_shift_changes_nothing_to_rounding", shift),
        property(
            "cross_entropy",
            "ignored_positions_change_nothing",
            ignored_positions,
        ),
        property("layer_norm", "mean_0_and_variance_1", rows_are_normal),
        property(
            "layer_norm",
            "shift_and_scale_change_nothing_to_rounding",
            scale,
        ),
        property("dropout", "0_or_scaled", zero_or_scaled),
    ]
}

fn on_tape(
    x: &ArrayD<Real>,
    compute: impl for<'t> Fn(Var<'t>) -> Var<'t>,
) -> ArrayD<Real> {
    let tape = Tape::new(Mode::Eval, 0);
    compute(tape.constant(x.clone())).value().to_owned()
}

fn rows(case: &Case) -> ArrayD<Real> {
    case.numbers(1, &[case.batch, case.queries, case.keys])
}

fn exponentials_sum_to_1(case: Case) {
    let logs = on_tape(&rows(&case), |x| x.log_softmax());
    let sums = logs.mapv(Real::exp).sum_axis(Axis(2));
    let ones = ArrayD::ones(sums.raw_dim());
    assert_close("the sums", &sums, &ones, ROUNDING);
}

fn shift(case: Case) {
    let x = rows(&case);
    let [before, after] = [&x, &(&x + 5.0)].map(|x| on_tape(x, |x| x.log_softmax()));
    // A single class has the probability 1, whatever its score is.
    if case.keys == 1 {
        return assert!(is_zero(&before) && is_zero(&after));
    }
    assert_close("the logarithms", &after, &before, ROUNDING);
}

fn ignored_positions(case: Case) {
    let (ignored, mut rng) = (case.keys, case.rng(2));
    let shape = (case.batch, case.queries);
    let targets = Array2::from_shape_simple_fn(shape, || rng.random_range(0..=ignored));
    let before = rows(&case);
    let mut after = before.clone();
    for (place, x) in after.indexed_iter_mut() {
        if targets[[place[0], place[1]]] == ignored {
            *x = Real::NAN;
        }
    }
    let [before, after] = [before, after].map(|logits| {
        let tape = Tape::new(Mode::Check, 0);
        let logits = tape.variable(logits);
        let loss = logits.cross_entropy(&targets, Some(ignored));
        let gradients = loss.backward();
        let gradient = gradients.wrt(logits).expect("a variable").clone();
        (loss.value().to_owned(), gradient)
    });
    assert_same("the loss", &after.0, &before.0);
    assert_same("the gradient", &after.1, &before.1);
    for (place, d) in after.1.indexed_iter() {
        let counts = targets[[place[0], place[1]]] != ignored;
        assert!(counts || *d == 0.0, "{d} at {}", place.as_array_view());
    }
}

fn normalized(x: &ArrayD<Real>) -> ArrayD<Real> {
    on_tape(x, |x| {
        let hidden = x.shape()[2];
        let gain = x.tape().constant(ArrayD::ones(vec![hidden]));
        let bias = x.tape().constant(ArrayD::zeros(vec![hidden]));
        x.layer_norm(gain, bias, EPSILON)
    })
}

/// Panics unless the mean of these entries is 0, and their variance is the variance of the input
/// divided by itself and epsilon.
fn assert_normal(before: &[Real], after: &[Real]) {
    let moments = |entries: &[Real]| {
        let count = entries.len() as Real;
        let mean = entries.iter().sum::<Real>() / count;
        let squares = entries.iter().map(|x| (x - mean) * (x - mean));
        (mean, squares.sum::<Real>() / count)
    };
    let ((_, variance), (mean, after)) = (moments(before), moments(after));
    assert!(mean.abs() <= 10.0 * ROUNDING, "the mean {mean}");
    let expected = variance / (variance + EPSILON);
    assert!(
        (after - expected).abs() <= 10.0 * ROUNDING,
        "{after}, not {expected}"
    );
}

fn rows_are_normal(case: Case) {
    let x = rows(&case);
    let y = normalized(&x);
    let lanes = x.lanes(Axis(2)).into_iter().zip(y.lanes(Axis(2)));
    lanes.for_each(|(x, y)| assert_normal(&x.to_vec(), &y.to_vec()));
}

/// Up to the epsilon, which is small compared with a variance of 1: rows so long that their
/// variance is near it.
fn scale(case: Case) {
    let case = Case {
        keys: case.keys + 20,
        ..case
    };
    let x = rows(&case);
    let moved = &x * 3.0 + 2.0;
    let tolerance = 10.0 * EPSILON;
    let (y, moved) = (normalized(&x), normalized(&moved));
    assert_close("the rows", &moved, &y, tolerance.max(ROUNDING));
}

fn zero_or_scaled(case: Case) {
    let tape = Tape::new(Mode::Train, case.seed);
    let (rate, x) = (0.25, tape.variable(rows(&case)));
    let y = x.dropout(rate);
    let (before, after) = (x.value(), y.value());
    let gradients = y.backward_from(ArrayD::ones(y.shape()));
    let gradient = gradients.wrt(x).expect("a variable");
    for ((x, y), d) in before.iter().zip(&after).zip(gradient) {
        let scale = 1.0 / (1.0 - rate);
        let kept = (*y, *d) == (x * scale, scale);
        assert!(
            kept || (*y, *d) == (0.0, 0.0),
            "{x} became {y} with the gradient {d}"
        );
    }
}
