//! Sums, dot products, and maxima of rows.

use crate::Real;

/// Subtracts the maximum from a row, so that `exp` cannot overflow, and returns it.
///
/// A row whose scores are all minus infinity is left unchanged.
#[inline]
pub(crate) fn subtract_max(scores: &mut [Real]) -> Real {
    let max = max(scores);
    if max > Real::NEG_INFINITY {
        scores.iter_mut().for_each(|score| *score -= max);
    }
    max
}

/// Returns the largest entry that is not NaN, or minus infinity if there is none.
#[inline]
pub(crate) fn max(row: &[Real]) -> Real {
    // Eight independent maxima let one instruction compare four or eight entries.
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

/// Returns the larger entry. A comparison with NaN is false; `Real::max` handles NaN on both sides
/// but is slower.
fn larger(max: Real, x: Real) -> Real {
    if x > max { x } else { max }
}

/// Returns the sum of a row. Eight partial sums avoid waiting for each addition.
#[inline]
pub(crate) fn sum(row: &[Real]) -> Real {
    let (blocks, rest) = row.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for block in blocks {
        sums.iter_mut().zip(block).for_each(|(sum, x)| *sum += x);
    }
    rest.iter().fold(total(sums), |sum, x| sum + x)
}

/// Returns the dot product of two rows.
#[inline]
pub(crate) fn dot(left: &[Real], right: &[Real]) -> Real {
    let (left, left_rest) = left.as_chunks::<8>();
    let (right, right_rest) = right.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for (left, right) in left.iter().zip(right) {
        let products = left.iter().zip(right).map(|(x, y)| x * y);
        sums.iter_mut().zip(products).for_each(|(sum, product)| *sum += product);
    }
    let rest = left_rest.iter().zip(right_rest);
    rest.fold(total(sums), |sum, (x, y)| sum + x * y)
}

/// Adds eight partial sums in the same order as `ndarray`, which makes the result identical bit for
/// bit.
fn total([a, b, c, d, e, f, g, h]: [Real; 8]) -> Real {
    (a + e) + (b + f) + (c + g) + (d + h)
}

#[cfg(test)]
mod tests;
