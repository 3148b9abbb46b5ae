//! Products of many pairs of matrices, which may be small.

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewD, ArrayViewMut2, ArrayViewMutD, Axis, Ix3};

use crate::Real;

/// Adds the product of each pair of matrices to its place in `sums`.
pub(super) fn add_products(
    left: ArrayViewD<'_, Real>,
    right: ArrayViewD<'_, Real>,
    mut sums: ArrayViewMutD<'_, Real>,
) {
    let two = "all three have the same number of axes";
    if sums.ndim() == 2 {
        let left = left.into_dimensionality().expect(two);
        let right = right.into_dimensionality().expect(two);
        let sum = sums.into_dimensionality().expect(two);
        return add_product(left, right, sum);
    }
    if sums.ndim() == 3 {
        let left = left.into_dimensionality::<Ix3>().expect(two);
        let right = right.into_dimensionality::<Ix3>().expect(two);
        let mut sums = sums.into_dimensionality::<Ix3>().expect(two);
        let pairs = left.outer_iter().zip(right.outer_iter());
        for (sum, (left, right)) in sums.outer_iter_mut().zip(pairs) {
            add_product(left, right, sum);
        }
        return;
    }
    let items = sums.outer_iter_mut().zip(left.outer_iter());
    for ((sum, left), right) in items.zip(right.outer_iter()) {
        add_products(left, right, sum);
    }
}

/// Up to so many multiplications a product is done in plain loops: the library copies its operands
/// first, which takes longer than that.
const FEW: usize = 4096;

/// Adds the product of two matrices.
fn add_product(
    left: ArrayView2<'_, Real>,
    right: ArrayView2<'_, Real>,
    mut sum: ArrayViewMut2<'_, Real>,
) {
    let ([rows, inner], columns) = ([left.nrows(), left.ncols()], right.ncols());
    if rows * inner * columns > FEW {
        general_mat_mul(1.0, &left, &right, 1.0, &mut sum);
        return;
    }
    for (left, mut sum) in left.outer_iter().zip(sum.outer_iter_mut()) {
        // The order of the sums is by the layout. One column has both, so it must not ask for it.
        if right.strides()[0] == 1 && columns > 1 {
            // The columns lie in one piece, as those of a transposed matrix.
            for (sum, right) in sum.iter_mut().zip(right.axis_iter(Axis(1))) {
                *sum += left.dot(&right);
            }
        } else {
            for (&left, right) in left.iter().zip(right.outer_iter()) {
                sum.scaled_add(left, &right);
            }
        }
    }
}
