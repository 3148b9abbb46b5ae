//! Training with a batch that is computed in parts.

use attention::tape::{Mode, Tape};
use attention::{Real, array::softmax, data::PAD};
use ndarray::{Array1, Array2, Array3, ArrayRef1};

/// Returns the gradient of the mean loss per token of a part, `[batch, steps]`, with
/// respect to the logits, `[vocab]`. Padding does not count.
pub fn part_gradient(logits: &ArrayRef1<Real>, part: &Array2<usize>) -> Array1<Real> {
    let tape = Tape::new(Mode::Train, 0);
    let variable = tape.variable(logits.to_owned());
    let (batch, steps) = part.dim();
    // The same logits at each position.
    let everywhere =
        variable + tape.constant(Array3::zeros((batch, steps, logits.len())));
    let gradients = everywhere.cross_entropy(part, Some(PAD)).backward();
    let gradient = gradients.wrt(variable).expect("the loss depends on the logits");
    gradient.iter().copied().collect()
}

/// Returns the gradient of the mean loss per token of a batch, given in parts.
pub fn gradient(logits: &ArrayRef1<Real>, parts: &[Array2<usize>]) -> Array1<Real> {
    let mut sum = Array1::zeros(logits.len());
    //@ solution
    let count =
        |part: &Array2<usize>| part.iter().filter(|&&token| token != PAD).count();
    let tokens = parts.iter().map(count).sum::<usize>().max(1);
    //@ stub
    //@ end
    for part in parts {
        //@ solution
        let weight = count(part) as Real / tokens as Real;
        //@ stub let weight = 1.0 / parts.len() as Real;
        //@ end
        sum.scaled_add(weight, &part_gradient(logits, part));
    }
    sum
}

/// Returns the probabilities of all tokens after so many steps of gradient descent.
pub fn train(parts: &[Array2<usize>], vocab: usize, steps: usize) -> Array1<Real> {
    let mut logits = Array1::zeros(vocab);
    for _ in 0..steps {
        let gradient = gradient(&logits, parts);
        logits -= &gradient;
    }
    softmax(&logits)
}
exercise_solutions::tests!(a_batch_in_four_parts);
