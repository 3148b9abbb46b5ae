use ndarray::{Array1, ArrayD};

use crate::Real;
use crate::array::{dot, sum};
use crate::tape::Var;
use crate::tape::kernels::moments::Moments;
use crate::tape::kernels::rows::{in_standard_order, rows, rows_mut};

impl<'t> Var<'t> {
    /// Normalizes each row along the last axis to mean 0 and variance 1, then applies `gain` and
    /// `bias` to each entry.
    ///
    /// See [`layer_norm`](crate::array::layer_norm) for the definition of the variance and for
    /// special cases.
    #[track_caller]
    pub fn layer_norm(self, gain: Self, bias: Self, epsilon: Real) -> Self {
        let hidden =
            check_parameters("layer_norm", self, &[("gain", gain), ("bias", bias)]);
        let x = in_standard_order(self.value());
        let gains: Vec<Real> = gain.value().iter().copied().collect();
        let biases: Vec<Real> = bias.value().iter().copied().collect();
        let mut normalized = vec![0.0; hidden];
        let mut output = Vec::with_capacity(x.len());
        let mut all_moments = Vec::with_capacity(x.len() / hidden.max(1));
        for row in rows(&x) {
            let moments = Moments::of(row, epsilon, &mut normalized);
            moments.normalize(row, &mut normalized);
            all_moments.push(moments);
            let entries = normalized.iter().zip(&gains).zip(&biases);
            output.extend(entries.map(|((n, gain), bias)| n * gain + bias));
        }
        let output = ArrayD::from_shape_vec(x.raw_dim(), output);
        let output = output.expect("the number of entries does not change");
        let parents = [self, gain, bias];
        self.tape().record("layer_norm", parents, output, move |d, slots| {
            let mut d = in_standard_order(d);
            let mut dgains = vec![0.0; hidden];
            let mut dbiases = vec![0.0; hidden];
            let each = rows_mut(&mut d).zip(rows(&x)).zip(all_moments);
            for ((d, row), moments) in each {
                // Recomputing the rows is faster than storing them.
                moments.normalize(row, &mut normalized);
                let (n, scale) = (&normalized, moments.scale);
                // y = gain · n + bias
                for ((dbias, dgain), (d, n)) in
                    dbiases.iter_mut().zip(&mut dgains).zip(d.iter().zip(n))
                {
                    *dbias += d;
                    *dgain += d * n;
                }
                //     n = (x - mean) · scale, scale = 1 / √(mean of (x - mean)² + epsilon)
                //     dnᵢ/dxⱼ = scale · ((1 if i = j, else 0) - 1 / hidden - nᵢ nⱼ / hidden)
                //     dxⱼ = Σᵢ gᵢ dnᵢ/dxⱼ = scale · (gⱼ - mean of g - nⱼ · mean of g n)
                //     g = d · gain
                d.iter_mut().zip(&gains).for_each(|(d, gain)| *d *= gain);
                let mean = sum(d) / hidden as Real;
                let slope = dot(d, n) / hidden as Real;
                for (d, n) in d.iter_mut().zip(n) {
                    *d = scale * (*d - mean - n * slope);
                }
            }
            let [dx, dgain, dbias] = slots;
            dx.add(|| d);
            dgain.add(|| Array1::from_vec(dgains).into_dyn());
            dbias.add(|| Array1::from_vec(dbiases).into_dyn());
        })
    }
}

/// Returns the size of the last axis, or panics unless all parameters have that size.
#[track_caller]
pub(super) fn check_parameters(
    operation: &str,
    x: Var<'_>,
    parameters: &[(&str, Var<'_>)],
) -> usize {
    let shape = x.shape();
    let Some(&hidden) = shape.last() else {
        panic!("{operation}: []: needs at least one axis");
    };
    for (name, parameter) in parameters {
        let parameter = parameter.shape();
        assert!(
            parameter == [hidden],
            "{operation}: {shape:?} with {name} {parameter:?}: expected {name} [{hidden}]"
        );
    }
    hidden
}
