//! The elementwise part of a step of a gated recurrent unit.

use ndarray::{ArcArray2, Array2, ArrayBase, Axis, Data, Ix2};

use crate::Real;
use crate::array::{sigmoid_in_place, tanh_in_place};
use crate::tape::Var;
use crate::tape::kernels::rows::{entries_mut, in_standard_order};

impl<'t> Var<'t> {
    /// Returns the next state of a gated recurrent unit, given its two matrix products.
    ///
    /// This value is x W + b and `hidden` is h U + c in the equations of [`Gru`](crate::nn::Gru),
    /// each with the parts r, z, n. A sequence that has ended keeps its state, whatever its row
    /// contains.
    ///
    /// # Shapes
    ///
    /// This value and `hidden`: `[batch, 3 * size]`; `state`: `[batch, size]`; `ended`: one entry
    /// for each sequence. The result is `[batch, size]`.
    #[track_caller]
    pub fn gru_gates(self, hidden: Self, state: Self, ended: &[bool]) -> Self {
        let size = check(self, hidden, state, ended);
        let (a, c, h) = (matrix(self), matrix(hidden), matrix(state));
        let (rz, n) = gates(&a, &c, size);
        let step = GatedStep { rz, n, c, h, ended: ended.to_vec() };
        let parents = [self, hidden, state];
        self.tape().record("gru_gates", parents, step.next(), move |d, [da, dc, dh]| {
            let d = in_standard_order(d).into_dimensionality();
            let (dsums, dstate) = step.backward(&d.expect("as the state"));
            dc.add(|| step.times_reset(dsums.clone()).into_dyn());
            da.add(|| dsums.into_dyn());
            dh.add(|| dstate.into_dyn());
        })
    }
}

/// Computes the reset and update gates, next to each other, and the candidate.
fn gates(
    a: &ArcArray2<Real>,
    c: &ArcArray2<Real>,
    size: usize,
) -> (Array2<Real>, Array2<Real>) {
    let mut rz = Array2::zeros((a.nrows(), 2 * size));
    for (row, mut rz) in rz.rows_mut().into_iter().enumerate() {
        let (rz, a, c) = (entries_mut(&mut rz), line(a, row), line(c, row));
        let sums = a.iter().zip(c).map(|(a, c)| a + c);
        rz.iter_mut().zip(sums).for_each(|(rz, sum)| *rz = sum);
    }
    sigmoid_in_place(entries_mut(&mut rz));
    let mut n = Array2::zeros((a.nrows(), size));
    for (row, mut n) in n.rows_mut().into_iter().enumerate() {
        let [_, _, a] = thirds(line(a, row));
        let [_, _, c] = thirds(line(c, row));
        let (r, n) = (line(&rz, row), entries_mut(&mut n));
        let sums = a.iter().zip(c).zip(r).map(|((a, c), r)| a + r * c);
        n.iter_mut().zip(sums).for_each(|(n, sum)| *n = sum);
    }
    tanh_in_place(entries_mut(&mut n));
    (rz, n)
}

/// The results of one step, kept for the backward pass.
struct GatedStep {
    rz: Array2<Real>,
    n: Array2<Real>,
    c: ArcArray2<Real>,
    h: ArcArray2<Real>,
    ended: Vec<bool>,
}

impl GatedStep {
    /// Returns the next state.
    fn next(&self) -> Array2<Real> {
        let mut next = self.h.to_owned();
        for row in self.running() {
            let (_, z) = line(&self.rz, row).split_at(self.n.ncols());
            let mut next = next.row_mut(row);
            let all = entries_mut(&mut next).iter_mut().zip(z).zip(line(&self.n, row));
            all.for_each(|((h, z), n)| *h = n + z * (*h - n));
        }
        next
    }

    /// Returns the gradients with respect to the inputs of the three functions and to the old
    /// state.
    fn backward(&self, d: &Array2<Real>) -> (Array2<Real>, Array2<Real>) {
        let size = self.n.ncols();
        let mut dsums = Array2::zeros((d.nrows(), 3 * size));
        let mut dstate = d.to_owned();
        for row in self.running() {
            let (mut dsums, mut dh) = (dsums.row_mut(row), dstate.row_mut(row));
            let [sr, sz, sn] = thirds_mut(entries_mut(&mut dsums));
            let dh = &mut entries_mut(&mut dh)[..size];
            let (r, z) = line(&self.rz, row).split_at(size);
            let [_, _, c] = thirds(line(&self.c, row));
            let slices =
                [line(d, row), r, z, c, line(&self.n, row), line(&self.h, row)];
            // The compiler sees that all have the same length, and computes several entries at
            // once.
            let [d, r, z, c, n, h] = slices.map(|slice| &slice[..size]);
            let [sr, sz, sn] = [sr, sz, sn].map(|slice| &mut slice[..size]);
            for j in 0..size {
                // h' = n + z (h - n), z = σ(sz) with σ' = z (1 - z), n = tanh(sn) with tanh' = 1 -
                // n²
                dh[j] = d[j] * z[j];
                sz[j] = d[j] * (h[j] - n[j]) * z[j] * (1.0 - z[j]);
                sn[j] = d[j] * (1.0 - z[j]) * (1.0 - n[j] * n[j]);
                // sn = an + r cn, r = σ(sr)
                sr[j] = sn[j] * c[j] * r[j] * (1.0 - r[j]);
            }
        }
        (dsums, dstate)
    }

    /// Returns the gradient with respect to the projection of the state: sn = an + r cn.
    fn times_reset(&self, mut dsums: Array2<Real>) -> Array2<Real> {
        for row in self.running() {
            let mut dsums = dsums.row_mut(row);
            let [_, _, sn] = thirds_mut(entries_mut(&mut dsums));
            let pairs = sn.iter_mut().zip(line(&self.rz, row));
            pairs.for_each(|(sn, r)| *sn *= r);
        }
        dsums
    }

    /// Returns the rows of the sequences that have not ended.
    fn running(&self) -> impl Iterator<Item = usize> {
        (0..self.ended.len()).filter(|&row| !self.ended[row])
    }
}

/// Returns the hidden size, or panics if the shapes do not fit.
#[track_caller]
fn check(input: Var<'_>, hidden: Var<'_>, state: Var<'_>, ended: &[bool]) -> usize {
    let shapes = [input, hidden, state].map(Var::shape);
    let [a, c, h] = &shapes;
    let fit = match h[..] {
        [batch, size] if a[..] == [batch, 3 * size] && a == c => Some(size),
        _ => None,
    };
    let Some(size) = fit else {
        panic!(
            "gru_gates: {a:?} x {c:?} x {h:?}: expected [batch, 3 * size] twice and [batch, size]"
        );
    };
    assert!(
        ended.len() == h[0],
        "gru_gates: {h:?} with {} entries of ended: expected one for each sequence",
        ended.len()
    );
    size
}

/// Returns the value as a matrix with contiguous rows.
fn matrix(var: Var<'_>) -> ArcArray2<Real> {
    let value = var.value().into_dimensionality::<Ix2>();
    let value = value.expect("the caller has checked for two axes");
    if value.strides()[1] == 1 {
        return value;
    }
    value.as_standard_layout().into_owned().into_shared()
}

fn line<S: Data<Elem = Real>>(matrix: &ArrayBase<S, Ix2>, row: usize) -> &[Real] {
    let line = matrix.index_axis(Axis(0), row).to_slice();
    line.expect("each row is contiguous")
}

/// Returns the parts for r, z, and n.
fn thirds(line: &[Real]) -> [&[Real]; 3] {
    let (r, rest) = line.split_at(line.len() / 3);
    let (z, n) = rest.split_at(r.len());
    [r, z, n]
}

fn thirds_mut(line: &mut [Real]) -> [&mut [Real]; 3] {
    let (r, rest) = line.split_at_mut(line.len() / 3);
    let (z, n) = rest.split_at_mut(r.len());
    [r, z, n]
}
