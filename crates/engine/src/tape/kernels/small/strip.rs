//! Strips of columns of a product, computed with vector instructions.

use std::array::from_fn;

use rten_simd::{Isa, Simd, SimdOp, ops::NumOps};

use super::Products;
use crate::tape::kernels::matrices::Matrix;

/// The number of rows of a strip of two vectors that are computed at a time. Their twelve sums, two
/// vectors of the right matrix, and one entry of the left fill 15 of the 16 vector registers that
/// most processors have.
const ROWS: usize = 6;

/// The number of products that the library sums before it adds them to the previous value.
const PRODUCTS_PER_SUM: usize = 256;

impl SimdOp for Products<'_> {
    type Output = ();

    #[inline(always)]
    fn eval<I: Isa>(self, isa: I) {
        let ops = isa.f32();
        let mut packed = Vec::new();
        let pairs = self.left.matrices().zip(self.right.matrices());
        for (&start, (left, right)) in self.places.starts.iter().zip(pairs) {
            let inner = left.shape[1];
            for first in (0..inner).step_by(PRODUCTS_PER_SUM) {
                let places = first..inner.min(first + PRODUCTS_PER_SUM);
                let product = Product {
                    left: left.columns(&places),
                    right: right.rows(&places),
                    packed: &mut packed,
                    sums: &mut self.sums[start..],
                    row_stride: self.places.strides[0],
                };
                product.add(ops);
            }
        }
    }
}

struct Product<'s, 'a> {
    left: Matrix<'a>,
    right: Matrix<'a>,
    packed: &'s mut Vec<f32>,
    sums: &'s mut [f32],
    /// The stride of the rows of the sums.
    row_stride: usize,
}

impl Product<'_, '_> {
    /// Adds two vectors of columns at a time, after a single one if their number is odd.
    ///
    /// The last vector ends at the last column and may overlap the one before it. Both belong to
    /// the same strip, so nothing is added twice.
    #[inline(always)]
    fn add<O: NumOps<f32>>(mut self, ops: O) {
        let (lanes, columns) = (ops.len(), self.right.shape[1]);
        let mut first = 0;
        if columns.div_ceil(lanes) % 2 == 1 {
            self.add_strip(ops, [0]);
            first = lanes;
        }
        while first < columns {
            self.add_strip(ops, [first, (columns - lanes).min(first + lanes)]);
            first += 2 * lanes;
        }
    }

    /// Adds the columns of the vectors that start at these columns.
    #[inline(always)]
    fn add_strip<O: NumOps<f32>, const V: usize>(
        &mut self,
        ops: O,
        starts: [usize; V],
    ) {
        self.pack(ops, starts);
        let rows = self.left.shape[0];
        let mut row = 0;
        while rows - row >= ROWS {
            self.add_rows::<O, V, ROWS>(ops, row, starts);
            row += ROWS;
        }
        if rows - row >= 4 {
            self.add_rows::<O, V, 4>(ops, row, starts);
            row += 4;
        }
        if rows - row >= 2 {
            self.add_rows::<O, V, 2>(ops, row, starts);
            row += 2;
        }
        if rows > row {
            self.add_rows::<O, V, 1>(ops, row, starts);
        }
    }

    /// Copies the columns row by row. Entries after the last column are never used.
    #[inline(always)]
    fn pack<O: NumOps<f32>, const V: usize>(&mut self, ops: O, starts: [usize; V]) {
        let Matrix { entries, shape: [inner, columns], strides } = self.right;
        let lanes = ops.len();
        self.packed.resize(inner * V * lanes, 0.0);
        if strides[1] == 1 {
            let rows = self.packed.chunks_exact_mut(V * lanes);
            for (place, packed) in rows.enumerate() {
                let row = &entries[place * strides[0]..][..columns];
                let packed = packed.chunks_exact_mut(lanes);
                for (packed, start) in packed.zip(starts) {
                    ops.store(ops.load_pad(&row[start..]).0, packed);
                }
            }
            return;
        }
        // Four columns at a time, from top to bottom.
        for (v, start) in starts.into_iter().enumerate() {
            for first in (0..lanes.min(columns)).step_by(4) {
                let four: [&[f32]; 4] = from_fn(|lane| {
                    let column = (start + first + lane).min(columns - 1);
                    &entries[column * strides[1]..][..inner]
                });
                let rows = self.packed.chunks_exact_mut(V * lanes);
                for (place, packed) in (0..inner).zip(rows) {
                    let packed = &mut packed[v * lanes + first..][..4];
                    let entries: [f32; 4] = from_fn(|lane| four[lane][place]);
                    packed.copy_from_slice(&entries);
                }
            }
        }
    }

    /// Adds `R` rows of the product in these columns.
    #[inline(always)]
    fn add_rows<O: NumOps<f32>, const V: usize, const R: usize>(
        &mut self,
        ops: O,
        row: usize,
        starts: [usize; V],
    ) {
        let Matrix { entries, shape: [_, inner], strides } = self.left;
        let entries = &entries[row * strides[0]..];
        let totals: [[O::Simd; V]; R] = if strides[1] == 1 {
            let rows: [&[f32]; R] = from_fn(|r| &entries[r * strides[0]..][..inner]);
            self.totals(ops, |place| from_fn(|r| rows[r][place]))
        } else {
            self.totals(ops, |place| {
                let column = entries[place * strides[1]..].first_chunk::<R>();
                *column.expect("the entries of a column are contiguous")
            })
        };
        let columns = self.right.shape[1];
        for (r, totals) in totals.into_iter().enumerate() {
            let sums = &mut self.sums[(row + r) * self.row_stride..][..columns];
            if columns < ops.len() {
                let pairs = sums.iter_mut().zip(totals[0].to_array());
                pairs.for_each(|(sum, total)| *sum += total);
                continue;
            }
            // All are read before one is written, because the last two may overlap.
            let new: [O::Simd; V] =
                from_fn(|v| ops.add(ops.load(&sums[starts[v]..]), totals[v]));
            for (new, start) in new.into_iter().zip(starts) {
                ops.store(new, &mut sums[start..]);
            }
        }
    }

    /// Computes `R` rows of the product in the packed columns. All sums stay in registers until the
    /// end.
    #[inline(always)]
    fn totals<O: NumOps<f32>, const V: usize, const R: usize>(
        &self,
        ops: O,
        left: impl Fn(usize) -> [f32; R],
    ) -> [[O::Simd; V]; R] {
        let mut totals = [[ops.zero(); V]; R];
        let rows = self.packed.chunks_exact(V * ops.len());
        for (place, packed) in (0..self.left.shape[1]).zip(rows) {
            let right: [O::Simd; V] = ops.load_many(packed);
            for (left, totals) in left(place).into_iter().zip(&mut totals) {
                let left = ops.splat(left);
                for (total, right) in totals.iter_mut().zip(right) {
                    *total = ops.mul_add(left, right, *total);
                }
            }
        }
        totals
    }
}
