//! Multiplications that are counted as they run.

use ndarray::Array2;

use crate::Real;

/// A product of matrices, entry by entry, that counts its multiplications.
///
/// # Example
///
/// ```
/// use attention::self_attention::ProductCounter;
/// use ndarray::array;
///
/// let mut counter = ProductCounter::default();
/// let product = counter.product(&array![[1.0, 2.0, 3.0]], &array![[1.0], [10.0], [100.0]]);
/// assert_eq!(product, array![[321.0]]);
/// assert_eq!(counter.multiplications(), 3);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProductCounter {
    multiplications: usize,
}

impl ProductCounter {
    /// Returns the product of two matrices.
    #[track_caller]
    pub fn product(
        &mut self,
        left: &Array2<Real>,
        right: &Array2<Real>,
    ) -> Array2<Real> {
        let ((rows, inner), (right_inner, columns)) =
            (left.dim(), right.dim());
        assert!(
            inner == right_inner,
            "product: [{rows}, {inner}] x [{right_inner}, {columns}]: \
             inner sizes {inner} and {right_inner} differ"
        );
        Array2::from_shape_fn((rows, columns), |(row, column)| {
            let mut sum = 0.0;
            for place in 0..inner {
                sum += left[[row, place]] * right[[place, column]];
                self.multiplications += 1;
            }
            sum
        })
    }

    /// Returns the number of multiplications of all products so far.
    pub fn multiplications(&self) -> usize {
        self.multiplications
    }
}
