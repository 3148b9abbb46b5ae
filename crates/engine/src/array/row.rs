//! Sums over a row and its largest entry, which every softmax needs.

use crate::Real;

/// Makes 0 the largest score of a row, so that `exp` cannot overflow, and returns what it was. A row in
/// which all scores are minus infinity stays as it is.
#[inline]
pub(crate) fn subtract_max(scores: &mut [Real]) -> Real {
    let max = max(scores);
    if max > Real::NEG_INFINITY {
        scores.iter_mut().for_each(|score| *score -= max);
    }
    max
}

/// The largest number of a row, of those that are not NaN; minus infinity if there is none.
#[inline]
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

/// The sum of a row. Eight sums run side by side, since one alone would wait for each addition.
#[inline]
pub(crate) fn sum(row: &[Real]) -> Real {
    let (blocks, rest) = row.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for block in blocks {
        sums.iter_mut().zip(block).for_each(|(sum, x)| *sum += x);
    }
    rest.iter().fold(total(sums), |sum, x| sum + x)
}

/// The sum of the products of two rows, entry by entry.
#[inline]
pub(crate) fn dot(left: &[Real], right: &[Real]) -> Real {
    let (left, left_rest) = left.as_chunks::<8>();
    let (right, right_rest) = right.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for (left, right) in left.iter().zip(right) {
        let products = left.iter().zip(right).map(|(x, y)| x * y);
        sums.iter_mut()
            .zip(products)
            .for_each(|(sum, product)| *sum += product);
    }
    let rest = left_rest.iter().zip(right_rest);
    rest.fold(total(sums), |sum, (x, y)| sum + x * y)
}

/// The sum of eight sums, in the order in which the library adds them: it gives the same bits.
fn total([a, b, c, d, e, f, g, h]: [Real; 8]) -> Real {
    (a + e) + (b + f) + (c + g) + (d + h)
}

#[cfg(test)]
mod tests;
