use ndarray::{ArrayD, ArrayRef, Dimension, arr0};

use crate::Real;
use crate::array::{exp_in_place, max, sum};
use crate::tape::Var;
use crate::tape::kernels::rows::{in_standard_order, rows, rows_mut};

impl<'t> Var<'t> {
    /// Returns the mean cross-entropy: the mean of -ln p, where p is the softmax probability of the
    /// target.
    ///
    /// Positions with target `ignored` are left out of the mean, and their gradient is 0, whatever
    /// their logits are. If all positions are left out, the loss and the gradient are 0.
    ///
    /// # Shapes
    ///
    /// `[.., vocab]`, with targets `[..]`, to `[]`.
    ///
    /// # Panics
    ///
    /// If a target is outside the vocabulary and not ignored.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Check, 0);
    /// let logits = tape.variable(array![[0.0, 0.0], [3.0, 5.0]]);
    /// let loss = logits.cross_entropy(&array![1, 9], Some(9));
    /// assert!((loss.item() - 0.693_147_2).abs() < 1e-6); // -ln 0.5
    /// let gradients = loss.backward();
    /// assert_eq!(gradients.wrt(logits).unwrap(), &array![[0.5, -0.5], [0.0, 0.0]].into_dyn());
    /// ```
    #[doc(alias = "CrossEntropyLoss")]
    #[track_caller]
    pub fn cross_entropy<D: Dimension>(
        self,
        targets: &ArrayRef<usize, D>,
        ignored: Option<usize>,
    ) -> Self {
        check_targets(self, targets, ignored);
        let logits = in_standard_order(self.value());
        let mut exponentials = Vec::with_capacity(logits.len());
        let mut total = 0.0;
        // One row at a time, which fits into the fastest cache.
        let each = rows(&logits).zip(targets);
        let positions: Vec<Option<(usize, Real)>> = each
            .map(|(row, &target)| {
                let start = exponentials.len();
                exponentials.extend_from_slice(row);
                (Some(target) != ignored).then(|| {
                    let (sum, loss) = loss_of_row(&mut exponentials[start..], target);
                    total += loss;
                    (target, sum)
                })
            })
            .collect();
        let count = positions.iter().flatten().count().max(1) as Real;
        let loss = arr0(total / count);
        let exponentials = ArrayD::from_shape_vec(logits.raw_dim(), exponentials);
        let mut exponentials = exponentials.expect("as many exponentials as logits");
        self.tape().record("cross_entropy", [self], loss, move |d, [dx]| {
            dx.add(|| {
                // loss = ln Σⱼ exp(xⱼ) - x of the target, for one row
                // dxⱼ = exp(xⱼ) / Σᵢ exp(xᵢ) - (1 if j is the target, else 0)
                let scale = d.sum() / count;
                for (row, position) in rows_mut(&mut exponentials).zip(positions) {
                    let Some((target, sum)) = position else {
                        row.fill(0.0);
                        continue;
                    };
                    row.iter_mut().for_each(|exponential| *exponential *= scale / sum);
                    row[target] -= scale;
                }
                exponentials
            });
        })
    }
}

/// Replaces logits by exponentials, and returns their sum and the loss. The largest exponential
/// is 1.
fn loss_of_row(row: &mut [Real], target: usize) -> (Real, Real) {
    let max = max(row);
    row.iter_mut().for_each(|x| *x -= max);
    let logit = row[target];
    exp_in_place(row);
    let sum = sum(row);
    (sum, sum.ln() - logit)
}

#[track_caller]
fn check_targets<D: Dimension>(
    logits: Var<'_>,
    targets: &ArrayRef<usize, D>,
    ignored: Option<usize>,
) {
    let shape = logits.shape();
    let [leading @ .., vocab] = &shape[..] else {
        panic!("cross_entropy: []: needs at least one axis");
    };
    assert!(
        targets.shape() == leading,
        "cross_entropy: {shape:?} with targets {:?}: expected targets {leading:?}",
        targets.shape()
    );
    let wrong = |target: usize| Some(target) != ignored && target >= *vocab;
    if targets.iter().any(|&target| wrong(target)) {
        let targets = targets.view().into_dyn();
        let mut places = targets.indexed_iter();
        let first = places.find(|(_, target)| wrong(**target));
        let (place, target) = first.expect("there is one");
        let place = place.as_array_view().to_vec();
        panic!(
            "cross_entropy: {shape:?}: target {target} at {place:?} is outside the vocabulary of {vocab} tokens"
        );
    }
}
