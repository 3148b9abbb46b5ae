//! Elementwise functions.
//!
//! Most derivatives are computed from the result, which is on the tape anyway. For exp, it is the
//! derivative itself; for y = tanh(x), the derivative is 1 - y².

use ndarray::Zip;

use crate::Real;
use crate::array::{exp_in_place, sigmoid_in_place, tanh_in_place};
use crate::tape::{IntoValue, Value, Var};

impl<'t> Var<'t> {
    /// Returns the exponential of each entry.
    pub fn exp(self) -> Self {
        let y = in_place(self, exp_in_place);
        self.elementwise("exp", y.clone(), y, |y| y)
    }

    /// Returns the natural logarithm of each entry: minus infinity for 0, and NaN for negative
    /// entries.
    pub fn ln(self) -> Self {
        let x = self.value();
        self.elementwise("ln", x.mapv(Real::ln), x, Real::recip)
    }

    /// Returns the square root of each entry: NaN for negative entries.
    ///
    /// The derivative at 0 is infinite, so add a small constant first if entries can be 0.
    pub fn sqrt(self) -> Self {
        let y = self.value().mapv(Real::sqrt).into_shared();
        self.elementwise("sqrt", y.clone(), y, |y| 0.5 / y)
    }

    /// Returns the square of each entry.
    pub fn square(self) -> Self {
        let x = self.value();
        self.elementwise("square", x.mapv(|x| x * x), x, |x| 2.0 * x)
    }

    /// Returns the hyperbolic tangent of each entry, between -1 and 1.
    pub fn tanh(self) -> Self {
        let y = in_place(self, tanh_in_place);
        self.elementwise("tanh", y.clone(), y, |y| 1.0 - y * y)
    }

    /// Returns the sigmoid 1 / (1 + exp(-x)) of each entry x, between 0 and 1.
    pub fn sigmoid(self) -> Self {
        let y = in_place(self, sigmoid_in_place);
        self.elementwise("sigmoid", y.clone(), y, |y| y * (1.0 - y))
    }

    /// Returns the sigmoid linear unit x / (1 + exp(-x)) of each entry x, also called swish.
    ///
    /// It resembles the rectified linear unit, but is smooth. The smallest value is -0.278, at
    /// -1.278. Minus infinity becomes NaN, and so does the gradient of an infinite entry.
    ///
    /// # Source
    ///
    /// Elfwing, Uchibe, and Doya (2018), *Sigmoid-weighted linear units*.
    pub fn silu(self) -> Self {
        let x = self.value();
        let gate = in_place(self, sigmoid_in_place);
        let y = &x * &gate;
        self.tape().record("silu", [self], y, move |mut d, [dx]| {
            // y = x s, ds/dx = s (1 - s), so dy/dx = s + x s (1 - s)
            Zip::from(&mut d)
                .and(&x)
                .and(&gate)
                .for_each(|d, x, s| *d *= s * (1.0 + x * (1.0 - s)));
            dx.add(|| d);
        })
    }

    /// Returns the rectified linear unit max(x, 0) of each entry x; NaN remains NaN.
    ///
    /// The derivative does not exist at 0, where the gradient is 0 by convention.
    pub fn relu(self) -> Self {
        // Not `x.max(0.0)`, which would turn NaN into 0.
        let positive = |x: Real| if x <= 0.0 { 0.0 } else { x };
        let y = self.value().mapv(positive).into_shared();
        self.elementwise("relu", y.clone(), y, |y| if y <= 0.0 { 0.0 } else { 1.0 })
    }

    /// Records a function of each entry, whose derivative is computed from the array that is kept:
    /// the result or the input.
    fn elementwise(
        self,
        operation: &'static str,
        result: impl IntoValue,
        kept: Value,
        derivative: impl Fn(Real) -> Real + 'static,
    ) -> Self {
        self.tape().record(operation, [self], result, move |mut d, [dx]| {
            d.zip_mut_with(&kept, |d, &kept| *d *= derivative(kept));
            dx.add(|| d);
        })
    }
}

/// Applies a function of a slice to a copy of the entries, in the same memory layout.
fn in_place(x: Var<'_>, function: fn(&mut [Real])) -> Value {
    let mut y = x.value().to_owned();
    let entries = y.as_slice_memory_order_mut();
    function(entries.expect("an owned copy has no gaps"));
    y.into_shared()
}
