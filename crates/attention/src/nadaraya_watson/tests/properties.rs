//! Properties of the weights of every data set, and invalid arguments.

use ndarray::{Array1, array};
use rand::RngExt;

use super::{super::*, assert_close, rng, samples};
use crate::Real;

#[test]
fn rows_sum_to_one_or_to_zero() {
    for seed in 0..20 {
        let samples = samples(seed);
        let width = rng(seed).random_range(0.02..3.0);
        for kernel in Kernel::ALL {
            let weights = attention_weights(
                &query_grid(),
                samples.inputs(),
                kernel,
                width,
            );
            for row in weights.expect("the width is positive").rows() {
                assert!(row.iter().all(|&weight| weight >= 0.0));
                let sum = row.sum();
                assert!(
                    sum == 0.0 || (sum - 1.0).abs() < 1e-5,
                    "{kernel:?}: {sum}"
                );
                assert!(sum != 0.0 || kernel != Kernel::Gaussian);
            }
        }
    }
}

#[test]
fn a_row_is_zero_only_if_no_key_is_within_reach() {
    let samples = samples(22);
    let queries = query_grid();
    for (row, &query) in attention_weights(
        &queries,
        samples.inputs(),
        Kernel::Boxcar,
        0.1,
    )
    .expect("the width is positive")
    .rows()
    .into_iter()
    .zip(&queries)
    {
        let near =
            samples.inputs().iter().any(|x| (x - query).abs() <= 0.1);
        assert_eq!(row.sum() > 0.0, near, "at {query}");
    }
}

#[test]
fn moving_queries_and_keys_together_changes_nothing() {
    let (queries, keys) = (array![0.5, 2.0], array![0.0, 1.0, 2.25]);
    for kernel in Kernel::ALL {
        let here = attention_weights(&queries, &keys, kernel, 1.5)
            .expect("valid");
        let there = attention_weights(
            &(&queries + 64.0),
            &(&keys + 64.0),
            kernel,
            1.5,
        );
        assert_eq!(here, there.expect("valid"), "{kernel:?}");
        let mirrored =
            attention_weights(&-&queries, &-&keys, kernel, 1.5);
        assert_eq!(here, mirrored.expect("valid"), "{kernel:?}");
    }
}

#[test]
fn scaling_distances_and_width_together_changes_nothing() {
    let (queries, keys) = (array![0.5, 2.0], array![0.0, 1.0, 2.25]);
    for kernel in Kernel::ALL {
        let here = attention_weights(&queries, &keys, kernel, 1.5)
            .expect("valid");
        let there = attention_weights(
            &(&queries * 4.0),
            &(&keys * 4.0),
            kernel,
            6.0,
        );
        assert_eq!(here, there.expect("valid"), "{kernel:?}");
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
    for kernel in Kernel::ALL {
        let forward = predict(&samples, &query_grid(), kernel, 0.7)
            .expect("valid");
        let backward = predict(&reversed, &query_grid(), kernel, 0.7)
            .expect("valid");
        assert!(
            (forward - backward).iter().all(|error| error.abs() < 1e-5)
        );
    }
}

#[test]
fn predictions_lie_between_the_smallest_and_the_largest_target() {
    let samples = samples(5);
    let (low, high) = samples.targets().iter().fold(
        (Real::INFINITY, Real::NEG_INFINITY),
        |(low, high), &target| (low.min(target), high.max(target)),
    );
    for width in [0.1, 1.0, 10.0] {
        let predictions =
            predict(&samples, &query_grid(), Kernel::Gaussian, width);
        for prediction in predictions.expect("the width is positive") {
            assert!((low - 1e-5..=high + 1e-5).contains(&prediction));
        }
    }
}

#[test]
fn a_wide_kernel_takes_the_mean_and_a_narrow_one_the_nearest_target() {
    let samples =
        Samples::new(array![1.0, 4.0, 6.0], array![2.0, 3.0, 7.0])
            .expect("valid");
    let wide = predict(&samples, &array![3.0], Kernel::Gaussian, 1e4)
        .expect("valid");
    assert_close(wide[0], 4.0, 1e-4);
    let narrow =
        predict(&samples, &array![3.0], Kernel::Gaussian, 0.01)
            .expect("valid");
    assert_eq!(narrow[0], 3.0);
}

#[test]
fn the_weights_are_the_ratio_of_the_definition() {
    let (queries, keys) = (query_grid(), samples(1).inputs().clone());
    for kernel in Kernel::ALL {
        let weights = attention_weights(&queries, &keys, kernel, 0.8)
            .expect("valid");
        for (row, &query) in weights.rows().into_iter().zip(&queries) {
            let values =
                keys.mapv(|key| kernel.evaluate((query - key) / 0.8));
            let ratio = &values / values.sum();
            assert!(
                (&row - &ratio).iter().all(|error| error.abs() < 1e-5)
            );
        }
    }
}

#[test]
fn widths_that_are_not_positive_and_finite_are_refused() {
    for width in [0.0, -1.0, Real::NAN, Real::INFINITY] {
        let error = attention_weights(
            &array![0.0],
            &array![1.0],
            Kernel::Gaussian,
            width,
        );
        assert!(
            matches!(error, Err(PoolingError::Width(_))),
            "{width}"
        );
    }
}

#[test]
fn data_that_cannot_be_used_is_refused() {
    let empty: Array1<Real> = array![];
    let error =
        attention_weights(&array![0.0], &empty, Kernel::Gaussian, 1.0);
    assert_eq!(error, Err(PoolingError::Empty));
    assert_eq!(
        Samples::new(empty.clone(), empty),
        Err(PoolingError::Empty)
    );
    assert_eq!(Samples::draw(0, &mut rng(0)), Err(PoolingError::Empty));
    assert_eq!(
        Samples::new(array![1.0, 2.0], array![1.0, Real::NAN]),
        Err(PoolingError::NotFinite(1))
    );
}

#[test]
fn errors_name_the_problem() {
    let lengths = PoolingError::Lengths {
        inputs: 2,
        targets: 1,
    };
    assert_eq!(
        lengths.to_string(),
        "lengths of inputs and targets differ: 2 and 1"
    );
    assert_eq!(
        PoolingError::Width(-1.0).to_string(),
        "width -1 is not finite and positive"
    );
}

#[test]
#[should_panic(expected = "rms_error: [50] and [40]: lengths differ")]
fn queries_from_the_wrong_set_are_noticed_if_the_numbers_differ() {
    rms_error(&query_grid(), &Array1::zeros(40));
}
