//! A system of equations whose matrix is 1 on the diagonal and 0 above.

use ndarray::{Array3, ArrayD, Axis, Ix3};

use crate::Real;
use crate::tape::{Value, Var};

/// Returns the solution U of (I + A) U = B for each example: `[batch, steps, columns]`.
///
/// Entries of A on and above the diagonal are not read, and their gradient is 0.
#[track_caller]
pub fn solve_unit_lower<'t>(
    a: Var<'t>, // [batch, steps, steps]
    b: Var<'t>, // [batch, steps, columns]
) -> Var<'t> {
    let [left, right] = [a, b].map(Var::shape);
    let fits = left.len() == 3
        && right.len() == 3
        && left[1] == left[2]
        && left[..2] == right[..2];
    assert!(
        fits,
        "solve_unit_lower: {left:?} x {right:?}: sizes do not fit"
    );
    let matrices = three(a.value());
    let mut solution = three(b.value());
    for (mut u, a) in
        solution.outer_iter_mut().zip(matrices.outer_iter())
    {
        // uᵢ = bᵢ - Σⱼ aᵢⱼ uⱼ over the rows j before i
        for i in 1..a.nrows() {
            let (before, mut rest) = u.view_mut().split_at(Axis(0), i);
            let (known, _) = a.row(i).split_at(Axis(0), i);
            let mut row = rest.row_mut(0);
            row -= &known.dot(&before);
        }
    }
    let kept = solution.clone();
    let back = move |d: ArrayD<Real>| {
        // dB = (I + A)⁻ᵀ dU, from the last row to the first
        let mut db = three(d.into_shared());
        for (mut d, a) in db.outer_iter_mut().zip(matrices.outer_iter())
        {
            for i in (0..a.nrows()).rev() {
                let (mut first, after) =
                    d.view_mut().split_at(Axis(0), i + 1);
                let column = a.column(i);
                let (_, known) = column.split_at(Axis(0), i + 1);
                let mut row = first.row_mut(i);
                row -= &known.dot(&after);
            }
        }
        db
    };
    a.tape().record(
        "solve_unit_lower",
        [a, b],
        solution,
        move |d, [da, db]| {
            let by_b = back(d);
            da.add(|| {
                // dA = -dB Uᵀ, below the diagonal
                let (batch, steps, _) = kept.dim();
                let mut by_a = Array3::zeros((batch, steps, steps));
                for (example, mut by_a) in
                    by_a.outer_iter_mut().enumerate()
                {
                    let [d, u] = [&by_b, &kept]
                        .map(|x| x.index_axis(Axis(0), example));
                    let product = d.dot(&u.t());
                    for ((i, j), x) in by_a.indexed_iter_mut() {
                        if j < i {
                            *x = -product[[i, j]];
                        }
                    }
                }
                by_a.into_dyn()
            });
            db.add(|| by_b.into_dyn());
        },
    )
}

fn three(value: Value) -> Array3<Real> {
    let owned = value.into_owned().into_dimensionality::<Ix3>();
    owned.expect("three axes were checked")
}
