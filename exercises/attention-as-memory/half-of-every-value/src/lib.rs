//! The delta rule for a whole text at once.

use attention::Real;
use ndarray::{Array2, ArrayRef1, ArrayRef2, Axis};

/// Returns the value that each query reads from a memory with the delta rule, right
/// after its own token was written.
///
/// # Shapes
///
/// `queries` and `keys`: `[steps, key_dim]`, `values`: `[steps, value_dim]`, `rates`:
/// `[steps]`. The result: `[steps, value_dim]`.
pub fn outputs(
    queries: &ArrayRef2<Real>,
    keys: &ArrayRef2<Real>,
    values: &ArrayRef2<Real>,
    rates: &ArrayRef1<Real>,
) -> Array2<Real> {
    let steps = keys.nrows();
    let overlaps = keys.dot(&keys.t());
    let a = Array2::from_shape_fn((steps, steps), |(i, j)| {
        //@ solution
        let earlier = j < i;
        //@ stub let earlier = j <= i;
        //@ end
        let overlap = if earlier { overlaps[[i, j]] } else { 0.0 };
        rates[i] * overlap
    });
    let weighted = values.to_owned() * rates.view().insert_axis(Axis(1));
    let updates = solve(&a, &weighted); // [steps, value_dim]
    let scores = queries.dot(&keys.t());
    let seen = Array2::from_shape_fn((steps, steps), |(i, j)| {
        if j <= i { scores[[i, j]] } else { 0.0 }
    });
    seen.dot(&updates)
}

/// Returns the solution X of (I + A) X = B for a matrix A without entries above the
/// diagonal.
fn solve(a: &ArrayRef2<Real>, b: &ArrayRef2<Real>) -> Array2<Real> {
    let mut x = Array2::zeros(b.dim());
    for i in 0..b.nrows() {
        let mut row = b.row(i).to_owned();
        for j in 0..i {
            row.scaled_add(-a[[i, j]], &x.row(j));
        }
        x.row_mut(i).assign(&(row / (1.0 + a[[i, i]])));
    }
    x
}
exercise_solutions::tests!(half_of_every_value);
