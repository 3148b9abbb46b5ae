//! RMS norm: layer norm without a mean and without a bias.

use ndarray::{Array1, ArrayD};

use super::layer_norm::check_parameters;
use crate::Real;
use crate::array::dot;
use crate::tape::Var;
use crate::tape::kernels::rows::{in_standard_order, rows, rows_mut};

impl<'t> Var<'t> {
    /// Divides each row along the last axis by its root mean square, then multiplies each entry by
    /// `gain`.
    ///
    /// As in [Equation (8.9)](#eq:rms-norm), an entry x of a row becomes
    ///
    /// ```math
    /// \text{gain} \cdot \frac{x}{\sqrt{m + \text{epsilon}}}
    /// ```
    ///
    /// where m is the mean of the squares of the row. Unlike [`layer_norm`](Var::layer_norm), it
    /// does not subtract the mean. A row of zeros stays zero if `epsilon` is above 0, and becomes
    /// NaN if it is 0. A row becomes 0 if its squares are too large for [`Real`], as in `f32` for
    /// entries above 10¹⁹.
    ///
    /// # Source
    ///
    /// Zhang and Sennrich (2019), *Root mean square layer normalization*, Equation 4, which has no
    /// epsilon.
    #[track_caller]
    pub fn rms_norm(self, gain: Self, epsilon: Real) -> Self {
        let hidden = check_parameters("rms_norm", self, &[("gain", gain)]);
        let x = in_standard_order(self.value());
        let gains: Vec<Real> = gain.value().iter().copied().collect();
        let mut output = Vec::with_capacity(x.len());
        let mut scales = Vec::with_capacity(x.len() / hidden.max(1));
        for row in rows(&x) {
            let square = dot(row, row) / hidden as Real;
            let scale = (square + epsilon).sqrt().recip();
            scales.push(scale);
            let entries = row.iter().zip(&gains);
            output.extend(entries.map(|(x, gain)| x * scale * gain));
        }
        let output = ArrayD::from_shape_vec(x.raw_dim(), output);
        let output = output.expect("the number of entries does not change");
        let parents = [self, gain];
        self.tape().record("rms_norm", parents, output, move |d, slots| {
            let mut d = in_standard_order(d);
            let mut dgains = vec![0.0; hidden];
            for ((d, row), scale) in rows_mut(&mut d).zip(rows(&x)).zip(scales) {
                // y = gain · n, n = x · scale
                for (dgain, (d, x)) in dgains.iter_mut().zip(d.iter().zip(row)) {
                    *dgain += d * x * scale;
                }
                //     scale = 1 / √(mean of x² + epsilon)
                //     dnᵢ/dxⱼ = scale · ((1 if i = j, else 0) - nᵢ nⱼ / hidden)
                //     dxⱼ = Σᵢ gᵢ dnᵢ/dxⱼ = scale · (gⱼ - nⱼ · mean of g n), g = d · gain
                d.iter_mut().zip(&gains).for_each(|(d, gain)| *d *= gain);
                let slope = scale * scale * dot(d, row) / hidden as Real;
                for (d, x) in d.iter_mut().zip(row) {
                    *d = scale * (*d - x * slope);
                }
            }
            let [dx, dgain] = slots;
            dx.add(|| d);
            dgain.add(|| Array1::from_vec(dgains).into_dyn());
        })
    }
}
