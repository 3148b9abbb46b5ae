//! Products of matrices that are too small for the library.

#[cfg(not(feature = "f64"))]
use rten_simd::{Isa, Simd, SimdOp, ops::NumOps};

use super::stacked::{Matrix, Stack};
use crate::Real;

/// Adds the product of each pair of matrices to its place in `sums`.
///
/// Each entry is summed in the order of the inner axis, wherever it stands and however the
/// matrices lie in memory.
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

#[cfg(feature = "f64")]
impl Products<'_> {
    fn in_loops(self) {
        let ([rows, inner], [_, columns]) = (self.left.shape, self.right.shape);
        let pairs = self.left.matrices().zip(self.right.matrices());
        for (sums, (left, right)) in
            self.sums.chunks_exact_mut(rows * columns).zip(pairs)
        {
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

impl Matrix<'_> {
    #[inline(always)]
    fn place(&self, row: usize, column: usize) -> usize {
        row * self.strides[0] + column * self.strides[1]
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
        for (sums, (left, right)) in
            self.sums.chunks_exact_mut(rows * columns).zip(pairs)
        {
            for first in (0..columns).step_by(2 * lanes) {
                let strip = Strip {
                    left,
                    first,
                    columns: (columns - first).min(2 * lanes),
                };
                if strip.columns > lanes {
                    pack(right, &strip, 2 * lanes, &mut packed);
                    strip.add::<_, 2>(isa.f32(), &packed, sums, columns);
                } else {
                    pack(right, &strip, lanes, &mut packed);
                    strip.add::<_, 1>(isa.f32(), &packed, sums, columns);
                }
            }
        }
    }
}

/// Some columns of the product, which one or two vectors of the processor hold.
#[cfg(not(feature = "f64"))]
struct Strip<'a> {
    left: Matrix<'a>,
    first: usize,
    columns: usize,
}

/// Copies the columns of a strip one row after the other, with zeros up to the width.
#[cfg(not(feature = "f64"))]
#[inline(always)]
fn pack(right: Matrix<'_>, strip: &Strip<'_>, width: usize, packed: &mut Vec<Real>) {
    packed.clear();
    packed.resize(right.shape[0] * width, 0.0);
    for (place, row) in packed.chunks_exact_mut(width).enumerate() {
        let start = right.place(place, strip.first);
        if right.strides[1] == 1 {
            row[..strip.columns]
                .copy_from_slice(&right.entries[start..][..strip.columns]);
        } else {
            for (column, packed) in row[..strip.columns].iter_mut().enumerate() {
                *packed = right.entries[start + column * right.strides[1]];
            }
        }
    }
}

#[cfg(not(feature = "f64"))]
impl Strip<'_> {
    #[inline(always)]
    fn add<O: NumOps<f32>, const V: usize>(
        &self,
        ops: O,
        packed: &[f32],
        sums: &mut [f32],
        columns: usize,
    ) {
        let rows = self.left.shape[0];
        let mut row = 0;
        while rows - row >= 4 {
            self.add_rows::<O, V, 4>(ops, packed, row, sums, columns);
            row += 4;
        }
        if rows - row >= 2 {
            self.add_rows::<O, V, 2>(ops, packed, row, sums, columns);
            row += 2;
        }
        if rows > row {
            self.add_rows::<O, V, 1>(ops, packed, row, sums, columns);
        }
    }

    /// Adds `R` rows of the product in these columns. All sums stay in vectors until the end.
    #[inline(always)]
    fn add_rows<O: NumOps<f32>, const V: usize, const R: usize>(
        &self,
        ops: O,
        packed: &[f32],
        row: usize,
        sums: &mut [f32],
        columns: usize,
    ) {
        let lanes = ops.len();
        let mut totals = [[ops.zero(); V]; R];
        for (place, packed) in packed.chunks_exact(V * lanes).enumerate() {
            let right: [O::Simd; V] = ops.load_many(packed);
            for (r, totals) in totals.iter_mut().enumerate() {
                let factor =
                    ops.splat(self.left.entries[self.left.place(row + r, place)]);
                for (total, right) in totals.iter_mut().zip(right) {
                    *total = ops.mul_add(factor, right, *total);
                }
            }
        }
        for (r, totals) in totals.iter().enumerate() {
            let sums = &mut sums[(row + r) * columns + self.first..][..self.columns];
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
