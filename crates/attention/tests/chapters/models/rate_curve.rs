//! The learning rate of a recipe.

use attention::encoder_decoder::{RateCurve, Recipe, train};
use attention::train::{Schedule, SettingError};

use super::*;

const PEAK: Real = 0.25;

/// Trains for two epochs of five batches, and compares the rate of each step.
#[track_caller]
fn assert_rates(curve: RateCurve, schedule: Result<Schedule, SettingError>) -> Vec<Real> {
    let recipe = Recipe { epochs: 2, batch: 2, learning_rate: PEAK, curve, ..Recipe::default() };
    let report = train(&fixed_context(1, 0), &examples(10, 0), VOCABS, &recipe);
    let report = report.expect("the settings are right");
    let found: Vec<Real> = report.steps.iter().map(|step| step.learning_rate).collect();
    let schedule = schedule.expect("the settings are right");
    assert_eq!(found, (0..10).map(|step| schedule.rate(step)).collect::<Vec<_>>(), "{curve:?}");
    found
}

#[test]
fn rates_follow_their_curve() {
    assert_rates(RateCurve::Constant, Schedule::constant(PEAK));
    for (warmup, steps) in [(0.0, 0), (0.05, 1), (0.2, 2), (0.34, 3), (0.9, 9)] {
        let schedule = Schedule::cosine(PEAK, steps, 10, 0.0);
        let found = assert_rates(RateCurve::Cosine { warmup }, schedule);
        assert_eq!(found[steps.saturating_sub(1)], PEAK);
    }
    assert_eq!(RateCurve::default(), RateCurve::Cosine { warmup: 0.05 });
    let schedule = Schedule::warmup_inverse_sqrt(PEAK, 4);
    let found = assert_rates(RateCurve::InverseSqrt { warmup: 4 }, schedule);
    assert_eq!((found[3], found[0]), (PEAK, PEAK / 4.0));
}
