//! Layer norm.

use super::rows::{dot, rows, rows_mut, standard_copy, sum};
use crate::Real;
use crate::tape::Var;

impl<'t> Var<'t> {
    /// Moves and scales each row along the last axis to mean 0 and variance 1, then multiplies by `gain`
    /// and adds `bias`, entry by entry; see [`layer_norm`](crate::array::layer_norm).
    ///
    /// The variance is divided by the number of entries, and `epsilon` stands inside the root.
    ///
    /// # Shapes
    ///
    /// `[.., hidden]`, with `gain` and `bias` `[hidden]`, to `[.., hidden]`.
    ///
    /// # Panics
    ///
    /// If the value has no axis at all, or if `gain` or `bias` has another shape than its last axis.
    ///
    /// # Source
    ///
    /// Ba, Kiros, Hinton (2016), *Layer normalization*, Equation 4, which has no epsilon.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use ndarray::array;
    ///
    /// let tape = Tape::new(Mode::Check, 0);
    /// let x = tape.variable(array![[1.0, 3.0]]); // mean 2, variance 1
    /// let (gain, bias) = (tape.variable(array![1.0, 10.0]), tape.variable(array![0.5, 0.5]));
    /// let output = x.layer_norm(gain, bias, 0.0);
    /// assert_eq!(output.value(), array![[-0.5, 10.5]].into_dyn());
    /// let gradients = output.backward_from(array![[1.0, 1.0]].into_dyn());
    /// assert_eq!(gradients.wrt(gain).unwrap(), &array![-1.0, 1.0].into_dyn());
    /// ```
    #[track_caller]
    pub fn layer_norm(self, gain: Self, bias: Self, epsilon: Real) -> Self {
        let hidden = check_parameters("layer_norm", self, gain, bias);
        let mut normalized = standard_copy(&self.value());
        let scales: Vec<Real> = rows_mut(&mut normalized)
            .map(|row| normalize(row, epsilon))
            .collect();
        let gains: Vec<Real> = gain.value().iter().copied().collect();
        let biases: Vec<Real> = bias.value().iter().copied().collect();
        let mut output = normalized.clone();
        for row in rows_mut(&mut output) {
            for ((y, gain), bias) in row.iter_mut().zip(&gains).zip(&biases) {
                *y = *y * gain + bias;
            }
        }
        let parents = [self, gain, bias];
        self.tape().record(
            "layer_norm",
            parents,
            output,
            move |mut d, [dx, dgain, dbias]| {
                // y = gain · n + bias
                dgain.add_in_place(|sum| {
                    let sum = sum.as_slice_mut().expect("sums are in standard order");
                    for (d, n) in rows(&d).zip(rows(&normalized)) {
                        let products = d.iter().zip(n).map(|(d, n)| d * n);
                        sum.iter_mut().zip(products).for_each(|(sum, p)| *sum += p);
                    }
                });
                dbias.add_in_place(|sum| {
                    let sum = sum.as_slice_mut().expect("sums are in standard order");
                    for d in rows(&d) {
                        sum.iter_mut().zip(d).for_each(|(sum, d)| *sum += d);
                    }
                });
                dx.add(|| {
                    // n = (x - mean) · scale, scale = 1 / √(mean of (x - mean)² + epsilon)
                    // dnᵢ/dxⱼ = scale · ((1 if i = j, else 0) - 1 / hidden - nᵢ nⱼ / hidden)
                    // dxⱼ = Σᵢ gᵢ dnᵢ/dxⱼ = scale · (gⱼ - mean of g - nⱼ · mean of g n), g = d · gain
                    let each = rows_mut(&mut d).zip(rows(&normalized)).zip(&scales);
                    for ((d, n), scale) in each {
                        d.iter_mut().zip(&gains).for_each(|(d, gain)| *d *= gain);
                        let mean = sum(d) / hidden as Real;
                        let slope = dot(d, n) / hidden as Real;
                        for (d, n) in d.iter_mut().zip(n) {
                            *d = scale * (*d - mean - n * slope);
                        }
                    }
                    d
                });
            },
        )
    }
}

/// Moves a row to mean 0, scales it to variance 1, and returns the scale.
fn normalize(row: &mut [Real], epsilon: Real) -> Real {
    let hidden = row.len() as Real;
    let mean = sum(row) / hidden;
    row.iter_mut().for_each(|x| *x -= mean);
    // What rounding has left of the mean would be large for a row of nearly equal entries.
    let rest = sum(row) / hidden;
    row.iter_mut().for_each(|x| *x -= rest);
    let variance = dot(row, row) / hidden;
    let scale = (variance + epsilon).sqrt().recip();
    row.iter_mut().for_each(|x| *x *= scale);
    scale
}

/// Panics unless `gain` and `bias` have one number for each entry of a row, and returns how many.
#[track_caller]
pub(super) fn check_parameters(
    operation: &str,
    x: Var<'_>,
    gain: Var<'_>,
    bias: Var<'_>,
) -> usize {
    let shape = x.shape();
    let Some(&hidden) = shape.last() else {
        panic!("{operation}: []: there is no last axis");
    };
    for (name, parameter) in [("gain", gain), ("bias", bias)] {
        let parameter = parameter.shape();
        assert!(
            parameter == [hidden],
            "{operation}: {shape:?} with {name} {parameter:?}: the last axis has length {hidden}"
        );
    }
    hidden
}

#[cfg(test)]
mod tests;
