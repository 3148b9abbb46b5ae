//! Learning rate schedules.

// As they were printed, with more digits than an `f32` has.
#![allow(clippy::excessive_precision)]

use engine::Real;
use engine::train::Schedule;

use super::assert_close;

const TOLERANCE: Real = if cfg!(real_f64) { 1e-12 } else { 1e-7 };

fn rates(schedule: Schedule, steps: impl IntoIterator<Item = usize>) -> Vec<Real> {
    steps.into_iter().map(|step| schedule.rate(step)).collect()
}

#[test]
fn constant_is_constant() {
    let schedule = Schedule::constant(0.25).unwrap();
    assert_eq!(rates(schedule, [0, 1, usize::MAX]), [0.25; 3]);
}

#[test]
fn warmup_ends_at_the_peak_and_falls_with_the_root() {
    let schedule = Schedule::warmup_inverse_sqrt(0.5, 10).unwrap();
    let root = (10.0 as Real / 11.0).sqrt();
    let expected = [0.05, 0.1, 0.45, 0.5, 0.5 * root, 0.25];
    let steps = [0, 1, 8, 9, 10, 39];
    assert_close(&rates(schedule, steps), &expected, TOLERANCE);
    let all = rates(schedule, 0..200);
    assert!(all[..10].windows(2).all(|pair| pair[0] < pair[1]));
    assert!(all[9..].windows(2).all(|pair| pair[0] > pair[1]));
}

#[test]
fn a_single_warm_up_step_has_the_peak() {
    let schedule = Schedule::warmup_inverse_sqrt(0.5, 1).unwrap();
    assert_eq!(rates(schedule, [0, 3]), [0.5, 0.25]);
}

/// The equation as the paper prints it, with its count of steps from 1.
#[test]
fn both_forms_of_the_paper_agree() {
    for (dim, warmup) in [(512, 4000), (32, 100), (7, 1)] {
        let schedule = Schedule::transformer(dim, warmup).unwrap();
        let peak = schedule.rate(warmup - 1);
        let by_peak = Schedule::warmup_inverse_sqrt(peak, warmup).unwrap();
        for step in [0, 1, warmup - 1, warmup, 3 * warmup, 100 * warmup] {
            let (d, n, w) = (dim as f64, step as f64 + 1.0, warmup as f64);
            let printed = d.powf(-0.5) * n.powf(-0.5).min(n * w.powf(-1.5));
            let relative = schedule.rate(step) as f64 / printed - 1.0;
            assert!(relative.abs() < 1e-6, "step {step}: {relative}");
            let relative = schedule.rate(step) / by_peak.rate(step) - 1.0;
            assert!(relative.abs() < 1e-6, "step {step}: {relative}");
        }
    }
}

/// The rates of the first nine steps of
/// `CosineAnnealingLR(SGD(.., lr=0.5), T_max=8, eta_min=0.125)` in PyTorch 2.15, where they rise
/// again afterward.
#[test]
fn cosine_agrees_with_pytorch() {
    let schedule = Schedule::cosine(0.5, 0, 8, 0.125).unwrap();
    let expected = [
        0.5,
        0.485727412346,
        0.445082521472,
        0.384253143568,
        0.3125,
        0.240746856432,
        0.179917478528,
        0.139272587654,
        0.125,
    ];
    assert_close(&rates(schedule, 0..9), &expected, TOLERANCE.max(1e-11));
    assert_eq!(rates(schedule, [9, 16, usize::MAX]), [0.125; 3]);
}

#[test]
fn cosine_warms_up() {
    let schedule = Schedule::cosine(1.0, 4, 12, 0.25).unwrap();
    let expected = [0.25, 0.5, 0.75, 1.0, 1.0, 0.625, 0.25, 0.25];
    let steps = [0, 1, 2, 3, 4, 8, 12, 13];
    assert_close(&rates(schedule, steps), &expected, TOLERANCE);
    assert!(schedule.rate(11) > 0.25);
}

#[test]
fn settings_outside_their_range_are_refused() {
    let messages = [
        Schedule::constant(Real::NAN),
        Schedule::warmup_inverse_sqrt(-1.0, 10),
        Schedule::warmup_inverse_sqrt(1.0, 0),
        Schedule::transformer(0, 10),
        Schedule::transformer(10, 0),
        Schedule::cosine(Real::INFINITY, 0, 10, 0.0),
        Schedule::cosine(1.0, 10, 10, 0.0),
        Schedule::cosine(1.0, 0, 10, 2.0),
        Schedule::cosine(1.0, 0, 10, -1.0),
    ]
    .map(|schedule| schedule.unwrap_err().to_string());
    let expected = [
        "learning rate NaN is not finite and nonnegative",
        "peak learning rate -1 is not finite and nonnegative",
        "number of warm-up steps must be at least 1, not 0",
        "hidden size must be at least 1, not 0",
        "number of warm-up steps must be at least 1, not 0",
        "peak learning rate inf is not finite and nonnegative",
        "total number of steps must be at least 11, not 10",
        "learning rate floor 2 is not between 0 and the peak",
        "learning rate floor -1 is not between 0 and the peak",
    ];
    assert_eq!(messages, expected);
}
