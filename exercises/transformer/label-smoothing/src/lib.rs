//! Cross-entropy with smoothed targets.

use attention::Real;
use ndarray::{Array2, ArrayRef2};

/// Returns the mean over the rows of the cross-entropy between smoothed targets and the
/// softmax of the logits, in nats.
///
/// `logits` is `[tokens, vocab]`, `targets` `[tokens]`. The smoothed target of a row is
/// `1 - smoothing` for its token, plus `smoothing / vocab` for each token. Rows whose
/// target is `ignored` do not count; if no row counts, the loss is 0. `smoothing` is at
/// least 0 and below 1.
pub fn smoothed_loss(
    logits: &ArrayRef2<Real>,
    targets: &[usize],
    smoothing: Real,
    ignored: usize,
) -> Real {
    //@ solution
    let mut sum = 0.0;
    for (row, &target) in logits.rows().into_iter().zip(targets) {
        if target != ignored {
            let most = row.fold(Real::NEG_INFINITY, |most, &next| most.max(next));
            let total = row.mapv(|logit| (logit - most).exp()).sum();
            let surprise = row.mapv(|logit| total.ln() + most - logit); // -ln p
            let mean = surprise.mean().unwrap_or(0.0);
            sum += (1.0 - smoothing) * surprise[target] + smoothing * mean;
        }
    }
    let count = targets.iter().filter(|&&target| target != ignored).count();
    sum / count.max(1) as Real
    //@ stub todo!("{logits}, {targets:?}, {smoothing}, {ignored}")
    //@ end
}

/// Returns the gradient of [`smoothed_loss`] with respect to the logits,
/// `[tokens, vocab]`.
pub fn smoothed_gradient(
    logits: &ArrayRef2<Real>,
    targets: &[usize],
    smoothing: Real,
    ignored: usize,
) -> Array2<Real> {
    //@ solution
    use attention::array::softmax;

    let count = targets.iter().filter(|&&target| target != ignored).count();
    let mut gradient = softmax(&logits.to_owned()) - smoothing / logits.ncols() as Real;
    for (mut row, &target) in gradient.rows_mut().into_iter().zip(targets) {
        if target == ignored {
            row.fill(0.0);
        } else {
            row[target] -= 1.0 - smoothing;
        }
    }
    gradient / count.max(1) as Real
    //@ stub todo!("{logits}, {targets:?}, {smoothing}, {ignored}")
    //@ end
}

/// Returns the least value of [`smoothed_loss`] if at least one row counts.
pub fn least_loss(vocab: usize, smoothing: Real) -> Real {
    //@ solution
    let term = |p: Real| if p > 0.0 { -p * p.ln() } else { 0.0 };
    let other = smoothing / vocab as Real;
    let right = 1.0 - smoothing + other;
    term(right) + (vocab - 1) as Real * term(other)
    //@ stub todo!("{vocab} tokens, {smoothing}")
    //@ end
}
exercise_solutions::tests!(label_smoothing);
