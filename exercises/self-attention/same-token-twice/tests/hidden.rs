use attention::{Real, assert_near};
use ndarray::{Array2, array};
use same_token_twice::twin_gap;

/// Copies the tokens and adds a number to one entry of one row.
fn adds(
    row: usize,
    column: usize,
    number: Real,
) -> impl Fn(&Array2<Real>) -> Array2<Real> {
    move |x| {
        let mut output = x.clone();
        output[[row, column]] += number;
        output
    }
}

fn tokens() -> Array2<Real> {
    array![[1.0, 2.0, 3.0], [0.5, -1.0, 7.0], [4.0, 0.0, 2.0], [9.0, 9.0, -9.0]]
}

#[test]
fn every_entry_counts() {
    for column in 0..3 {
        for number in [2.0, -2.0] {
            for row in [1, 3] {
                let gap: Real = twin_gap(&adds(row, column, number), &tokens(), 1, 3);
                assert_near!(gap, 2.0, 1e-5, "{number} added at {row}, {column}");
            }
        }
    }
    // The differences are 2 and -2: their sum and their mean are 0.
    let layer = |x: &Array2<Real>| adds(1, 0, 2.0)(&adds(1, 2, -2.0)(x));
    assert_near!(twin_gap(&layer, &tokens(), 1, 3), 2.0, 1e-5, "differences 2 and -2");
}

#[test]
fn only_the_twins_count() {
    let x = tokens();
    let gap: Real = twin_gap(&adds(0, 1, 5.0), &x, 1, 3);
    assert!(gap == 0.0, "5 is added to row 0, the twins are 1 and 3: {gap}");
    // Which row was copied shows in a layer that multiplies row 0 by 3.
    let layer = |x: &Array2<Real>| {
        let mut output = x.clone();
        output.row_mut(0).mapv_inplace(|entry| 3.0 * entry);
        output
    };
    assert_near!(twin_gap(&layer, &x, 0, 2), 6.0, 1e-5, "twice the entries of row 0");
    assert_near!(twin_gap(&layer, &x, 2, 0), 8.0, 1e-5, "twice the entries of row 2");
}

#[test]
fn nan_is_not_a_small_gap() {
    for column in 0..3 {
        let broken = adds(3, column, Real::NAN);
        let layer = |x: &Array2<Real>| adds(3, 1, 4.0)(&broken(x));
        let gap: Real = twin_gap(&layer, &tokens(), 1, 3);
        assert!(gap.is_nan(), "column {column} of a twin is NaN: {gap}");
        let broken = adds(2, column, Real::NAN);
        let layer = |x: &Array2<Real>| adds(3, 1, 4.0)(&broken(x));
        let gap: Real = twin_gap(&layer, &tokens(), 1, 3);
        assert_near!(gap, 4.0, 1e-5, "NaN in column {column} of row 2, no twin");
    }
}
