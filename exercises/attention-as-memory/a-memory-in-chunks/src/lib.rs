//! A fading memory, chunk by chunk.

use attention::Real;
use ndarray::{Array2, ArrayRef1, ArrayRef2, Axis, s};

/// Returns the outputs of a fading memory, in chunks of `chunk` tokens.
///
/// # Shapes
///
/// `queries` and `keys`: `[steps, key_dim]`, `values`: `[steps, value_dim]`, `factors`:
/// `[steps]`. The result: `[steps, value_dim]`. `chunk` is at least 1.
pub fn chunked(
    queries: &ArrayRef2<Real>,
    keys: &ArrayRef2<Real>,
    values: &ArrayRef2<Real>,
    factors: &ArrayRef1<Real>,
    chunk: usize,
) -> Array2<Real> {
    //@ solution
    let steps = factors.len();
    let mut memory = Array2::zeros((keys.ncols(), values.ncols()));
    let mut outputs = Array2::zeros(values.dim());
    for start in (0..steps).step_by(chunk) {
        let end = (start + chunk).min(steps);
        let part = s![start..end, ..];
        let (queries, keys, values) =
            (queries.slice(part), keys.slice(part), values.slice(part));
        // The factors since the start of the chunk, and those since each key.
        let mut carried = Array2::<Real>::ones((end - start, 1));
        let mut mask = Array2::<Real>::eye(end - start);
        for i in 0..end - start {
            let factor = factors[start + i];
            carried[[i, 0]] = factor * if i > 0 { carried[[i - 1, 0]] } else { 1.0 };
            for j in 0..i {
                mask[[i, j]] = factor * mask[[i - 1, j]];
            }
        }
        let before = queries.dot(&memory) * &carried;
        let inside = (queries.dot(&keys.t()) * &mask).dot(&values);
        outputs.slice_mut(part).assign(&(before + inside));
        let last = end - start - 1;
        let fading = mask.row(last).insert_axis(Axis(1));
        memory = memory * carried[[last, 0]] + (&keys * &fading).t().dot(&values);
    }
    outputs
    //@ stub let _ = (Axis(0), s![..]);
    //@ stub todo!("chunks of {chunk}: {queries}, {keys}, {values}, {factors}")
    //@ end
}
exercise_solutions::tests!(a_memory_in_chunks);
