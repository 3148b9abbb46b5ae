//! The loss of a batch, from the losses of its tokens.

use attention::Real;
use ndarray::Array2;

/// Returns the mean loss per token: all tokens of the batch count the same.
///
/// `losses` has one entry for each step of each sentence. Entries after the end of a
/// sentence are padding: they can be any finite number and do not count. A batch
/// without tokens has the loss 0.
///
/// # Shapes
///
/// `losses`: `[batch, steps]`; `lens`: one length for each sentence.
pub fn loss_per_token(losses: &Array2<Real>, lens: &[usize]) -> Real {
    assert_eq!(losses.nrows(), lens.len(), "one length for each sentence");
    let sentences = losses.outer_iter().zip(lens);
    let sums = sentences.map(|(row, &len)| (row.iter().take(len).sum::<Real>(), len));
    //@ solution
    let (total, count) = sums.fold((0.0, 0), |(a, n), (sum, len)| (a + sum, n + len));
    //@ stub let means = sums.map(|(sum, len)| sum / len.max(1) as Real);
    //@ stub let (total, count) = (means.sum::<Real>(), lens.len());
    //@ end
    total / count.max(1) as Real
}
exercise_solutions::tests!(mean_of_means);
