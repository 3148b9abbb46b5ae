//! Comparison of arrays and numbers in tests.

use ndarray::{ArrayRef, Dimension};

/// Asserts that each entry of `got` is close to the same entry of `want`.
///
/// Close means `|got - want| <= tolerance * (1 + |want|)`: `tolerance` is an absolute error for
/// small entries and a relative one for large entries. Equal infinities are close; `NaN` is close
/// to nothing, not even to itself.
///
/// # Panics
///
/// If the shapes differ, or if an entry is not close. The message names the entry with the largest
/// error:
///
/// ```should_panic
/// # use attention::array::assert_close;
/// # use ndarray::array;
/// // entry [1] is 0.3 instead of 0.2 (1 of 2 entries differ)
/// assert_close(&array![0.8, 0.3], &array![0.8, 0.2], 1e-6);
/// ```
#[track_caller]
pub fn assert_close<T: Copy + Into<f64>>(
    got: &ArrayRef<T, impl Dimension>,
    want: &ArrayRef<T, impl Dimension>,
    tolerance: f64,
) {
    assert!(
        got.shape() == want.shape(),
        "the shape is {:?} instead of {:?}",
        got.shape(),
        want.shape()
    );
    let (got, want) = (got.view().into_dyn(), want.view().into_dyn());
    let count = want.len();
    let mut worst: Option<(f64, _, f64, f64)> = None;
    let mut different = 0;
    for ((index, &got), &want) in got.indexed_iter().zip(&want) {
        let (got, want): (f64, f64) = (got.into(), want.into());
        let excess = (got - want).abs() / (1.0 + want.abs());
        let close = got == want || excess <= tolerance;
        if !close {
            different += 1;
            // NaN is the largest error.
            let excess = if excess.is_nan() { f64::INFINITY } else { excess };
            if worst.as_ref().is_none_or(|(most, ..)| excess > *most) {
                worst = Some((excess, index, got, want));
            }
        }
    }
    if let Some((_, index, got, want)) = worst {
        panic!(
            "entry {:?} is {got} instead of {want} ({different} of {count} entries differ)",
            index.slice()
        );
    }
}

/// Asserts that the numbers `got` and `want` differ by at most `tolerance`.
///
/// The rest describes `got`, as in `format!`:
///
/// ```should_panic
/// # use attention::assert_near;
/// // the mean of 3 losses: expected 0.2, got 0.3
/// assert_near!(0.3_f64, 0.2, 1e-6, "the mean of {} losses", 3);
/// ```
#[macro_export]
macro_rules! assert_near {
    ($got:expr, $want:expr, $tolerance:expr, $($what:tt)+) => {{
        let (got, want) = ($got, $want);
        assert!(
            (got - want).abs() <= $tolerance,
            "{}: expected {want}, got {got}",
            format_args!($($what)+)
        );
    }};
}

/// Asserts that `got` is at least `low` and at most `high`.
///
/// The rest describes `got`, as in `format!`:
///
/// ```should_panic
/// # use attention::assert_between;
/// // the share of seed 7: expected between 0.1 and 0.2, got 0.3
/// assert_between!(0.3, 0.1, 0.2, "the share of seed {}", 7);
/// ```
#[macro_export]
macro_rules! assert_between {
    ($got:expr, $low:expr, $high:expr, $($what:tt)+) => {{
        let (got, low, high) = ($got, $low, $high);
        assert!(
            (low..=high).contains(&got),
            "{}: expected between {low} and {high}, got {got}",
            format_args!($($what)+)
        );
    }};
}

#[cfg(test)]
mod tests {
    use std::panic::{UnwindSafe, catch_unwind};

    use ndarray::{Array1, Axis};

    use super::*;

    fn message(got: &[f32], want: &[f32]) -> Option<String> {
        let row =
            |numbers: &[f32]| Array1::from_vec(numbers.to_vec()).insert_axis(Axis(0));
        let (got, want) = (row(got), row(want));
        said_by(|| assert_close(&got, &want.into_dyn(), 1e-3))
    }

    fn said_by(assertion: impl FnOnce() + UnwindSafe) -> Option<String> {
        let panic = catch_unwind(assertion).err()?;
        panic.downcast_ref::<String>().cloned()
    }

    #[test]
    fn numbers_are_compared_with_a_number_and_with_two_bounds() {
        let seed = 7;
        let near =
            |got: f32| said_by(move || assert_near!(got, 2.0, 0.1, "seed {seed}"));
        assert_eq!(near(2.05), None);
        assert_eq!(near(1.5).unwrap(), "seed 7: expected 2, got 1.5");
        assert_eq!(near(f32::NAN).unwrap(), "seed 7: expected 2, got NaN");
        let between = |got: f32| said_by(move || assert_between!(got, 1.0, 2.0, "it"));
        assert_eq!(between(1.0).or(between(2.0)), None);
        assert_eq!(between(2.5).unwrap(), "it: expected between 1 and 2, got 2.5");
    }

    #[test]
    fn names_the_worst_entry() {
        let said = message(&[1.0, 2.1, 3.5], &[1.0, 2.0, 3.0]).unwrap();
        assert_eq!(said, "entry [0, 2] is 3.5 instead of 3 (2 of 3 entries differ)");
    }

    #[test]
    fn the_tolerance_is_absolute_for_small_numbers_and_relative_for_large_ones() {
        assert_eq!(message(&[0.0009, 1000.9], &[0.0, 1000.0]), None);
        assert!(message(&[0.0012], &[0.0]).is_some());
        assert!(message(&[1001.1], &[1000.0]).is_some());
    }

    #[test]
    fn nan_is_close_to_nothing_and_infinity_to_itself() {
        let infinity = f32::INFINITY;
        assert_eq!(message(&[infinity], &[infinity]), None);
        assert!(message(&[infinity], &[-infinity]).is_some());
        assert!(message(&[infinity], &[1.0]).is_some());
        let said = message(&[f32::NAN, 9.0], &[f32::NAN, 1.0]).unwrap();
        assert!(
            said.starts_with("entry [0, 0] is NaN instead of NaN (2 of 2"),
            "{said}"
        );
    }

    #[test]
    fn different_shapes_are_reported() {
        let said = message(&[1.0], &[1.0, 2.0]).unwrap();
        assert_eq!(said, "the shape is [1, 1] instead of [1, 2]");
    }
}
