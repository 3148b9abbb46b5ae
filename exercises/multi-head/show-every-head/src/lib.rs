//! Weights as text.

use attention::Real;
use ndarray::ArrayRef3;

/// Ten characters, from the smallest weights to the largest.
pub const SIGNS: [char; 10] = [' ', '.', ':', '-', '=', '+', '*', '#', '%', '@'];

/// Returns one line for each query, with all heads from left to right. A bar comes
/// before the first head, between two heads, and after the last one, and each line ends
/// with a line break.
///
/// A weight w from 0 to 1 is drawn as character number 10 w, rounded down, or as the
/// last one if w is 1.
///
/// # Shapes
///
/// `weights`: `[heads, queries, keys]`, with at least one head.
pub fn plot(weights: &ArrayRef3<Real>) -> String {
    //@ solution
    use ndarray::Axis;

    let mut text = String::new();
    for of_query in weights.axis_iter(Axis(1)) {
        let sign = |&weight: &Real| SIGNS[((weight * 10.0) as usize).min(9)];
        let rows: Vec<String> = of_query
            .outer_iter() // one head after another
            .map(|row| row.iter().map(sign).collect())
            .collect();
        text += &format!("|{}|\n", rows.join("|"));
    }
    text
    //@ stub todo!("a picture of {weights} with {SIGNS:?}")
    //@ end
}
exercise_solutions::tests!(show_every_head);
