//! Elementwise sums, differences, products, and quotients.
//!
//! Both operands are broadcast as in `ndarray`: missing leading axes and axes of size 1 are
//! repeated. [`Slot::add`](crate::tape::Slot::add) sums the gradient over the repetitions. One
//! operand can also be a scalar, as in `1.0 - x`.

use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::Real;
use crate::tape::Var;

impl<'t> Add for Var<'t> {
    type Output = Self;

    #[track_caller]
    fn add(self, other: Self) -> Self {
        broadcast("add", self, other);
        let sum = &self.value() + &other.value();
        let both = [self, other];
        self.tape().record("add", both, sum, |d, [da, db]| {
            da.add(|| d.clone());
            db.add(|| d);
        })
    }
}

impl<'t> Sub for Var<'t> {
    type Output = Self;

    #[track_caller]
    fn sub(self, other: Self) -> Self {
        broadcast("sub", self, other);
        let difference = &self.value() - &other.value();
        let both = [self, other];
        self.tape().record("sub", both, difference, |d, [da, db]| {
            da.add(|| d.clone());
            db.add(|| -d);
        })
    }
}

// ANCHOR: mul
impl<'t> Mul for Var<'t> {
    type Output = Self;

    #[track_caller]
    fn mul(self, other: Self) -> Self {
        broadcast("mul", self, other);
        let (a, b) = (self.value(), other.value());
        let product = &a * &b;
        let both = [self, other];
        self.tape().record("mul", both, product, move |d, [da, db]| {
            da.add(|| &d * &b);
            db.add(|| d * &a);
        })
    }
}
// ANCHOR_END: mul

impl<'t> Div for Var<'t> {
    type Output = Self;

    #[expect(clippy::suspicious_arithmetic_impl, reason = "its derivative multiplies")]
    #[track_caller]
    fn div(self, other: Self) -> Self {
        broadcast("div", self, other);
        let (a, b) = (self.value(), other.value());
        let quotient = (&a / &b).into_shared();
        let kept = quotient.clone();
        let both = [self, other];
        self.tape().record("div", both, quotient, move |d, [da, db]| {
            da.add(|| &d / &b);
            // Not a / b², because the square of a small or large b is 0 or infinite.
            db.add(|| -d * &kept / &b);
        })
    }
}

impl<'t> Neg for Var<'t> {
    type Output = Self;

    fn neg(self) -> Self {
        let negative = self.value().mapv(|x| -x);
        self.tape().record("neg", [self], negative, |d, [da]| {
            da.add(|| -d);
        })
    }
}

impl<'t> Mul<Real> for Var<'t> {
    type Output = Self;

    fn mul(self, factor: Real) -> Self {
        let product = self.value().mapv(|x| x * factor);
        self.tape().record("scale", [self], product, move |d, [da]| {
            da.add(|| d * factor);
        })
    }
}

impl<'t> Add<Real> for Var<'t> {
    type Output = Self;

    fn add(self, shift: Real) -> Self {
        let sum = self.value().mapv(|x| x + shift);
        self.tape().record("shift", [self], sum, |d, [da]| {
            da.add(|| d);
        })
    }
}

impl<'t> Div<Real> for Var<'t> {
    type Output = Self;

    fn div(self, divisor: Real) -> Self {
        let quotient = self.value().mapv(|x| x / divisor);
        self.tape().record("scale", [self], quotient, move |d, [da]| {
            da.add(|| d / divisor);
        })
    }
}

impl<'t> Sub<Real> for Var<'t> {
    type Output = Self;

    fn sub(self, shift: Real) -> Self {
        self + -shift
    }
}

impl<'t> Mul<Var<'t>> for Real {
    type Output = Var<'t>;

    fn mul(self, factor: Var<'t>) -> Var<'t> {
        factor * self
    }
}

impl<'t> Add<Var<'t>> for Real {
    type Output = Var<'t>;

    fn add(self, summand: Var<'t>) -> Var<'t> {
        summand + self
    }
}

impl<'t> Sub<Var<'t>> for Real {
    type Output = Var<'t>;

    fn sub(self, other: Var<'t>) -> Var<'t> {
        let difference = other.value().mapv(|x| self - x);
        other.tape().record("sub", [other], difference, |d, [da]| {
            da.add(|| -d);
        })
    }
}

/// Panics unless the shapes can be broadcast to a common one.
#[track_caller]
fn broadcast(operation: &str, left: Var<'_>, right: Var<'_>) {
    let (a, b) = (left.dimensions(), right.dimensions());
    if a == b {
        return;
    }
    let (a, b) = (left.shape(), right.shape());
    let pairs = a.iter().rev().zip(b.iter().rev());
    for (from_the_end, (&a_size, &b_size)) in pairs.enumerate() {
        let axis = a.len().max(b.len()) - 1 - from_the_end;
        assert!(
            a_size == b_size || a_size == 1 || b_size == 1,
            "{operation}: {a:?} x {b:?}: sizes {a_size} and {b_size} differ along axis {axis}"
        );
    }
}
