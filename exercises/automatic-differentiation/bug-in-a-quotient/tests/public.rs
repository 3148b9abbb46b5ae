use attention::tape::{Mode, Tape, Var, check};
use attention::{Real, assert_near};
use bug_in_a_quotient::{exposing_inputs, quotient};
use ndarray::{ArrayD, array};

/// Returns the quotient of the exercise, with the mistake.
fn wrong<'t>(x: Var<'t>, y: Var<'t>) -> Var<'t> {
    let (a, b) = (x.value(), y.value());
    let value = &a / &b;
    x.tape().record("wrong", [x, y], value, move |d, [da, db]| {
        da.add(|| &d / &b);
        db.add(|| -d * &a / &b);
    })
}

#[test]
fn the_plant_by_hand() {
    let tape = Tape::new(Mode::Check, 0);
    let [a, b, v] = [1.0, 3.0, 7.0].map(|x| tape.variable(array![x]));
    let prediction = quotient(2.0 * a + b * v, a + b);
    let loss = (prediction - 3.0).square().sum();
    assert_eq!(loss.item(), 7.5625, "the loss");
    let gradients = loss.backward();
    for (name, var, want) in [("a", a, -5.15625), ("b", b, 1.71875), ("v", v, 4.125)] {
        let got: Real = gradients.wrt(var).expect("the loss depends on it")[[0]];
        assert_near!(got, want, 1e-4, "the derivative with respect to {name}");
    }
}

#[test]
fn inputs_expose_the_wrong_line() {
    let inputs: [ArrayD<Real>; 2] = exposing_inputs();
    let [x, y] = &inputs;
    assert_eq!(x.shape(), y.shape(), "the two inputs need the same shape");
    if let Err(mismatch) = check::gradients(&inputs, |_, v| v[0] / v[1]) {
        panic!("at these inputs even a correct quotient does not pass: {mismatch}");
    }
    let checked = check::gradients(&inputs, |_, v| wrong(v[0], v[1]));
    assert!(checked.is_err(), "the check does not notice the mistake at {inputs:?}");
}
