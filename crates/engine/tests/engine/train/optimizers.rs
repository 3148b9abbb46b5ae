//! The updates of each optimizer, by hand and by definition.

use engine::Real;
use engine::nn::{Module, Param, Visitor};
use engine::testing::assert_panics;
use engine::train::{Adam, Optimizer, SettingError, Sgd};
use ndarray::{Array2, array};

use super::{Params, assert_close, gradients, step};

fn all() -> [(&'static str, Box<dyn Optimizer>); 2] {
    [
        ("sgd", Box::new(Sgd::new(0.125).expect("a rate"))),
        ("adam", Box::new(Adam::new(0.125).expect("a rate"))),
    ]
}

#[test]
fn a_parameter_that_comes_late_starts_like_the_others() {
    let params = Params::new([array![0.0], array![0.0]]);
    let mut adam = Adam::new(0.25).unwrap();
    for _ in 0..10 {
        step(&mut adam, &params, &[1.0]);
    }
    let late = (&params.0[1], array![-3.0]);
    adam.step(&params, &gradients([late]));
    assert_close(&params.value(1), &[0.25], 1e-6);
}

/// The penalty is part of the gradient, and the first step equals the learning rate for any
/// gradient.
#[test]
fn the_first_step_is_as_long_with_a_penalty() {
    let places = |mut adam: Adam| {
        let params = Params::new([array![1.0, 100.0]]);
        step(&mut adam, &params, &[1.0, 1.0]);
        params.value(0)
    };
    let adam = Adam::new(0.5).unwrap();
    assert_close(&places(adam.clone()), &[0.5, 99.5], 1e-5);
    let penalized = adam.weight_decay(0.25).unwrap();
    assert_close(&places(penalized), &[0.5, 99.5], 1e-5);
}

#[test]
fn a_parameter_without_a_gradient_is_not_touched() {
    for (name, mut optimizer) in all() {
        let params = Params::new([array![1.0], array![5.0]]);
        let second = [(&params.0[1], array![1.0])];
        optimizer.step(&params, &gradients(second));
        let moved = params.value(1);
        // Nothing that the first step left behind moves the second.
        step(optimizer.as_mut(), &params, &[1.0]);
        assert_eq!(params.value(1), moved, "{name}");
        assert_ne!(params.value(0), [1.0], "{name}");
    }
}

#[test]
fn a_parameter_outside_the_module_is_frozen() {
    for (name, mut optimizer) in all() {
        let (params, outside) = (Params::new([array![1.0]]), Param::new(array![1.0]));
        let both = [(&params.0[0], array![1.0]), (&outside, array![1.0])];
        optimizer.step(&params, &gradients(both));
        assert_ne!(params.value(0), [1.0], "{name}");
        assert_eq!(outside.value()[[0]], 1.0, "{name}");
    }
}

/// The same parameter under two names.
struct Tied(Param);

impl Module for Tied {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.param("encoder", &self.0);
        visitor.param("decoder", &self.0);
    }
}

#[test]
fn a_shared_parameter_moves_once() {
    for ((name, mut tied_steps), (_, mut steps)) in all().into_iter().zip(all()) {
        let (tied, params) = (Tied(Param::new(array![3.0])), Params::new([array![3.0]]));
        for _ in 0..3 {
            tied_steps.step(&tied, &gradients([(&tied.0, array![1.0])]));
            step(steps.as_mut(), &params, &[1.0]);
        }
        assert_eq!(tied.0.value()[[0]], params.value(0)[0], "{name}");
    }
}

#[test]
fn parameters_are_changed_in_place() {
    for (name, mut optimizer) in all() {
        let params = Params::new([Array2::<Real>::ones((3, 5))]);
        let place = params.0[0].value().as_ptr();
        for _ in 0..3 {
            let each = (&params.0[0], Array2::<Real>::ones((3, 5)));
            optimizer.step(&params, &gradients([each]));
        }
        assert_eq!(params.0[0].value().as_ptr(), place, "{name}");
    }
}

#[test]
fn a_transposed_parameter_receives_its_own_gradients() {
    let derivatives = array![[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]];
    for ((name, mut one), (_, mut other)) in all().into_iter().zip(all()) {
        let rows = Params::new([Array2::<Real>::zeros((3, 2))]);
        let columns = Params::new([Array2::<Real>::zeros((2, 3)).reversed_axes()]);
        for _ in 0..2 {
            one.step(&rows, &gradients([(&rows.0[0], derivatives.clone())]));
            let each = (&columns.0[0], derivatives.clone());
            other.step(&columns, &gradients([each]));
        }
        assert_eq!(rows.0[0].value(), columns.0[0].value(), "{name}");
    }
}

#[test]
fn the_learning_rate_can_be_changed() {
    for (name, mut optimizer) in all() {
        let message = "set_learning_rate: learning rate NaN is not finite and nonnegative";
        assert_panics(message, || optimizer.set_learning_rate(Real::NAN));
        optimizer.set_learning_rate(0.0);
        assert_eq!(optimizer.learning_rate(), 0.0, "{name}");
        let params = Params::new([array![1.0]]);
        step(optimizer.as_mut(), &params, &[1.0]);
        assert_eq!(params.value(0), [1.0], "{name}");
    }
}

#[test]
fn settings_outside_their_range_are_refused() {
    let rate = |rate| {
        let message = |error: SettingError| error.to_string();
        [Sgd::new(rate).map(|_| ()).map_err(message), Adam::new(rate).map(|_| ()).map_err(message)]
    };
    for wrong in [-0.1, Real::INFINITY, Real::NAN] {
        let message = format!("learning rate {wrong} is not finite and nonnegative");
        assert_eq!(rate(wrong), [(); 2].map(|()| Err(message.clone())));
    }
    assert!(rate(0.0).iter().all(Result::is_ok));

    let adam = || Adam::new(0.1).unwrap();
    let messages = [
        adam().betas(1.0, 0.9).unwrap_err(),
        adam().betas(0.9, Real::NAN).unwrap_err(),
        adam().epsilon(0.0).unwrap_err(),
        adam().epsilon(Real::INFINITY).unwrap_err(),
        adam().weight_decay(-1.0).unwrap_err(),
        adam().weight_decay(Real::NAN).unwrap_err(),
    ];
    let expected = [
        "first beta 1 is not in [0, 1)",
        "second beta NaN is not in [0, 1)",
        "epsilon 0 is not finite and positive",
        "epsilon inf is not finite and positive",
        "weight decay -1 is not finite and nonnegative",
        "weight decay NaN is not finite and nonnegative",
    ];
    assert_eq!(messages.map(|error| error.to_string()), expected);
}
