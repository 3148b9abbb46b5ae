//! Products of matrices that are too small for the library.

#[cfg(not(feature = "f64"))]
mod strip;

use super::stacked::Stack;
use crate::Real;

/// Adds the product of each pair of matrices to its place in `sums`.
///
/// The products of an entry are summed in their order, wherever it stands and however the matrices
/// lie in memory.
pub(super) fn add_small_products(
    left: &Stack<'_>,
    right: &Stack<'_>,
    sums: &mut [Real],
) {
    let products = Products { left, right, sums };
    #[cfg(not(feature = "f64"))]
    rten_simd::SimdOp::dispatch(products);
    #[cfg(feature = "f64")]
    products.in_loops();
}

struct Products<'a> {
    left: &'a Stack<'a>,
    right: &'a Stack<'a>,
    sums: &'a mut [Real],
}

#[cfg(feature = "f64")]
impl Products<'_> {
    fn in_loops(self) {
        let ([rows, inner], [_, columns]) = (self.left.shape, self.right.shape);
        let place =
            |[rows, columns]: [usize; 2], row, column| row * rows + column * columns;
        let pairs = self.left.matrices().zip(self.right.matrices());
        let sums = self.sums.chunks_exact_mut(rows * columns);
        for (sums, (left, right)) in sums.zip(pairs) {
            for (row, sums) in sums.chunks_exact_mut(columns).enumerate() {
                for between in 0..inner {
                    let factor = left.entries[place(left.strides, row, between)];
                    for (column, sum) in sums.iter_mut().enumerate() {
                        let entry = place(right.strides, between, column);
                        *sum += factor * right.entries[entry];
                    }
                }
            }
        }
    }
}
