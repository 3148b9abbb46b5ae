//! The learning rate of a recipe.

use crate::Real;
use crate::data::{EOS, Example};
use crate::encoder_decoder::testing::{
    SOURCE_VOCAB, TARGET_VOCAB, examples, fixed_context,
};
use crate::encoder_decoder::{RateCurve, Recipe, TrainError, train};
use crate::nn::Module;
use crate::train::{Report, Schedule, SettingError};

const PEAK: Real = 0.25;

/// Trains for two epochs of five batches.
fn trained(curve: RateCurve) -> Result<Report, TrainError> {
    let recipe = Recipe {
        epochs: 2,
        batch: 2,
        learning_rate: PEAK,
        curve,
        ..Recipe::default()
    };
    let model = fixed_context(1, 0);
    train(
        &model,
        &examples(10, 0),
        [SOURCE_VOCAB, TARGET_VOCAB],
        &recipe,
    )
}

/// Returns the rate of each of the ten steps.
fn rates(curve: RateCurve) -> Vec<Real> {
    let report = trained(curve).expect("the settings are right");
    report.steps.iter().map(|step| step.learning_rate).collect()
}

fn expected(schedule: Result<Schedule, SettingError>) -> Vec<Real> {
    let schedule = schedule.expect("the settings are right");
    (0..10).map(|step| schedule.rate(step)).collect()
}

#[test]
fn a_constant_rate_stays() {
    assert_eq!(rates(RateCurve::Constant), [PEAK; 10]);
}

#[test]
fn a_cosine_rises_for_its_share_of_the_steps() {
    for (warmup, steps) in
        [(0.0, 0), (0.05, 1), (0.2, 2), (0.34, 3), (0.9, 9)]
    {
        let found = rates(RateCurve::Cosine { warmup });
        assert_eq!(
            found,
            expected(Schedule::cosine(PEAK, steps, 10, 0.0)),
            "{warmup}"
        );
        assert_eq!(found[steps.saturating_sub(1)], PEAK);
    }
    assert_eq!(
        RateCurve::default(),
        RateCurve::Cosine { warmup: 0.05 }
    );
}

#[test]
fn an_inverse_root_rises_for_so_many_steps() {
    let found = rates(RateCurve::InverseSqrt { warmup: 4 });
    assert_eq!(found, expected(Schedule::warmup_inverse_sqrt(PEAK, 4)));
    assert_eq!((found[3], found[0]), (PEAK, PEAK / 4.0));
}

/// A share must be between 0 and 1, because training cannot warm up for more steps than it has.
#[test]
fn an_invalid_share_is_an_error() {
    for warmup in [f64::NAN, -1.0, -1e-9, 1.0, 2.0, f64::INFINITY] {
        let error = trained(RateCurve::Cosine { warmup })
            .expect_err("no share");
        let TrainError::Setting(SettingError::Number {
            setting, ..
        }) = error
        else {
            panic!("{warmup}: {error}");
        };
        assert_eq!(setting, "warm-up share");
    }
    let error = trained(RateCurve::Cosine { warmup: 2.0 })
        .expect_err("no share");
    let text = "warm-up share 2 is not in [0, 1)";
    assert_eq!(error.to_string(), text);
    let error = trained(RateCurve::InverseSqrt { warmup: 0 })
        .expect_err("no steps");
    assert!(matches!(
        error,
        TrainError::Setting(SettingError::Steps {
            value: 0,
            least: 1,
            ..
        })
    ));
}

/// A recipe is checked before anything changes.
#[test]
fn an_invalid_share_changes_no_parameter() {
    let model = fixed_context(1, 0);
    let numbers = || -> Vec<_> {
        let params = model.params().into_iter();
        params.map(|(_, param)| param.value()).collect()
    };
    let (before, curve) =
        (numbers(), RateCurve::Cosine { warmup: -1.0 });
    let example = Example {
        source: vec![EOS],
        target: vec![EOS],
    };
    let recipe = Recipe {
        curve,
        ..Recipe::default()
    };
    let vocabs = [SOURCE_VOCAB, TARGET_VOCAB];
    assert!(train(&model, &[example], vocabs, &recipe).is_err());
    assert_eq!(numbers(), before);
}
