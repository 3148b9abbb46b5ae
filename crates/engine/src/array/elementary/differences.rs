//! Powers of differences, computed with vector instructions.

use rten_simd::{Isa, Simd, SimdOp, SimdUnaryOp, ops::NumOps};

/// The operands, which have one entry for each column.
pub(super) struct Exp<'a> {
    pub(super) row: &'a mut [f32],
    pub(super) ys: &'a [f32],
    pub(super) sums: &'a mut [f32],
}

impl SimdOp for Exp<'_> {
    type Output = ();

    #[inline(always)]
    fn eval<I: Isa>(self, isa: I) {
        let ops = isa.f32();
        let lanes = ops.len();
        let full = self.row.len() / lanes * lanes;
        let (row, row_end) = self.row.split_at_mut(full);
        let (ys, ys_end) = self.ys.split_at(full);
        let (sums, sums_end) = self.sums.split_at_mut(full);
        let chunks = row.chunks_exact_mut(lanes).zip(ys.chunks_exact(lanes));
        for ((row, ys), sums) in chunks.zip(sums.chunks_exact_mut(lanes)) {
            let powers = exp(isa, ops.sub(ops.load(row), ops.load(ys)));
            ops.store(powers, row);
            ops.store(ops.add(ops.load(sums), powers), sums);
        }
        let (x, y) = (ops.load_pad(row_end).0, ops.load_pad(ys_end).0);
        let powers = exp(isa, ops.sub(x, y));
        let ends = row_end.iter_mut().zip(sums_end);
        for ((x, sum), power) in ends.zip(powers.to_array()) {
            *x = power;
            *sum += power;
        }
    }
}

/// Returns the power of each entry.
///
/// A closure would not be compiled for the instruction set without optimization level 3.
#[inline(always)]
fn exp<I: Isa>(isa: I, x: I::F32) -> I::F32 {
    rten_vecmath::Exp {}.eval(isa, x)
}
