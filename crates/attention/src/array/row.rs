//! The largest entry of a row, which every softmax needs.

use crate::Real;

/// Makes 0 the largest score of a row, so that `exp` cannot overflow, and returns what it was. A row in
/// which all scores are minus infinity stays as it is.
pub(crate) fn subtract_max(scores: &mut [Real]) -> Real {
    let max = max(scores);
    if max > Real::NEG_INFINITY {
        scores.iter_mut().for_each(|score| *score -= max);
    }
    max
}

/// The largest number of a row, of those that are not NaN; minus infinity if there is none.
pub(crate) fn max(row: &[Real]) -> Real {
    // Eight running maxima do not wait for each other, and one instruction compares four or eight.
    let (blocks, rest) = row.as_chunks::<8>();
    let mut lanes = [Real::NEG_INFINITY; 8];
    for block in blocks {
        for (max, &x) in lanes.iter_mut().zip(block) {
            *max = larger(*max, x);
        }
    }
    let [a, b, c, d, e, f, g, h] = lanes;
    let left = larger(larger(a, b), larger(c, d));
    let max = larger(left, larger(larger(e, f), larger(g, h)));
    rest.iter().fold(max, |max, &x| larger(max, x))
}

/// A comparison with NaN is false. `Real::max` ignores NaN on either side, which is slower.
fn larger(max: Real, x: Real) -> Real {
    if x > max { x } else { max }
}
