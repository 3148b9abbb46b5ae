//! Tiles of a product, computed with vector instructions.

use ndarray::{ArrayView2, ArrayViewMut1, ArrayViewMut2, Axis};
use rten_simd::{Isa, SimdOp, ops::NumOps};

/// The rows of a tile.
const ROWS: usize = 4;

/// The vectors in each row of a tile.
const VECTORS: usize = 4;

/// The entries of a vector of AVX-512, which has 32 registers: enough for a tile of sums and a row
/// of `b`.
const LANES: usize = 16;

/// Computes the full tiles of a product, and returns how many rows and columns they cover.
///
/// They cover none without AVX-512, if the rows of `b` or `out` are not contiguous, or if neither
/// the rows nor the columns of `a` are.
pub(super) fn multiply(
    alpha: f32,
    a: &ArrayView2<'_, f32>,
    b: &ArrayView2<'_, f32>,
    beta: f32,
    out: &mut ArrayViewMut2<'_, f32>,
) -> (usize, usize) {
    let rows = slices(a, Axis(0)).map(Left::Rows);
    let a = rows.or_else(|| slices(a, Axis(1)).map(Left::Columns));
    let out = out
        .outer_iter_mut()
        .map(ArrayViewMut1::into_slice)
        .collect();
    let (Some(a), Some(b), Some(out)) = (a, slices(b, Axis(0)), out) else {
        return (0, 0);
    };
    let product = Product {
        alpha,
        a,
        b,
        beta,
        out,
    };
    product.dispatch()
}

/// Returns the rows, Axis 0, or columns, Axis 1, of a matrix if they are contiguous.
fn slices<'m>(matrix: &'m ArrayView2<'_, f32>, axis: Axis) -> Option<Vec<&'m [f32]>> {
    let lanes = matrix.axis_iter(axis);
    lanes.map(|lane| lane.to_slice()).collect()
}

enum Left<'m> {
    Rows(Vec<&'m [f32]>),
    Columns(Vec<&'m [f32]>),
}

struct Product<'m> {
    alpha: f32,
    a: Left<'m>,
    b: Vec<&'m [f32]>,
    beta: f32,
    out: Vec<&'m mut [f32]>,
}

impl SimdOp for Product<'_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn eval<I: Isa>(mut self, isa: I) -> (usize, usize) {
        let ops = isa.f32();
        if ops.len() != LANES {
            return (0, 0);
        }
        let width = VECTORS * LANES;
        let covered = self.out.first().map_or(0, |row| row.len()) / width * width;
        let [alpha, beta] = [self.alpha, self.beta].map(|factor| ops.splat(factor));
        // All rows of a tile's columns, so that these columns of `b` stay in the cache
        for first_column in (0..covered).step_by(width) {
            let range = first_column..first_column + width;
            for (tile, out) in self.out.chunks_exact_mut(ROWS).enumerate() {
                let first = ROWS * tile;
                let b = self.b.iter().map(|row| &row[range.clone()]);
                let sums = match &self.a {
                    Left::Rows(rows) => {
                        let [w, x, y, z] = [0, 1, 2, 3].map(|row| rows[first + row]);
                        let entries = w.iter().zip(x).zip(y).zip(z);
                        let entries = entries.map(|(((&w, &x), &y), &z)| [w, x, y, z]);
                        sums(isa, entries, b)
                    }
                    Left::Columns(columns) => {
                        let entries = columns.iter().map(|column| {
                            let column = &column[first..first + ROWS];
                            [0, 1, 2, 3].map(|row| column[row])
                        });
                        sums(isa, entries, b)
                    }
                };
                for (out, sums) in out.iter_mut().zip(sums) {
                    let vectors = out[range.clone()].chunks_exact_mut(LANES);
                    for (out, sum) in vectors.zip(sums) {
                        let before = match self.beta {
                            0.0 => ops.zero(), // the old entry may be NaN
                            _ => ops.mul(beta, ops.load(out)),
                        };
                        ops.store(ops.mul_add(alpha, sum, before), out);
                    }
                }
            }
        }
        (self.out.len() / ROWS * ROWS, covered)
    }
}

/// Returns the sums of a tile, from one entry of each of its rows and one row of `b` at a time.
#[inline(always)]
fn sums<'m, I: Isa>(
    isa: I,
    entries: impl Iterator<Item = [f32; ROWS]>,
    b: impl Iterator<Item = &'m [f32]>,
) -> [[I::F32; VECTORS]; ROWS] {
    let ops = isa.f32();
    let mut sums = [[ops.zero(); VECTORS]; ROWS];
    for (entries, b) in entries.zip(b) {
        let b = ops.load_many::<VECTORS>(b);
        for (sums, entry) in sums.iter_mut().zip(entries) {
            let entry = ops.splat(entry);
            for (sum, b) in sums.iter_mut().zip(b) {
                *sum = ops.mul_add(entry, b, *sum);
            }
        }
    }
    sums
}
