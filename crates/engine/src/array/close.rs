//! Comparison of arrays in tests.

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
pub fn assert_close<T, D>(got: &ArrayRef<T, D>, want: &ArrayRef<T, D>, tolerance: f64)
where
    T: Copy + Into<f64>,
    D: Dimension,
{
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

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use ndarray::{Array1, Axis};

    use super::*;

    fn message(got: &[f32], want: &[f32]) -> Option<String> {
        let row =
            |numbers: &[f32]| Array1::from_vec(numbers.to_vec()).insert_axis(Axis(0));
        let (got, want) = (row(got), row(want));
        let panic = catch_unwind(|| assert_close(&got, &want, 1e-3)).err()?;
        panic.downcast_ref::<String>().cloned()
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
