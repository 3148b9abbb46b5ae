//! A system of equations whose matrix is 1 on the diagonal and 0 above.

use ndarray::{Array2, Array3, ArrayD, Axis, Ix3, Zip};

use crate::Real;
use crate::tape::{Value, Var};

/// Returns the solution U of (I + A) U = B for each example.
///
/// Entries of A on and above the diagonal are not read, and their gradient is 0.
///
/// # Shapes
///
/// A: `[batch, steps, steps]`, B: `[batch, steps, columns]`, to `[batch, steps, columns]`.
///
/// # Panics
///
/// If the shapes do not fit: `solve_unit_lower: [1, 2, 3] x [1, 2, 1]: sizes do not fit`.
#[track_caller]
pub fn solve_unit_lower<'t>(a: Var<'t>, b: Var<'t>) -> Var<'t> {
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
    Zip::from(solution.outer_iter_mut())
        .and(matrices.outer_iter())
        .for_each(|mut u, a| {
            // uᵢ = bᵢ - Σⱼ aᵢⱼ uⱼ over the rows j before i
            for i in 1..a.nrows() {
                let (before, mut rest) =
                    u.view_mut().split_at(Axis(0), i);
                let (known, _) = a.row(i).split_at(Axis(0), i);
                let known = known.dot(&before);
                let mut row = rest.row_mut(0);
                row -= &known;
            }
        });
    let kept = solution.clone();
    let back = move |d: ArrayD<Real>| {
        // dB = (I + A)⁻ᵀ dU, from the last row to the first
        let mut db = three(d.into_shared());
        Zip::from(db.outer_iter_mut())
            .and(matrices.outer_iter())
            .for_each(|mut d, a| {
                for i in (0..a.nrows()).rev() {
                    let (mut first, after) =
                        d.view_mut().split_at(Axis(0), i + 1);
                    let column = a.column(i);
                    let (_, known) = column.split_at(Axis(0), i + 1);
                    let known = known.dot(&after);
                    let mut row = first.row_mut(i);
                    row -= &known;
                }
            });
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
                Zip::from(by_a.outer_iter_mut())
                    .and(by_b.outer_iter())
                    .and(kept.outer_iter())
                    .for_each(|mut by_a, d, u| {
                        let product: Array2<Real> = d.dot(&u.t());
                        by_a.assign(&product);
                        by_a.indexed_iter_mut().for_each(
                            |((i, j), x)| {
                                *x = if j < i { -*x } else { 0.0 };
                            },
                        );
                    });
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
