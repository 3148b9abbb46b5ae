//! Tests of properties on random models, and the tolerance of comparisons.

use crate::Real;
use crate::encoder_decoder::Translation;
use crate::tape::Value;

/// An error names the case in which the property fails.
pub(crate) type Outcome = Result<(), String>;

/// Tests a property on random models with one to three layers.
#[track_caller]
pub(crate) fn holds<M>(
    make: fn(usize, u64) -> M,
    property: fn(&M, u64) -> Outcome,
) {
    for (layers, seed) in [(1, 0), (1, 1), (2, 2), (2, 3), (3, 4)] {
        let outcome = property(&make(layers, seed), seed);
        assert_eq!(outcome, Ok(()), "{layers} layers, seed {seed}");
    }
}

/// Panics if one of the same models has the property, because the property would then miss this
/// mistake.
#[track_caller]
pub(crate) fn is_violated<M>(
    make: fn(usize, u64) -> M,
    property: fn(&M, u64) -> Outcome,
) {
    for (layers, seed) in [(1, 0), (1, 1), (2, 2), (2, 3), (3, 4)] {
        let outcome = property(&make(layers, seed), seed);
        assert!(
            outcome.is_err(),
            "{layers} layers, seed {seed}: not found"
        );
    }
}

/// The largest difference of two equal results, relative to the larger one or to 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tolerance(pub(crate) Real);

/// Equal to the last bit, because the same sums are added in the same order.
pub(crate) const EXACT: Tolerance = Tolerance(0.0);

/// Equal up to rounding, because products of other sizes add in another order.
pub(crate) const ROUNDING: Tolerance = Tolerance(1e-5);

impl Tolerance {
    pub(crate) fn same(
        self,
        what: &str,
        left: &Value,
        right: &Value,
    ) -> Outcome {
        let largest =
            right.iter().fold(1.0, |most: Real, x| most.max(x.abs()));
        let close = |(left, right): (&Real, &Real)| {
            (left - right).abs() <= self.0 * largest
        };
        if left.shape() == right.shape()
            && left.iter().zip(right).all(close)
        {
            return Ok(());
        }
        Err(format!("{what}: {left} and {right}"))
    }

    pub(super) fn same_translation(
        self,
        what: &str,
        left: &Translation,
        right: &Translation,
    ) -> Outcome {
        let text = |one: &Translation| (one.tokens.clone(), one.ended);
        if text(left) != text(right)
            || left.weights.is_some() != right.weights.is_some()
        {
            return Err(format!("{what}: {left:?} and {right:?}"));
        }
        if let (Some(left), Some(right)) =
            (&left.weights, &right.weights)
        {
            let [left, right] = [left, right]
                .map(|one| one.clone().into_dyn().into_shared());
            self.same(&format!("{what}, weights"), &left, &right)?;
        }
        let [left, right] =
            [left, right].map(|one| one.log_probability);
        match (left - right).abs()
            <= self.0 as f64 * right.abs().max(1.0)
        {
            true => Ok(()),
            false => Err(format!("{what}: {left} and {right}")),
        }
    }
}

/// Compares sums over a whole batch, whose order differs between batches.
pub(super) fn check_close(
    what: &str,
    left: f64,
    right: f64,
) -> Outcome {
    if (left - right).abs() <= 1e-5 * right.abs().max(1.0) {
        return Ok(());
    }
    Err(format!("{what}: {left} and {right}"))
}
