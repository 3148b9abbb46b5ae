use ndarray::{Array1, array};

use super::*;
use crate::tape::{Mode, Tape};
use crate::testing::{names, random, randomize, rng};

fn layer(bias: bool) -> Linear {
    let layer = if bias {
        Linear::new(3, 2, &mut rng(1))
    } else {
        Linear::without_bias(3, 2, &mut rng(1))
    };
    randomize(&layer);
    layer
}

#[test]
fn rows_are_multiplied_from_the_left() {
    let linear = Linear {
        weight: Param::new(array![[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]),
        bias: Some(Param::new(array![100.0, 200.0])),
    };
    let tape = Tape::new(Mode::Eval, 0);
    let y = linear.forward(tape.constant(array![[1.0, 0.0, 0.0], [1.0, 1.0, -1.0]]));
    assert_eq!(y.value(), array![[101.0, 202.0], [99.0, 200.0]].into_dyn());

    let plain = Linear {
        bias: None,
        ..linear
    };
    let y = plain.forward(tape.constant(array![[1.0, 1.0, -1.0]]));
    assert_eq!(y.value(), array![[-1.0, 0.0]].into_dyn());
}

#[test]
fn any_number_of_axes_may_stand_in_front() {
    let linear = layer(true);
    let tape = Tape::new(Mode::Eval, 0);
    let x = random((2, 4, 5, 3), 2);
    let all = linear.forward(tape.constant(x.clone())).value();
    assert_eq!(all.shape(), [2, 4, 5, 2]);
    let part = x.index_axis(ndarray::Axis(0), 1).to_owned();
    let part = linear.forward(tape.constant(part)).value();
    assert_eq!(all.index_axis(ndarray::Axis(0), 1), part);
    let one = linear.forward(tape.constant(Array1::ones(3)));
    assert_eq!(one.shape(), [2]);
    let none = linear.forward(tape.constant(random((0, 3), 0)));
    assert_eq!(none.shape(), [0, 2]);
}

#[test]
fn starts_with_xavier_weights_and_without_a_bias() {
    let linear = Linear::new(3, 2, &mut rng(1));
    let bound = (6.0 as crate::Real / 5.0).sqrt();
    assert!(
        linear
            .weight
            .value()
            .iter()
            .all(|w| w.abs() <= bound && *w != 0.0)
    );
    assert_eq!(linear.bias.unwrap().value(), array![0.0, 0.0].into_dyn());
}

#[test]
fn names_and_counts() {
    assert_eq!(names(&layer(true)), ["weight", "bias"]);
    assert_eq!(names(&layer(false)), ["weight"]);
    assert_eq!(layer(true).param_count(), 8);
}

#[test]
#[should_panic(expected = "affine: [1, 4] x [3, 2] + [2]: inner sizes 4 and 3 differ")]
fn another_number_of_inputs_is_refused() {
    let tape = Tape::new(Mode::Eval, 0);
    layer(true).forward(tape.constant(random((1, 4), 0)));
}
