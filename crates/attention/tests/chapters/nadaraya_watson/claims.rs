//! Results that the chapter states.

use attention::Real;
use attention::nadaraya_watson::*;
use engine::testing::rng;
use ndarray::array;

use super::{assert_close, predicted, samples, weigh};

#[test]
fn the_example_by_hand() {
    let weights = weigh(&array![3.0], &array![1.0, 4.0, 6.0], Kernel::Gaussian, 1.0);
    for (weight, expected) in weights.into_iter().zip([0.1797, 0.8055, 0.0148]) {
        assert_close(weight, expected, 1e-4);
    }
}

#[test]
fn a_softmax_survives_where_the_ratio_is_zero_by_zero() {
    let weights = weigh(&array![2.0], &array![0.0, 4.2], Kernel::Gaussian, 0.01);
    assert_eq!(weights, array![[1.0, 0.0]]);
    assert_eq!(Kernel::Gaussian.evaluate(200.0), 0.0);
}

#[test]
fn the_limit_for_a_fixed_width_is_not_the_curve() {
    let limit = |query| limit(query, Kernel::Gaussian, 1.0).expect("the width is positive");
    assert_close(limit(2.5), 2.803, 1e-3);
    assert_close(truth(2.5), 3.278, 1e-3);
    assert_close(limit(0.0), 1.952, 1e-3);
    assert_eq!(truth(0.0), 0.0);
}

#[test]
fn the_limit_agrees_with_simpsons_rule() {
    let steps = 1000;
    for (query, width) in [(0.0, 1.0), (2.5, 0.5), (4.0, 0.2)] {
        let (mut numerator, mut denominator) = (0.0, 0.0);
        for i in 0..=steps {
            let t = INTERVAL * i as Real / steps as Real;
            let factor = match i {
                0 => 1.0,
                _ if i == steps => 1.0,
                _ if i % 2 == 1 => 4.0,
                _ => 2.0,
            };
            let kernel = factor * Kernel::Gaussian.evaluate((query - t) / width);
            numerator += kernel * truth(t);
            denominator += kernel;
        }
        let limit = limit(query, Kernel::Gaussian, width).expect("the width is positive");
        assert_close(limit, numerator / denominator, 1e-3);
    }
}

#[test]
fn only_a_width_that_shrinks_slowly_finds_the_curve() {
    let error = |points: usize, width| {
        let squares = (0..20).map(|seed| {
            let samples = Samples::draw(points, &mut rng(seed)).expect("there are points");
            (predicted(&samples, &array![2.5], width)[0] - truth(2.5)).powi(2)
        });
        (squares.sum::<Real>() / 20.0).sqrt()
    };
    let many = 20_000;
    assert_close(error(many, 1.0), 3.278 - 2.803, 0.02);
    assert!(error(many, (many as Real).powf(-0.2)) < 0.05);
    assert!(error(many, 5.0 / many as Real) > 0.15);
}

#[test]
fn the_sum_of_fifty_errors_is_fifty_times_the_mean() {
    // Hence learning rate 0.5 on the sum corresponds to learning rate 25 on the mean.
    let samples = samples(22);
    let path = descend(&samples, 0.5, 25.0, 1);
    let (_, gradient) = loss_and_gradient(&samples, 0.5);
    assert_close(path[1].w, 0.5 - 0.5 * (50.0 * gradient), 1e-4);
}

#[test]
fn careful_descent_never_climbs_and_mostly_ends_near_the_best() {
    let mut near = 0;
    for seed in 0..50 {
        let samples = samples(seed);
        let path = descend(&samples, 0.5, 1.0, 100);
        for steps in path.windows(2) {
            assert!(steps[1].loss <= steps[0].loss + 1e-5, "seed {seed}");
        }
        if path[100].loss < 1.05 * best_w(&samples).loss {
            near += 1;
        }
    }
    assert!(near >= 42, "{near} of 50");
}

#[test]
fn queries_from_the_training_inputs_are_worse() {
    let median = |wrong: bool| {
        let error = |seed| {
            let (samples, queries) = (samples(seed), query_grid());
            let asked = if wrong { samples.inputs() } else { &queries };
            rms_error(&queries, &predicted(&samples, asked, 1.0))
        };
        let mut errors: Vec<Real> = (0..200).map(error).collect();
        errors.sort_by(Real::total_cmp);
        errors[100]
    };
    assert_close(median(false), 0.65, 0.02);
    assert_close(median(true), 0.70, 0.02);
}
