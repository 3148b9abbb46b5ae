//! Powers of differences, computed with vector instructions.

use rten_simd::ops::{IntOps, NumOps};
use rten_simd::{Isa, Simd, SimdOp};

/// The operands, with one row or one entry for each column.
pub(super) struct Exp<'a> {
    /// Rows in row-major order.
    pub(super) rows: &'a mut [f32],
    pub(super) ys: &'a [f32],
    pub(super) sums: &'a mut [f32],
}

impl SimdOp for Exp<'_> {
    type Output = ();

    #[inline(always)]
    fn eval<I: Isa>(self, isa: I) {
        let ops = isa.f32();
        let (lanes, columns) = (ops.len(), self.ys.len());
        let full = columns / lanes * lanes;
        let (ys, ys_end) = self.ys.split_at(full);
        let (sums, sums_end) = self.sums.split_at_mut(full);
        for row in self.rows.chunks_exact_mut(columns.max(1)) {
            let (row, row_end) = row.split_at_mut(full);
            let chunks = row.chunks_exact_mut(lanes).zip(ys.chunks_exact(lanes));
            for ((row, ys), sums) in chunks.zip(sums.chunks_exact_mut(lanes)) {
                let exponentials = exp(isa, ops.sub(ops.load(row), ops.load(ys)));
                ops.store(exponentials, row);
                ops.store(ops.add(ops.load(sums), exponentials), sums);
            }
            if full < columns {
                let (x, y) = (ops.load_pad(row_end).0, ops.load_pad(ys_end).0);
                let exponentials = exp(isa, ops.sub(x, y));
                let ends = row_end.iter_mut().zip(&mut *sums_end);
                for ((x, sum), exponential) in ends.zip(exponentials.to_array()) {
                    *x = exponential;
                    *sum += exponential;
                }
            }
        }
    }
}

/// Returns the exponential of each entry, which must be below 88: 2ᵏ eʳ, with k = round(x / ln 2).
///
/// Without a limit above, it takes two thirds of the time of `rten_vecmath::Exp`, whose polynomial
/// it shares. A closure would not be compiled for the instruction set without optimization level 3.
#[inline(always)]
fn exp<I: Isa>(isa: I, x: I::F32) -> I::F32 {
    /// The last bits of the sum of this number and k, 1.5 · 2²³ + k, are k in binary.
    const TO_INTEGER: f32 = 12_582_912.0;
    const LN_2_HIGH: f32 = 0.693_145_75;
    const LN_2_LOW: f32 = 1.428_606_8e-6;
    const COEFFICIENTS: [f32; 6] =
        [8.373_124_5e-3, 4.166_953_6e-2, 0.166_664_72, 0.499_999_85, 1.0, 1.0];
    let (ops, int_ops) = (isa.f32(), isa.i32());
    // Below, k is -127, for which the exponent bits of 2ᵏ are 0. NaN remains NaN.
    let x = ops.max(ops.splat(-88.0), x);
    let sum =
        ops.mul_add(x, ops.splat(std::f32::consts::LOG2_E), ops.splat(TO_INTEGER));
    let k = ops.sub(sum, ops.splat(TO_INTEGER));
    let r = ops.mul_add(k, ops.splat(-LN_2_HIGH), x);
    let r = ops.mul_add(k, ops.splat(-LN_2_LOW), r);
    let mut exponential = ops.splat(1.378_059_4e-3);
    for coefficient in COEFFICIENTS {
        exponential = ops.mul_add(exponential, r, ops.splat(coefficient));
    }
    let exponent: I::I32 = sum.reinterpret_cast();
    let exponent =
        int_ops.add(int_ops.shift_left::<23>(exponent), int_ops.splat(127 << 23));
    ops.mul(exponential, exponent.reinterpret_cast())
}
