//! Properties of the weights of every data set, and invalid arguments.

use attention::Real;
use attention::nadaraya_watson::*;
use engine::testing::{assert_panics, rng};
use ndarray::{Array1, array};
use rand::RngExt;

use super::{assert_close, predicted, samples, weigh};

/// Each row is the ratio of the definition, or 0 if no key is within reach.
#[test]
fn the_weights_are_the_ratio_of_the_definition() {
    for seed in 0..20 {
        let (samples, width) = (samples(seed), rng(seed).random_range(0.02..3.0));
        for kernel in Kernel::ALL {
            let weights = weigh(&query_grid(), samples.inputs(), kernel, width);
            for (row, query) in weights.rows().into_iter().zip(query_grid()) {
                let values = samples.inputs().mapv(|key| kernel.evaluate((query - key) / width));
                // The kernel of a far key is 0, though the Gaussian weighs the nearest key with 1.
                if values.sum() < 1e-30 {
                    let expected = if kernel == Kernel::Gaussian { 1.0 } else { 0.0 };
                    assert_close(row.sum(), expected, 1e-5);
                    continue;
                }
                let error = (&row - &(&values / values.sum())).mapv(Real::abs);
                assert!(error.iter().all(|&error| error < 1e-4), "{kernel:?}, width {width}");
            }
        }
    }
}

#[test]
fn only_distances_in_widths_count() {
    let (queries, keys) = (array![0.5, 2.0], array![0.0, 1.0, 2.25]);
    for kernel in Kernel::ALL {
        let here = weigh(&queries, &keys, kernel, 1.5);
        for (moved, moved_keys, width) in [
            (&queries + 64.0, &keys + 64.0, 1.5),
            (-&queries, -&keys, 1.5),
            (&queries * 4.0, &keys * 4.0, 6.0),
        ] {
            assert_eq!(weigh(&moved, &moved_keys, kernel, width), here, "{kernel:?}");
        }
    }
}

#[test]
fn the_order_of_the_points_does_not_matter() {
    let samples = samples(3);
    let reversed = Samples::new(
        samples.inputs().iter().rev().copied().collect(),
        samples.targets().iter().rev().copied().collect(),
    )
    .expect("valid");
    let [forward, backward] =
        [&samples, &reversed].map(|samples| predicted(samples, &query_grid(), 0.7));
    assert!((forward - backward).iter().all(|error| error.abs() < 1e-5));
}

#[test]
fn predictions_lie_between_the_smallest_and_the_largest_target() {
    let samples = samples(5);
    let low = samples.targets().fold(Real::INFINITY, |low, &target| low.min(target));
    let high = samples.targets().fold(Real::NEG_INFINITY, |high, &target| high.max(target));
    for width in [0.1, 1.0, 10.0] {
        for prediction in predicted(&samples, &query_grid(), width) {
            assert!((low - 1e-5..=high + 1e-5).contains(&prediction));
        }
    }
}

#[test]
fn a_wide_kernel_takes_the_mean_and_a_narrow_one_the_nearest_target() {
    let samples = Samples::new(array![1.0, 4.0, 6.0], array![2.0, 3.0, 7.0]).expect("valid");
    assert_close(predicted(&samples, &array![3.0], 1e4)[0], 4.0, 1e-4);
    assert_eq!(predicted(&samples, &array![3.0], 0.01)[0], 3.0);
}

#[test]
fn unusable_widths_and_points_are_refused() {
    for width in [0.0, -1.0, Real::NAN, Real::INFINITY] {
        let error = attention_weights(&array![0.0], &array![1.0], Kernel::Gaussian, width);
        assert!(matches!(error, Err(PoolingError::Width(_))), "{width}");
    }
    let empty: Array1<Real> = array![];
    let error = attention_weights(&array![0.0], &empty, Kernel::Gaussian, 1.0);
    assert_eq!(error, Err(PoolingError::Empty));
    assert_eq!(Samples::new(empty.clone(), empty), Err(PoolingError::Empty));
    assert_eq!(Samples::draw(0, &mut rng(0)), Err(PoolingError::Empty));
    let not_finite = Samples::new(array![1.0, 2.0], array![1.0, Real::NAN]);
    assert_eq!(not_finite, Err(PoolingError::NotFinite(1)));
    let lengths = Samples::new(array![1.0, 2.0], array![1.0]).expect_err("two and one");
    let expected = "lengths of inputs and targets differ: 2 and 1";
    assert_eq!(lengths.to_string(), expected);
    assert_eq!(PoolingError::Width(-1.0).to_string(), "width -1 is not finite and positive");
    assert_panics("rms_error: [50] and [40]: lengths differ", || {
        rms_error(&query_grid(), &Array1::zeros(40));
    });
}
