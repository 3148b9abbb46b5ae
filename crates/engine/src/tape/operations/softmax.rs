use crate::array::{dot, exp_in_place, masked_softmax, max, sum};
use crate::mask::Mask;
use crate::tape::Var;
use crate::tape::kernels::rows::{in_standard_order, rows, rows_mut, standard_copy};

impl<'t> Var<'t> {
    /// Returns the softmax of each row over the keys that its query may attend to, and weights of 0
    /// for masked keys.
    ///
    /// See [`masked_softmax`] for special cases. If the unmasked
    /// scores and the incoming gradient are finite, the gradient with respect to a masked score is
    /// 0, even if the score is infinite or NaN.
    ///
    /// # Shapes
    ///
    /// `[queries, keys]`, `[batch, queries, keys]`, or `[batch, heads, queries, keys]`. The result
    /// has the shape of the scores.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::mask::Mask;
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Check, 0);
    /// let scores = tape.variable(array![[0.0, 0.0, 7.0]]);
    /// let weights = scores.softmax(&Mask::valid_lens([2]));
    /// assert_eq!(weights.value(), array![[0.5, 0.5, 0.0]].into_dyn());
    /// let gradients = weights.backward_from(array![[1.0, 0.0, 5.0]].into_dyn());
    /// assert_eq!(gradients.wrt(scores).unwrap(), &array![[0.25, -0.25, 0.0]].into_dyn());
    /// ```
    #[track_caller]
    pub fn softmax(self, mask: &Mask) -> Self {
        mask.check("softmax", &self.shape());
        let weights = masked_softmax(&self.value(), mask).into_shared();
        let kept = weights.clone();
        self.tape().record("softmax", [self], weights, move |d, [dscores]| {
            dscores.add(|| {
                let mut d = in_standard_order(d);
                // aᵢ = exp(sᵢ) / Σⱼ exp(sⱼ)
                // daᵢ/dsⱼ = aᵢ (1 if i = j, else 0) - aᵢ aⱼ
                // dsⱼ = Σᵢ dᵢ daᵢ/dsⱼ = aⱼ (dⱼ - Σᵢ dᵢ aᵢ)
                for (d, a) in rows_mut(&mut d).zip(rows(&kept)) {
                    let mean = dot(d, a);
                    d.iter_mut().zip(a).for_each(|(d, a)| *d = a * (*d - mean));
                }
                d
            });
        })
    }

    /// Returns the natural logarithm of the softmax of each row along the last axis.
    ///
    /// It is accurate even if the softmax itself is too small for a floating-point number.
    ///
    /// | row | result |
    /// |---|---|
    /// | an entry is minus infinity | minus infinity for this entry |
    /// | all entries are minus infinity, or one is plus infinity or NaN | NaN everywhere |
    #[track_caller]
    pub fn log_softmax(self) -> Self {
        let mut logs = standard_copy(&self.value());
        assert!(logs.ndim() > 0, "log_softmax: []: needs at least one axis");
        let mut powers = Vec::new();
        for row in rows_mut(&mut logs) {
            let max = max(row);
            row.iter_mut().for_each(|x| *x -= max);
            powers.clear();
            powers.extend_from_slice(row);
            exp_in_place(&mut powers);
            let log_sum = sum(&powers).ln();
            row.iter_mut().for_each(|x| *x -= log_sum);
        }
        let logs = logs.into_shared();
        let kept = logs.clone();
        self.tape().record("log_softmax", [self], logs, move |d, [dx]| {
            dx.add(|| {
                let mut d = in_standard_order(d);
                // yᵢ = xᵢ - ln Σⱼ exp(xⱼ)
                // dyᵢ/dxⱼ = (1 if i = j, else 0) - exp(yⱼ)
                // dxⱼ = dⱼ - exp(yⱼ) Σᵢ dᵢ
                let mut powers = standard_copy(&kept);
                for (d, powers) in rows_mut(&mut d).zip(rows_mut(&mut powers)) {
                    exp_in_place(powers);
                    let sum = sum(d);
                    let pairs = d.iter_mut().zip(powers);
                    pairs.for_each(|(d, power)| *d -= *power * sum);
                }
                d
            });
        })
    }
}
