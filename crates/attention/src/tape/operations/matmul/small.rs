//! Products of matrices that are too small for the library.

#[cfg(not(feature = "f64"))]
use std::ops::Range;

#[cfg(not(feature = "f64"))]
use rten_simd::{Isa, Simd, SimdOp, ops::NumOps};

use super::stacked::{Matrix, Stack};
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
    products.dispatch();
    #[cfg(feature = "f64")]
    products.in_loops();
}

struct Products<'a> {
    left: &'a Stack<'a>,
    right: &'a Stack<'a>,
    sums: &'a mut [Real],
}

impl Matrix<'_> {
    #[inline(always)]
    fn place(&self, row: usize, column: usize) -> usize {
        row * self.strides[0] + column * self.strides[1]
    }
}

#[cfg(feature = "f64")]
impl Products<'_> {
    fn in_loops(self) {
        let ([rows, inner], [_, columns]) = (self.left.shape, self.right.shape);
        let pairs = self.left.matrices().zip(self.right.matrices());
        let sums = self.sums.chunks_exact_mut(rows * columns);
        for (sums, (left, right)) in sums.zip(pairs) {
            for (row, sums) in sums.chunks_exact_mut(columns).enumerate() {
                for place in 0..inner {
                    let factor = left.entries[left.place(row, place)];
                    for (column, sum) in sums.iter_mut().enumerate() {
                        *sum += factor * right.entries[right.place(place, column)];
                    }
                }
            }
        }
    }
}

#[cfg(not(feature = "f64"))]
impl SimdOp for Products<'_> {
    type Output = ();

    #[inline(always)]
    fn eval<I: Isa>(self, isa: I) {
        let (rows, columns) = (self.left.shape[0], self.right.shape[1]);
        let lanes = isa.f32().len();
        let mut packed = Vec::new();
        let pairs = self.left.matrices().zip(self.right.matrices());
        let sums = self.sums.chunks_exact_mut(rows * columns);
        for (sums, (left, right)) in sums.zip(pairs) {
            for first in (0..columns).step_by(2 * lanes) {
                let mut strip = Strip {
                    left,
                    columns: first..columns.min(first + 2 * lanes),
                    packed: &mut packed,
                    sums,
                };
                if strip.columns.len() > lanes {
                    strip.add::<_, 2>(isa.f32(), right);
                } else {
                    strip.add::<_, 1>(isa.f32(), right);
                }
            }
        }
    }
}

/// Some columns of a product, which one or two vectors of the processor hold.
#[cfg(not(feature = "f64"))]
struct Strip<'s, 'a> {
    left: Matrix<'a>,
    columns: Range<usize>,
    packed: &'s mut Vec<f32>,
    sums: &'s mut [f32],
}

#[cfg(not(feature = "f64"))]
impl Strip<'_, '_> {
    #[inline(always)]
    fn add<O: NumOps<f32>, const V: usize>(&mut self, ops: O, right: Matrix<'_>) {
        self.pack::<_, V>(ops, right);
        let (rows, columns) = (self.left.shape[0], right.shape[1]);
        let mut row = 0;
        while rows - row >= 4 {
            self.add_rows::<O, V, 4>(ops, row, columns);
            row += 4;
        }
        if rows - row >= 2 {
            self.add_rows::<O, V, 2>(ops, row, columns);
            row += 2;
        }
        if rows > row {
            self.add_rows::<O, V, 1>(ops, row, columns);
        }
    }

    /// Copies the columns row by row, each as so many vectors. What stands behind the last column
    /// does not matter: no sum reads it.
    #[inline(always)]
    fn pack<O: NumOps<f32>, const V: usize>(&mut self, ops: O, right: Matrix<'_>) {
        let (lanes, columns) = (ops.len(), self.columns.len());
        self.packed.resize(right.shape[0] * V * lanes, 0.0);
        let rows = self.packed.chunks_exact_mut(V * lanes);
        for (place, packed) in rows.enumerate() {
            let start = right.place(place, self.columns.start);
            if right.strides[1] == 1 {
                let row = right.entries[start..][..columns].chunks(lanes);
                for (packed, row) in packed.chunks_exact_mut(lanes).zip(row) {
                    ops.store(ops.load_pad(row).0, packed);
                }
            } else {
                for (column, packed) in packed[..columns].iter_mut().enumerate() {
                    *packed = right.entries[start + column * right.strides[1]];
                }
            }
        }
    }

    /// Adds `R` rows of the product in these columns. All sums stay in vectors until the end.
    #[inline(always)]
    fn add_rows<O: NumOps<f32>, const V: usize, const R: usize>(
        &mut self,
        ops: O,
        row: usize,
        columns: usize,
    ) {
        let lanes = ops.len();
        let mut totals = [[ops.zero(); V]; R];
        for (place, packed) in self.packed.chunks_exact(V * lanes).enumerate() {
            let right: [O::Simd; V] = ops.load_many(packed);
            for (r, totals) in totals.iter_mut().enumerate() {
                let left = self.left.entries[self.left.place(row + r, place)];
                let left = ops.splat(left);
                for (total, right) in totals.iter_mut().zip(right) {
                    *total = ops.mul_add(left, right, *total);
                }
            }
        }
        for (r, totals) in totals.iter().enumerate() {
            let start = (row + r) * columns;
            let sums = &mut self.sums[start..][self.columns.clone()];
            for (sums, &total) in sums.chunks_mut(lanes).zip(totals) {
                if sums.len() == lanes {
                    ops.store(ops.add(ops.load(sums), total), sums);
                } else {
                    let pairs = sums.iter_mut().zip(total.to_array());
                    pairs.for_each(|(sum, total)| *sum += total);
                }
            }
        }
    }
}
