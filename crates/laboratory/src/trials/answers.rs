//! Right answers.

use ndarray::{ArrayRef, ArrayRef2, Axis, Dimension, IxDyn};

use attention::Real;

/// Returns the number of targets whose logit is the largest of its row, and the number of all
/// targets, without those that are ignored.
///
#[track_caller]
pub fn right_answers<D: Dimension>(
    logits: &ArrayRef<Real, IxDyn>, // [.., vocab]
    targets: &ArrayRef<usize, D>,   // [..]
    ignored: Option<usize>,
) -> [usize; 2] {
    let (logits_shape, shape) = (logits.shape(), targets.shape());
    assert!(
        logits_shape.split_last().map(|(_, rows)| rows) == Some(shape),
        "right_answers: {logits_shape:?} x {shape:?}: sizes do not fit"
    );
    let [mut right, mut all] = [0, 0];
    for (row, &target) in logits.rows().into_iter().zip(targets) {
        if ignored != Some(target) {
            let best = row.iter().enumerate();
            let best = best.max_by(|a, b| a.1.total_cmp(b.1));
            right += usize::from(best.is_some_and(|b| b.0 == target));
            all += 1;
        }
    }
    [right, all]
}

/// Returns the share of [`right_answers`].
///
/// # Panics
///
/// If there are no targets.
#[track_caller]
pub fn accuracy<D: Dimension>(
    logits: &ArrayRef<Real, IxDyn>,
    targets: &ArrayRef<usize, D>,
    ignored: Option<usize>,
) -> f64 {
    let [right, all] = right_answers(logits, targets, ignored);
    assert!(all > 0, "accuracy: there are no targets");
    right as f64 / all as f64
}

/// Returns the share of [`right_answers`] at each position that has targets.
#[track_caller]
pub fn accuracy_by_position(
    logits: &ArrayRef<Real, IxDyn>, // [batch, steps, vocab]
    targets: &ArrayRef2<usize>,     // [batch, steps]
    ignored: Option<usize>,
) -> Vec<f64> {
    let each = logits.axis_iter(Axis(1)).zip(targets.columns());
    each.map(|(logits, targets)| right_answers(&logits, &targets, ignored))
        .filter(|&[_, all]| all > 0)
        .map(|[right, all]| right as f64 / all as f64)
        .collect()
}
