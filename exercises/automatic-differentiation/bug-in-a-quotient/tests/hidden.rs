use attention::Real;
use attention::array::assert_close;
use attention::nn::init::normal;
use attention::tape::{Mode, Tape, Var, check};
use bug_in_a_quotient::{exposing_inputs, quotient};
use ndarray::{ArrayD, IxDyn};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Draws numbers of both signs with an absolute value of at least 0.5.
fn random(shape: &[usize], rng: &mut ChaCha8Rng) -> ArrayD<Real> {
    ArrayD::from_shape_simple_fn(IxDyn(shape), || {
        let size: Real = rng.random_range(0.5..3.0);
        if rng.random() { size } else { -size }
    })
}

/// Returns the gradients with respect to both inputs, for a random upstream gradient.
fn gradients(
    [x, y]: [&ArrayD<Real>; 2],
    operation: impl for<'t> Fn(Var<'t>, Var<'t>) -> Var<'t>,
) -> [ArrayD<Real>; 2] {
    let tape = Tape::new(Mode::Check, 0);
    let [x, y] = [x, y].map(|input| tape.variable(input.clone()));
    let result = operation(x, y);
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let gradients = result.backward_from(normal(result.shape(), 1.0, &mut rng));
    [x, y].map(|var| gradients.wrt(var).expect("it depends on both").clone())
}

#[test]
fn agrees_with_the_division_of_the_tape() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let shapes: [[&[usize]; 2]; 4] =
        [[&[4], &[4]], [&[2, 3], &[3]], [&[3], &[1]], [&[2, 1], &[2, 4]]];
    for shapes in shapes {
        let [x, y] = shapes.map(|shape| random(shape, &mut rng));
        let got = gradients([&x, &y], quotient);
        let want = gradients([&x, &y], |x, y| x / y);
        for (got, want) in got.iter().zip(&want) {
            assert_close(got, want, 1e-4);
        }
    }
}

#[test]
fn only_the_ratio_matters() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let [x, y] = [(); 2].map(|()| random(&[3, 5], &mut rng));
    let [dx, dy] = gradients([&x, &y], quotient);
    assert_close(&(x * dx + y * dy), &ArrayD::zeros(IxDyn(&[3, 5])), 1e-4);
}

/// The two derivatives of a quotient at a and b.
type Derivatives = fn(Real, Real) -> [Real; 2];

/// Returns a quotient whose derivatives are these.
fn with<'t>(x: Var<'t>, y: Var<'t>, derivatives: Derivatives) -> Var<'t> {
    let (a, b) = (x.value(), y.value());
    let value = &a / &b;
    let parts = a.iter().zip(&b).map(|(&a, &b)| derivatives(a, b));
    let parts: Vec<[Real; 2]> = parts.collect();
    let part = |i: usize| {
        let numbers = parts.iter().map(|pair| pair[i]).collect();
        ArrayD::from_shape_vec(value.raw_dim(), numbers).expect("one for each entry")
    };
    let [by_a, by_b] = [part(0), part(1)];
    x.tape().record("with", [x, y], value, move |d, [da, db]| {
        da.add(|| &d * &by_a);
        db.add(|| d * by_b);
    })
}

#[test]
fn inputs_expose_other_mistakes() {
    let inputs: [ArrayD<Real>; 2] = exposing_inputs();
    let right = check::gradients(&inputs, |_, v| v[0] / v[1]);
    assert!(right.is_ok(), "a correct quotient does not pass: {right:?}");
    let wrong: [(&str, Derivatives); 7] = [
        ("no minus", |a, b| [1.0 / b, a / b / b]),
        ("the divisor once", |a, b| [1.0 / b, -a / b]),
        ("no numerator", |_, b| [1.0 / b, -1.0 / b / b]),
        ("swapped", |a, b| [1.0 / b, -b / a / a]),
        ("times instead of divided", |a, b| [b, -a / b / b]),
        ("divided twice in both", |a, b| [1.0 / b / b, -a / b / b]),
        ("not divided", |a, b| [1.0, -a / b / b]),
    ];
    for (name, derivatives) in wrong {
        let checked = check::gradients(&inputs, |_, v| with(v[0], v[1], derivatives));
        assert!(checked.is_err(), "not noticed at {inputs:?}: {name}");
    }
}
