//! Appendix: automatic differentiation.

use attention::Real;
use attention::automatic_differentiation::*;
use attention::nadaraya_watson::Samples;
use attention::tape::{self, check};
use engine::testing::{assert_panics, rng};
use ndarray::{Array2, array};

/// Returns the squared error of a weighted mean of two values, as in the chapter.
fn loss<'t>(a: Number<'t>, b: Number<'t>, v: Number<'t>, tape: &'t Tape) -> Number<'t> {
    let error = (a * tape.number(2.0) + b * v) / (a + b) - tape.number(3.0);
    error * error
}

#[test]
fn values_and_derivatives_of_the_chapter() {
    let tape = Tape::default();
    let (a, b, v) = (tape.number(1.0), tape.number(3.0), tape.number(7.0));
    let loss = loss(a, b, v, &tape);
    assert_eq!(loss.value(), 7.5625);
    let derivatives = loss.backward();
    let [da, db, dv] = [a, b, v].map(|number| derivatives.by(number));
    assert_eq!((da, db, dv), (-5.15625, 1.71875, 4.125));
    assert_eq!(derivatives.by(loss), 1.0);
}

#[test]
fn each_operation_has_its_derivative() {
    let tape = Tape::default();
    let (x, y) = (tape.number(3.0), tape.number(2.0));
    let by_both = |result: Number<'_>| {
        let derivatives = result.backward();
        (derivatives.by(x), derivatives.by(y))
    };
    assert_eq!(by_both(x + y), (1.0, 1.0));
    assert_eq!(by_both(x - y), (1.0, -1.0));
    assert_eq!(by_both(x * y), (2.0, 3.0));
    assert_eq!(by_both(x / y), (0.5, -0.75));
    let (dx, dy) = by_both(x.exp());
    assert_eq!((dx, dy), (Real::exp(3.0), 0.0));
}

#[test]
fn all_paths_add_up() {
    let tape = Tape::default();
    let x = tape.number(1.0);
    let mut sum = x;
    for _ in 0..30 {
        sum = sum + sum; // twice as many paths as before
    }
    assert_eq!(sum.backward().by(x), (1 << 30) as Real);
    assert_eq!((tape.recorded(), tape.arrows()), (31, 60));
}

#[test]
fn a_mixture_takes_three_operations_for_each_value_and_one_more() {
    for n in [10, 100, 1000] {
        let tape = Tape::default();
        let kernels: Vec<_> = (0..n).map(|_| tape.number(1.0)).collect();
        let values: Vec<_> = (0..n).map(|_| tape.number(2.0)).collect();
        let target = tape.number(3.0);
        let given = tape.recorded();
        let (mut mixed, mut whole) = (kernels[0] * values[0], kernels[0]);
        for j in 1..n {
            mixed = mixed + kernels[j] * values[j];
            whole = whole + kernels[j];
        }
        let error = mixed / whole - target;
        let _loss = error * error;
        assert_eq!(tape.recorded() - given, 3 * n + 1);
        assert_eq!(tape.arrows(), 2 * (3 * n + 1));
    }
}

#[test]
fn a_walk_starts_anywhere_and_stores_nothing() {
    let tape = Tape::default();
    let x = tape.number(3.0);
    let square = x * x;
    let unused = square * square;
    assert_eq!(square.backward().by(x), 6.0);
    assert_eq!(square.backward().by(x), 6.0);
    assert_eq!(square.backward().by(unused), 0.0);
}

#[test]
fn a_later_number_has_the_derivative_zero() {
    let tape = Tape::default();
    let x = tape.number(3.0);
    let derivatives = (x * x).backward();
    assert_eq!(derivatives.by(tape.number(1.0)), 0.0);
}

#[test]
fn misuse_is_refused() {
    let (one, other) = (Tape::default(), Tape::default());
    let (x, y) = (one.number(1.0), other.number(1.0));
    assert_panics("record: a parent lies on another tape", || {
        let _ = x + y;
    });
    assert_panics("by: the number lies on another tape", || {
        x.backward().by(y);
    });
    assert_panics("softmax_backward: [1, 2] and [1, 3]: shapes differ", || {
        softmax_backward(&array![[0.5, 0.5]], &array![[1.0, 2.0, 3.0]]);
    });
    let (network, tape) = (Network::new(4, &mut rng(0)), tape::Tape::new(tape::Mode::Eval, 0));
    assert_panics("matmul: [3, 2] x [1, 4]: inner sizes 2 and 1 differ", || {
        network.forward(tape.constant(Array2::zeros((3, 2))));
    });
}

#[test]
fn attention_agrees_with_small_differences() {
    let inputs = [
        array![[0.3, -0.8, 0.5], [1.1, 0.2, -0.4]],
        array![[0.7, 0.1, -0.6], [-0.2, 0.9, 0.4], [0.5, -0.5, 1.0], [0.0, 0.3, 0.2]],
        array![[1.0, -2.0], [0.5, 0.3], [-1.5, 0.8], [2.0, 1.0]],
    ];
    let d_output = array![[0.6, -1.2], [0.9, 0.4]];
    let projected = |inputs: &[Array2<Real>; 3]| {
        let [queries, keys, values] = inputs;
        let scores = queries.dot(&keys.t()) / Real::sqrt(3.0);
        (attention::array::softmax(&scores).dot(values) * &d_output).sum()
    };
    let [queries, keys, values] = &inputs;
    let gradients = attention_backward([queries, keys, values], &d_output);
    let step = if cfg!(real_f64) { 1e-5 } else { 1e-2 };
    let tolerance = if cfg!(real_f64) { 1e-8 } else { 2e-4 };
    let all = [gradients.queries, gradients.keys, gradients.values];
    for (input, gradient) in all.iter().enumerate() {
        assert_eq!(gradient.dim(), inputs[input].dim());
        for (index, &derivative) in gradient.indexed_iter() {
            let moved = |by: Real| {
                let mut inputs = inputs.clone();
                inputs[input][index] += by;
                projected(&inputs)
            };
            let difference = (moved(step) - moved(-step)) / (2.0 * step);
            let error = (derivative - difference).abs();
            assert!(error < tolerance, "input {input} at {index:?}: {error}");
        }
    }
}

#[test]
fn all_parameters_of_the_network_get_their_derivative() {
    let network = Network::new(3, &mut rng(3));
    let inputs = array![[-1.5], [0.2], [0.9]];
    let checked =
        check::parameters(&network, |tape| network.forward(tape.constant(inputs.clone())));
    assert!(checked.is_ok(), "{checked:?}");
}

#[test]
fn training_makes_a_step_against_the_gradient() {
    let samples = Samples::new(array![-1.0, 0.0, 1.0], array![1.0, 0.0, 1.0]).unwrap();
    let network = Network::new(4, &mut rng(0));
    let losses = network.train(&samples, 0.05, 2000);
    assert_eq!(losses.len(), 2000);
    assert!(losses[1] < losses[0]);
    assert!(losses[1999] < 0.01, "{}", losses[1999]);
}
