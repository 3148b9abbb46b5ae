//! Forward mode: numbers that carry their derivative with respect to one input.

use std::ops::{Add, Div, Mul, Sub};

use attention::Real;

/// A number, and its derivative with respect to one input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dual {
    /// The number itself.
    pub value: Real,
    /// Its derivative.
    pub slope: Real,
}

impl Dual {
    /// Returns a number that does not depend on the input.
    pub fn constant(value: Real) -> Self {
        Self { value, slope: 0.0 }
    }
}

impl Add for Dual {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { value: self.value + other.value, slope: self.slope + other.slope }
    }
}

impl Sub for Dual {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { value: self.value - other.value, slope: self.slope - other.slope }
    }
}

impl Mul for Dual {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        //@ solution
        let value = self.value * other.value;
        let slope = self.slope * other.value + self.value * other.slope;
        Self { value, slope }
        //@ stub todo!("the product of {self:?} and {other:?}")
        //@ end
    }
}

impl Div for Dual {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        //@ solution
        let value = self.value / other.value;
        let slope = (self.slope - value * other.slope) / other.value;
        Self { value, slope }
        //@ stub todo!("{self:?} divided by {other:?}")
        //@ end
    }
}

/// Returns the derivatives of `function` with respect to each of its `N` inputs, at
/// `point`.
///
/// Entry `i` of the result belongs to input `i`. The function is called once for each.
pub fn gradient<const N: usize>(
    function: impl Fn([Dual; N]) -> Dual,
    point: [Real; N],
) -> [Real; N] {
    //@ solution
    std::array::from_fn(|i| {
        let mut inputs = point.map(Dual::constant);
        inputs[i].slope = 1.0;
        function(inputs).slope
    })
    //@ stub let inputs = point.map(Dual::constant);
    //@ stub todo!("{N} slopes, of passes such as {:?}", function(inputs))
    //@ end
}
exercise_solutions::tests!(dual_numbers);
