//! The training loop and its errors.

use std::cell::RefCell;

use engine::Real;
use engine::nn::Module;
use engine::tape::{Mode, Tape, Var};
use engine::testing::assert_panics;
use engine::train::{Adam, Batch, Cause, Loss, Schedule, Sgd, Trainer};
use ndarray::{Array1, array};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::{Params, assert_close};

/// Returns the sum of the squares of all parameters.
fn squares<'t>(tape: &'t Tape, params: &Params) -> Var<'t> {
    let mut sums = params.0.iter().map(|param| {
        let param = tape.param(param);
        (param * param).sum()
    });
    let first = sums.next().expect("there are parameters");
    sums.fold(first, |sum, term| sum + term)
}

fn loss(value: Var<'_>) -> Batch<'_> {
    Ok(Loss { value, tokens: 10 })
}

/// With loss (3 - x)², derivative -2 (3 - x), and rate 1/4, each step halves the distance.
#[test]
fn two_steps_by_hand() {
    let params = Params::new([array![-1.0]]);
    let mut sgd = Sgd::new(0.25).unwrap();
    let report = Trainer::new(2).run(&params, &mut sgd, |tape, _| {
        let distance = tape.param(&params.0[0]) + -3.0;
        loss((distance * distance).sum())
    });
    let report = report.unwrap();
    assert_eq!(params.value(0), [2.0]);
    assert_eq!(report.losses(), [16.0, 4.0]);
    let norms: Vec<_> = report.steps.iter().map(|s| s.gradient_norm).collect();
    assert_eq!(norms, [8.0, 4.0]);
    assert!(report.steps.iter().all(|s| s.learning_rate == 0.25));
    assert!(report.steps.iter().all(|s| s.tokens == 10));
    assert!(report.steps.iter().all(|s| s.seconds > 0.0));
    let speed = 10.0 / report.steps[1].seconds;
    assert_eq!(report.tokens_per_second(), Some(speed));
}

#[test]
fn gradients_are_clipped_and_the_report_has_their_norm_before() {
    let params = Params::new([array![3.0, 4.0]]);
    let mut sgd = Sgd::new(1.0).unwrap();
    let trainer = Trainer::new(1).clip(5.0).unwrap();
    let report = trainer.run(&params, &mut sgd, |tape, _| loss(squares(tape, &params)));
    assert_eq!(report.unwrap().steps[0].gradient_norm, 10.0);
    assert_close(&params.value(0), &[0.0, 0.0], 1e-6);
}

#[test]
fn the_schedule_sets_the_rate_of_each_step() {
    let params = Params::new([array![1.0]]);
    let mut sgd = Sgd::new(100.0).unwrap();
    let schedule = Schedule::warmup_inverse_sqrt(0.5, 2).unwrap();
    let trainer = Trainer::new(3).schedule(schedule);
    let report = trainer.run(&params, &mut sgd, |tape, _| loss(squares(tape, &params)));
    let report = report.unwrap();
    let rates: Vec<_> = report.steps.iter().map(|s| s.learning_rate).collect();
    assert_eq!(rates, [0, 1, 2].map(|step| schedule.rate(step)));
}

/// The tape of a step is dropped before the optimizer runs.
#[test]
fn parameters_are_changed_in_place() {
    let params = Params::new([array![1.0, 2.0]]);
    let place = params.0[0].value().as_ptr();
    let mut sgd = Sgd::new(0.25).unwrap();
    let trainer = Trainer::new(3);
    let run = trainer.run(&params, &mut sgd, |tape, _| loss(squares(tape, &params)));
    assert_eq!(run.unwrap().steps.len(), 3);
    assert_eq!(params.0[0].value().as_ptr(), place);
}

#[test]
fn no_steps_change_nothing() {
    let params = Params::new([array![1.0]]);
    let mut sgd = Sgd::new(1.0).unwrap();
    let report = Trainer::new(0).run(&params, &mut sgd, |_, _| unreachable!());
    assert!(report.unwrap().steps.is_empty());
    assert_eq!(params.value(0), [1.0]);
}

/// Each step has a tape in mode `Train` with a different seed, which the seed of the trainer
/// determines.
#[test]
fn each_step_has_its_own_dropout() {
    let kept = |seed| {
        let params = Params::new([Array1::<Real>::ones(40)]);
        let mut sgd = Sgd::new(0.0).unwrap();
        let kept = RefCell::new(Vec::new());
        let trainer = Trainer::new(2).seed(seed);
        let report = trainer.run(&params, &mut sgd, |tape, _| {
            assert_eq!(tape.mode(), Mode::Train);
            let dropped = tape.param(&params.0[0]).dropout(0.5);
            kept.borrow_mut().push(dropped.value());
            loss(dropped.sum())
        });
        report.unwrap();
        kept.into_inner()
    };
    let first = kept(1);
    assert_ne!(first[0], first[1]);
    assert_eq!(first, kept(1));
    assert_ne!(first, kept(2));
    // The second step of one seed is not the first of the next.
    assert_ne!(first[1], kept(2)[0]);
}

#[test]
fn a_loss_that_is_not_finite_stops_before_anything_changes() {
    for (wrong, shown) in [(Real::NAN, "NaN"), (Real::INFINITY, "inf")] {
        let params = Params::new([array![1.0], array![-64.0, 2.0]]);
        let mut adam = Adam::new(0.125).unwrap();
        let before = RefCell::new(Vec::new());
        let stopped = Trainer::new(9).run(&params, &mut adam, |tape, step| {
            *before.borrow_mut() = params.value(1);
            let squares = squares(tape, &params);
            loss(if step == 3 { squares * wrong } else { squares })
        });
        let stopped = stopped.unwrap_err();
        assert_eq!(params.value(1), before.into_inner());
        assert_eq!((stopped.step, stopped.report.steps.len()), (3, 3));
        assert_eq!(
            stopped.to_string(),
            format!(
                "step 3: loss is {shown}; largest parameter entry is -6.363e1 in p1; \
                 parameters are unchanged; try a learning rate below 1.25e-1, clip the \
                 gradients to a smaller norm, or look for a division by 0 or a logarithm of \
                 0 in the model"
            )
        );
        assert_eq!(format!("{stopped:?}"), stopped.to_string());
    }
}

/// The loss is finite, but the derivative of a root at 0 is not.
#[test]
fn gradients_that_are_not_finite_stop_before_anything_changes() {
    let params = Params::new([array![4.0], array![0.0]]);
    let mut sgd = Sgd::new(0.5).unwrap();
    let stopped = Trainer::new(9).run(&params, &mut sgd, |tape, step| {
        let [plain, root] = [0, 1].map(|i| tape.param(&params.0[i]).sum());
        loss(if step == 0 { plain } else { plain + root.sqrt() })
    });
    let stopped = stopped.unwrap_err();
    assert_eq!(params.value(0), [3.5]);
    assert_eq!(params.value(1), [0.0]);
    assert_eq!(stopped.report.losses(), [4.0]);
    let message = stopped.to_string();
    let expected = "step 1: loss is 3.5, but gradient norm is inf; largest gradient entry is \
                    inf in p1; parameters are unchanged; try a learning rate below 5e-1, clip";
    assert!(message.starts_with(expected), "{message}");
}

#[test]
fn a_last_step_that_diverges_is_an_error() {
    let params = Params::new([array![1.0], array![1e20]]);
    let mut sgd = Sgd::new(Real::MAX).unwrap();
    let stopped = Trainer::new(1).run(&params, &mut sgd, |tape, _| {
        loss(tape.param(&params.0[0]).sum() + tape.param(&params.0[1]).sum() * 8.0)
    });
    let stopped = stopped.unwrap_err();
    assert!(matches!(&stopped.cause, Cause::Parameter(extreme) if extreme.name == "p1"));
    assert_eq!(stopped.report.steps.len(), 1);
    let message = stopped.to_string();
    let expected = "step 0: last update produced -inf in p1; try a learning rate below ";
    assert!(message.starts_with(expected), "{message}");
}

#[test]
fn a_batch_that_fails_keeps_what_was_reached() {
    let params = Params::new([array![1.0]]);
    let mut sgd = Sgd::new(0.25).unwrap();
    let stopped = Trainer::new(9).run(&params, &mut sgd, |tape, step| {
        if step == 2 {
            Err("line 7 has no tab")?;
        }
        loss(squares(tape, &params))
    });
    let stopped = stopped.unwrap_err();
    assert_eq!(stopped.to_string(), "step 2: no loss: line 7 has no tab");
    assert_eq!(stopped.report.losses(), [1.0, 0.25]);
}

#[test]
fn misuse_is_refused() {
    let params = Params::new([array![1.0, 2.0]]);
    let mut sgd = Sgd::new(0.25).unwrap();
    assert_panics("item: [2]: expected a single entry", || {
        let run =
            Trainer::new(1).run(&params, &mut sgd, |tape, _| loss(tape.param(&params.0[0]) * 2.0));
        drop(run);
    });
    for wrong in [0.0, -1.0, Real::NAN] {
        let error = Trainer::new(1).clip(wrong).unwrap_err();
        let message = format!("maximum norm {wrong} is not positive");
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn two_runs_give_the_same_bits() {
    let run = || {
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let draw = |_| Array1::from_shape_fn(9, |_| random.random::<Real>() - 0.5);
        let params = Params::new((0..30).map(draw).collect::<Vec<_>>());
        let mut adam = Adam::new(0.01).unwrap();
        let trainer = Trainer::new(20).clip(0.1).unwrap();
        let report = trainer.run(&params, &mut adam, |tape, _| {
            let squares = squares(tape, &params);
            let dropped = tape.param(&params.0[3]).dropout(0.25).sum();
            loss(squares + dropped * dropped)
        });
        let bits = |numbers: &[Real]| -> Vec<_> {
            numbers.iter().map(|number| number.to_bits()).collect()
        };
        let all = params.params();
        let numbers = all.iter().flat_map(|(_, param)| param.value().into_iter());
        let numbers: Vec<Real> = numbers.collect();
        (bits(&numbers), bits(&report.unwrap().losses()))
    };
    let first = run();
    for _ in 0..3 {
        assert_eq!(first, run());
    }
}
