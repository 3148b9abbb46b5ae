//! Products that are faster here than in the library, which first copies both matrices.

#[cfg(not(real_f64))]
mod strip;

use super::matrices::{Matrices, Matrix, Places};
use crate::Real;

/// Adds the product of each pair of matrices to its matrix in `sums`, whose rows are contiguous.
///
/// The products for an entry are summed in order, regardless of its position and of the memory
/// layout. In single precision, the sum of each 256 products is added to the previous value, as the
/// library does.
pub(super) fn add_small_products(
    left: &Matrices<'_>,
    right: &Matrices<'_>,
    sums: &mut [Real],
    places: &Places,
) {
    let products = Products { left, right, sums, places };
    #[cfg(not(real_f64))]
    rten_simd::SimdOp::dispatch(products);
    #[cfg(real_f64)]
    products.in_loops();
}

/// Adds the product of two matrices to a matrix in `sums`, whose rows are contiguous and start
/// `row_stride` entries apart.
pub(in crate::tape) fn add_product(
    left: Matrix<'_>,
    right: Matrix<'_>,
    sums: &mut [Real],
    row_stride: usize,
) {
    if sums.is_empty() || left.shape[1] == 0 {
        return;
    }
    let places = Places {
        starts: vec![0],
        shape: [left.shape[0], right.shape[1]],
        strides: [row_stride, 1],
    };
    let [left, right] = [left, right].map(Matrices::from);
    add_small_products(&left, &right, sums, &places);
}

struct Products<'a> {
    left: &'a Matrices<'a>,
    right: &'a Matrices<'a>,
    sums: &'a mut [Real],
    places: &'a Places,
}

#[cfg(real_f64)]
impl Products<'_> {
    fn in_loops(self) {
        let Places { starts, shape, strides } = self.places;
        let ([rows, columns], inner) = (*shape, self.left.places.shape[1]);
        let place =
            |[rows, columns]: [usize; 2], row, column| row * rows + column * columns;
        let pairs = self.left.matrices().zip(self.right.matrices());
        for (&start, (left, right)) in starts.iter().zip(pairs) {
            for row in 0..rows {
                let sums = &mut self.sums[start + place(*strides, row, 0)..][..columns];
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
