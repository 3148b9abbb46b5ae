use rand::Rng;
use rand::seq::SliceRandom;

use super::Example;

/// Assigns the indices of all examples to batches of `size` in random order.
///
/// The last batch may be smaller.
///
/// # Panics
///
/// If `size` is 0.
#[doc(alias = "DataLoader")]
#[track_caller]
pub fn shuffled_batches(
    examples: &[Example],
    size: usize,
    rng: &mut dyn Rng,
) -> Vec<Vec<usize>> {
    assert!(
        size > 0,
        "shuffled_batches: batch size must be at least 1"
    );
    let mut places: Vec<usize> = (0..examples.len()).collect();
    places.shuffle(rng);
    places.chunks(size).map(<[usize]>::to_vec).collect()
}
