//! A tape of scalars, small enough to read in one go.

use std::cell::RefCell;
use std::ops::{Add, Div, Mul, Sub};

use crate::Real;

/// A record of how numbers were computed from each other.
///
/// # Example
///
/// ```
/// use attention::automatic_differentiation::Tape;
///
/// let tape = Tape::default();
/// let (x, y) = (tape.number(3.0), tape.number(2.0));
/// let z = x * y + x;
/// assert_eq!(z.value(), 9.0);
/// assert_eq!(z.backward().by(x), 3.0); // y + 1
/// ```
#[derive(Default)]
// ANCHOR: types
pub struct Tape {
    nodes: RefCell<Vec<Node>>,
}

struct Node {
    value: Real,
    parents: Vec<(usize, Real)>, // index on the tape, local derivative
}
// ANCHOR_END: types

/// A number on a [`Tape`], stored as its index, so it is copied like a plain number.
// ANCHOR: number
#[derive(Clone, Copy)]
pub struct Number<'t> {
    tape: &'t Tape,
    index: usize,
}
// ANCHOR_END: number

/// The derivatives of one number with respect to all numbers on its tape.
pub struct Derivatives<'t> {
    tape: &'t Tape,
    sums: Vec<Real>,
}

impl Tape {
    /// Adds a number that was not computed from others to the tape.
    pub fn number(&self, value: Real) -> Number<'_> {
        self.record(value, [])
    }

    /// Records a number with its parents and the partial derivative with respect to each of them.
    ///
    /// # Panics
    ///
    /// If a parent is on another tape.
    // ANCHOR: record
    #[track_caller]
    pub fn record<const N: usize>(
        &self,
        value: Real,
        parents: [(Number<'_>, Real); N],
    ) -> Number<'_> {
        let parents =
            parents.map(|(parent, local)| (self.place(parent), local));
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node { value, parents: parents.to_vec() });
        let index = nodes.len() - 1;
        Number { tape: self, index }
    }
    // ANCHOR_END: record

    #[track_caller]
    fn place(&self, number: Number<'_>) -> usize {
        let same = std::ptr::eq(number.tape, self);
        assert!(same, "record: a parent lies on another tape");
        number.index
    }

    /// Returns how many numbers are on the tape.
    pub fn recorded(&self) -> usize {
        self.nodes.borrow().len()
    }

    /// Returns the number of edges of the graph, which is the number of steps of a backward pass
    /// from its last number.
    pub fn arrows(&self) -> usize {
        let nodes = self.nodes.borrow();
        nodes.iter().map(|node| node.parents.len()).sum()
    }
}

impl<'t> Number<'t> {
    /// Returns the value of the number.
    pub fn value(self) -> Real {
        self.tape.nodes.borrow()[self.index].value
    }

    /// Returns the exponential of the number.
    pub fn exp(self) -> Self {
        let exponential = self.value().exp();
        self.tape.record(exponential, [(self, exponential)])
    }

    /// Returns the derivatives of the number with respect to all numbers on the tape.
    ///
    /// # Source
    ///
    /// Linnainmaa (1976), *Taylor expansion of the accumulated rounding error*, which introduced
    /// reverse accumulation.
    // ANCHOR: backward
    pub fn backward(self) -> Derivatives<'t> {
        let nodes = self.tape.nodes.borrow();
        let mut sums = vec![0.0; nodes.len()];
        sums[self.index] = 1.0;
        for index in (0..=self.index).rev() {
            for &(parent, local) in &nodes[index].parents {
                sums[parent] += sums[index] * local;
            }
        }
        let tape = self.tape;
        Derivatives { tape, sums }
    }
    // ANCHOR_END: backward
}

impl Derivatives<'_> {
    /// Returns the derivative with respect to `number`, which is 0 if the result does not depend on
    /// it.
    ///
    /// # Panics
    ///
    /// If the number is on another tape.
    #[track_caller]
    pub fn by(&self, number: Number<'_>) -> Real {
        let same = std::ptr::eq(number.tape, self.tape);
        assert!(same, "by: the number lies on another tape");
        // A number recorded after the backward pass had no part in it.
        self.sums.get(number.index).copied().unwrap_or(0.0)
    }
}

impl Add for Number<'_> {
    type Output = Self;

    #[track_caller]
    fn add(self, other: Self) -> Self {
        let sum = self.value() + other.value();
        self.tape.record(sum, [(self, 1.0), (other, 1.0)])
    }
}

impl Sub for Number<'_> {
    type Output = Self;

    #[track_caller]
    fn sub(self, other: Self) -> Self {
        let difference = self.value() - other.value();
        self.tape.record(difference, [(self, 1.0), (other, -1.0)])
    }
}

// ANCHOR: mul
impl Mul for Number<'_> {
    type Output = Self;

    #[track_caller]
    fn mul(self, other: Self) -> Self {
        let (a, b) = (self.value(), other.value());
        self.tape.record(a * b, [(self, b), (other, a)])
    }
}
// ANCHOR_END: mul

impl Div for Number<'_> {
    type Output = Self;

    #[track_caller]
    fn div(self, other: Self) -> Self {
        let (a, b) = (self.value(), other.value());
        self.tape
            .record(a / b, [(self, 1.0 / b), (other, -(a / b) / b)])
    }
}
