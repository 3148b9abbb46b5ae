//! Numbers in a few bits.

use ndarray::{Array, Axis, Dimension};

use crate::Real;

/// Rounds numbers to multiples of a scale, so that each needs only so many bits.
///
/// The numbers along an axis share a scale: the last axis for one scale per token, the axis of the
/// tokens for one per column. An infinite number turns all numbers of its scale into NaN.
///
/// # Panics
///
/// If `bits` is less than 2 or more than 16: `quantize: bits 1: expected 2 to 16`.
///
/// # Example
///
/// ```
/// use attention::array::assert_close;
/// use attention::price_of_a_token::quantize;
/// use ndarray::{Axis, array};
///
/// let token = array![[0.9, -0.3, 0.1]];
/// assert_close(&quantize(&token, Axis(1), 4), &array![[0.9, -0.257_143, 0.128_571]], 1e-5);
/// ```
// ANCHOR: quantize
#[track_caller]
pub fn quantize<D: Dimension>(
    numbers: &Array<Real, D>,
    axis: Axis, // along which numbers share a scale
    bits: u32,
) -> Array<Real, D> {
    assert!(
        (2..=16).contains(&bits),
        "quantize: bits {bits}: expected 2 to 16"
    );
    // -largest ..= largest, symmetric around 0
    let largest = ((1 << (bits - 1)) - 1) as Real;
    let mut rounded = numbers.clone();
    for mut lane in rounded.lanes_mut(axis) {
        let most = lane.fold(0.0, |most: Real, x| most.max(x.abs()));
        if most > 0.0 {
            // The scale most / largest itself may round to 0.
            lane.mapv_inplace(|x| {
                let integer = (x / most * largest).round();
                // An integer has no negative zero.
                integer / largest * most + 0.0
            });
        }
    }
    rounded
}
// ANCHOR_END: quantize
