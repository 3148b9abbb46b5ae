//! Claims of the chapter about its example.

use attention::Real;
use attention::array::assert_close;
use attention::multi_head::slope::{DAYS, SlopeModel, Split, examples, needed_coefficients};
use attention::tape::{Mode, Tape, check};
use engine::testing::{assert_panics, rng};
use ndarray::Axis;

fn trained(heads: usize, split: Split, seed: u64) -> SlopeModel {
    let mut rng = rng(seed);
    let mut model = SlopeModel::new(heads, &mut rng).expect("the heads divide");
    model.split = split;
    model.train(200, &mut rng);
    model
}

#[test]
fn targets_are_the_needed_coefficients_times_the_measurements() {
    let (measurements, slopes) = examples(20, &mut rng(1));
    assert_close(&slopes, &measurements.dot(&needed_coefficients().t()), 1e-5);
}

/// The exact error agrees with a sample.
#[test]
fn errors_agree_with_a_sample() {
    let model = SlopeModel::new(2, &mut rng(1)).unwrap();
    let (measurements, slopes) = examples(20_000, &mut rng(2));
    let tape = Tape::new(Mode::Eval, 0);
    let answers = model.forward(&tape, &measurements).output;
    let sampled = (answers - tape.constant(slopes)).square().mean().item();
    assert!((sampled - model.error()).abs() < 0.05, "{sampled}");
}

#[test]
fn answers_are_the_coefficients_times_the_measurements() {
    let model = SlopeModel::new(4, &mut rng(1)).unwrap();
    let (measurements, _) = examples(5, &mut rng(2));
    let tape = Tape::new(Mode::Eval, 0);
    let answers = model.forward(&tape, &measurements).output.value();
    let expected = measurements.dot(&model.coefficients().t()).into_dyn();
    assert_close(&answers, &expected.into_shared(), 1e-4);
}

/// Before and after training, with any seed.
#[test]
fn one_head_is_never_below_its_bound() {
    for seed in 0..20 {
        let model = SlopeModel::new(1, &mut rng(seed)).unwrap();
        assert!(model.errors().iter().all(|&error| error >= 1.0));
    }
    let errors = trained(1, Split::Columns, 0).errors();
    assert!(errors.iter().all(|&error| (1.0..1.02).contains(&error)), "{errors}");
}

#[test]
fn two_heads_reach_zero() {
    for seed in 0..3 {
        let error = trained(2, Split::Columns, seed).error();
        assert!(error < 0.01, "seed {seed}: {error}");
    }
}

/// With heads of five days each, only the days at the border lack a neighbor.
#[test]
fn without_the_permutations_two_days_stay_wrong() {
    let model = trained(2, Split::WithoutPermute, 0);
    for (row, &error) in model.errors().iter().enumerate() {
        let bound: Real = if row == 3 || row == 4 { 1.0 } else { 0.0 };
        assert!(error >= bound - 1e-5 && error < bound + 0.05, "{row}: {error}");
    }
}

#[test]
fn a_wrong_merge_is_learned_around() {
    assert!(trained(2, Split::WrongMerge, 0).error() < 0.01);
}

/// If the error with all heads is 0, the error without a head is its squared contribution.
#[test]
fn an_ablation_measures_the_contribution() {
    let model = trained(4, Split::Columns, 0);
    for head in 0..4 {
        let alone = model.keep_heads(&[head]).coefficients();
        let squares = alone.powi(2).sum() / (DAYS - 2) as Real;
        let without = model.without_head(head).error();
        assert!((without - squares).abs() < 0.05 * squares, "{without} {squares}");
    }
}

#[test]
fn contributions_add_up() {
    let model = SlopeModel::new(4, &mut rng(3)).unwrap();
    let parts = [0, 1, 2, 3].map(|head| model.keep_heads(&[head]).coefficients());
    let sum = parts.iter().fold(parts[0].clone() * 0.0, |sum, part| sum + part);
    assert_close(&sum, &model.coefficients(), 1e-4);
    for part in parts {
        // Each row of weights sums to 1, so all rows of a head have the same sum.
        let sums = part.sum_axis(Axis(1));
        assert!(sums.iter().all(|&sum| (sum - sums[0]).abs() < 1e-4));
    }
}

/// Training a copy does not change the original.
#[test]
fn smaller_models_have_their_own_parameters() {
    let model = SlopeModel::new(4, &mut rng(3)).unwrap();
    let before = model.coefficients();
    model.keep_heads(&[0, 1]).train(5, &mut rng(4));
    model.without_head(0).train(5, &mut rng(4));
    assert_eq!(model.coefficients(), before);
}

#[test]
fn the_model_has_the_gradients_of_small_differences() {
    let (measurements, _) = examples(2, &mut rng(2));
    for split in [Split::Columns, Split::WithoutPermute, Split::WrongMerge] {
        let mut model = SlopeModel::new(2, &mut rng(1)).unwrap();
        model.split = split;
        let error = check::parameters(&model, |tape| model.forward(tape, &measurements).output);
        error.unwrap_or_else(|mismatch| panic!("{split:?}: {mismatch}"));
    }
}

#[test]
fn a_training_that_fails_stops() {
    let model = SlopeModel::new(2, &mut rng(1)).unwrap();
    model.readout.weight.update(|weight| weight.fill(Real::NAN));
    assert_panics("train: the loss is NaN", || {
        model.train(1, &mut rng(2));
    });
}
