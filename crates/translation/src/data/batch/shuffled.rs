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
///
/// # Example
///
/// ```
/// use attention::data::{Example, shuffled_batches};
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let examples = vec![Example { source: vec![3], target: vec![3] }; 5];
/// let batches = shuffled_batches(&examples, 2, &mut ChaCha8Rng::seed_from_u64(0));
/// assert_eq!(batches.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 1]);
/// let mut places = batches.concat();
/// places.sort();
/// assert_eq!(places, [0, 1, 2, 3, 4]);
/// ```
#[track_caller]
pub fn shuffled_batches(
    examples: &[Example],
    size: usize,
    rng: &mut impl Rng,
) -> Vec<Vec<usize>> {
    assert!(
        size > 0,
        "shuffled_batches: batch size must be at least 1"
    );
    let mut places: Vec<usize> = (0..examples.len()).collect();
    places.shuffle(rng);
    places.chunks(size).map(<[usize]>::to_vec).collect()
}
