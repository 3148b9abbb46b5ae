//! Numbers that are added to the scores of each offset.

use crate::Real;

/// Returns the slope of each head: a key loses this much score for each position that it is behind
/// the query.
///
/// If the number of heads is a power of two, the slopes fall from 2^(-8 / heads) to 2^(-8).
/// Otherwise, they are the slopes of the next smaller power, followed by every second slope of the
/// next larger power.
///
/// # Panics
///
/// If `heads` is 0: `alibi_slopes: heads must be at least 1`.
///
/// # Source
///
/// Press et al. (2022), *Train short, test long*, Section 3, and its published code for other
/// numbers of heads.
///
/// # Example
///
/// ```
/// use attention::newer_transformer::alibi_slopes;
///
/// let slopes = alibi_slopes(8);
/// assert_eq!([slopes[0], slopes[1], slopes[7]], [0.5, 0.25, 1.0 / 256.0]);
/// ```
// ANCHOR: alibi_slopes
#[track_caller]
pub fn alibi_slopes(heads: usize) -> Vec<Real> {
    assert!(heads > 0, "alibi_slopes: heads must be at least 1");
    let slopes = |heads: usize| {
        (1..=heads).map(move |head| {
            (-8.0 * head as f64 / heads as f64).exp2() as Real
        })
    };
    let power = 1 << heads.ilog2(); // the largest one up to `heads`
    slopes(power)
        .chain(slopes(2 * power).step_by(2))
        .take(heads)
        .collect()
}
// ANCHOR_END: alibi_slopes

/// Returns the bucket of a key that is `offset` positions behind the query.
///
/// The first half of the buckets holds one offset each. The others grow by a constant factor up to
/// offset `distance`; the last holds all larger offsets.
///
/// # Panics
///
/// If there are fewer than 2 buckets or an odd number of them, or if `distance` is not greater than
/// the number of exact offsets: `bucket: distance 4, but 4 offsets have buckets of their own`.
///
/// # Source
///
/// Raffel et al. (2020), *Exploring the limits of transfer learning*, Section 2.1, and its
/// published code, for a causal mask.
///
/// # Example
///
/// ```
/// use attention::newer_transformer::bucket;
///
/// let buckets = [0, 3, 4, 5, 6, 7, 8, 11, 12, 999].map(|offset| bucket(offset, 8, 16));
/// assert_eq!(buckets, [0, 3, 4, 4, 5, 5, 6, 6, 7, 7]);
/// ```
// ANCHOR: bucket
#[track_caller]
pub fn bucket(offset: usize, buckets: usize, distance: usize) -> usize {
    let exact = buckets / 2;
    assert!(
        exact > 0 && buckets.is_multiple_of(2),
        "bucket: {buckets} is not a positive even number of buckets"
    );
    assert!(
        distance > exact,
        "bucket: distance {distance}, but {exact} offsets have \
         buckets of their own"
    );
    if offset < exact {
        return offset;
    }
    let times = |offset: usize| (offset as f64 / exact as f64).ln();
    let step = exact as f64 * times(offset) / times(distance);
    // A step that is an integer may be rounded to just below it.
    (exact + (step + 1e-9) as usize).min(buckets - 1)
}
// ANCHOR_END: bucket

#[cfg(test)]
mod tests {
    use super::*;

    /// From the published code of the authors.
    #[test]
    fn slopes_of_twelve_heads() {
        let slopes = alibi_slopes(12);
        assert_eq!(slopes[..8], alibi_slopes(8));
        for (slope, power) in
            slopes[8..].iter().zip([-0.5, -1.5, -2.5, -3.5])
        {
            assert!((slope - Real::exp2(power)).abs() < 1e-6);
        }
    }

    #[test]
    fn starts_of_32_buckets() {
        let starts: Vec<usize> = (1..200)
            .filter(|&o| bucket(o, 32, 128) != bucket(o - 1, 32, 128))
            .skip(15)
            .collect();
        let expected = [
            16, 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99,
            113,
        ];
        assert_eq!(starts, expected);
    }

    /// An offset of exact * b^i, with a distance of exact * b^j, starts a bucket if j divides
    /// exact * i.
    #[test]
    fn exact_starts_are_not_rounded_down() {
        assert_eq!(bucket(96, 24, 192), 21);
        for exact in 1..=128 {
            for (base, last) in [(2_usize, 12), (3, 8), (10, 5)] {
                for j in 1..=last {
                    let distance = exact * base.pow(j);
                    for i in 0..=j {
                        let offset = exact * base.pow(i);
                        let step = exact * i as usize / j as usize;
                        assert_eq!(
                            bucket(offset, 2 * exact, distance),
                            (exact + step).min(2 * exact - 1),
                            "{offset}, {exact}, {distance}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "4 offsets have buckets of their own")]
    fn a_short_distance() {
        bucket(0, 8, 4);
    }
}
