//! A memory in one matrix.

use ndarray::{Array1, Array2, ArrayRef1, Axis};

use crate::Real;

/// A matrix in which pairs of a key and a value are stored on top of each other.
///
/// # Example
///
/// ```
/// use attention::attention_as_memory::Memory;
/// use ndarray::array;
///
/// let mut memory = Memory::new(2, 1);
/// memory.write(&array![1.0, 0.0], &array![10.0]);
/// assert_eq!(memory.read(&array![1.0, 0.0]), array![10.0]);
/// assert_eq!(memory.read(&array![0.0, 1.0]), array![0.0]);
///
/// memory.correct(&array![1.0, 0.0], &array![30.0], 1.0);
/// assert_eq!(memory.read(&array![1.0, 0.0]), array![30.0]);
/// ```
// ANCHOR: memory
#[derive(Clone, Debug, PartialEq)]
pub struct Memory {
    /// The sum of all that was written, `[dim, value_dim]`.
    pub state: Array2<Real>,
}
// ANCHOR_END: memory

impl Memory {
    /// Creates an empty memory.
    pub fn new(dim: usize, value_dim: usize) -> Self {
        Self { state: Array2::zeros((dim, value_dim)) }
    }

    /// Adds the outer product of a key and its value.
    // ANCHOR: write
    #[track_caller]
    pub fn write(
        &mut self,
        key: &ArrayRef1<Real>,   // [dim]
        value: &ArrayRef1<Real>, // [value_dim]
    ) {
        self.check(key, value);
        let column = key.view().insert_axis(Axis(1)); // [dim, 1]
        self.state += &(&column * &value.view());
    }
    // ANCHOR_END: write

    /// Writes the difference between a value and the value that the memory returns for its key.
    ///
    /// With a key of length 1, the memory then returns the value up to an error of `1 - rate` times
    /// the old one.
    ///
    /// # Source
    ///
    /// Schlag, Irie, and Schmidhuber (2021), *Linear Transformers are secretly fast weight
    /// programmers*; the rule of Widrow and Hoff.
    // ANCHOR: correct
    #[track_caller]
    pub fn correct(
        &mut self,
        key: &ArrayRef1<Real>, // [dim], of length 1
        value: &ArrayRef1<Real>, // [value_dim]
        rate: Real,
    ) {
        self.check(key, value);
        let error = value - self.read(key); // [value_dim]
        self.write(key, &(error * rate));
    }
    // ANCHOR_END: correct

    /// Multiplies the state by a factor.
    pub fn forget(&mut self, factor: Real) {
        self.state *= factor;
    }

    /// Returns the product of a query and the state.
    // ANCHOR: read
    #[track_caller]
    pub fn read(&self, query: &ArrayRef1<Real>) -> Array1<Real> {
        query.dot(&self.state) // [value_dim]
    }
    // ANCHOR_END: read

    #[track_caller]
    fn check(&self, key: &ArrayRef1<Real>, value: &ArrayRef1<Real>) {
        let (dim, value_dim) = self.state.dim();
        assert!(
            (key.len(), value.len()) == (dim, value_dim),
            "memory: [{dim}, {value_dim}]: \
             a key of {} and a value of {}",
            key.len(),
            value.len()
        );
    }
}
