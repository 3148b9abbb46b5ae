//! Pairs to write, and keys to ask for.

use ndarray::Array2;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

/// The number of different keys.
pub const KEYS: usize = 64;
/// The number of different values.
pub const VALUES: usize = 16;
/// The numbers of writes in training and testing.
pub const COUNTS: [usize; 5] = [4, 8, 16, 32, 48];

/// Random pairs, with the questions about them.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairs {
    /// The keys in the order of writing, `[batch, writes]`.
    pub keys: Array2<usize>,
    /// Their values, `[batch, writes]`.
    pub values: Array2<usize>,
    /// Every key once, `[batch, asked]`.
    pub asked: Array2<usize>,
    /// The last value of each queried key, `[batch, asked]`.
    pub answers: Array2<usize>,
}

impl Pairs {
    /// Draws pairs in random order. If `twice`, there are half as many keys, each with two values
    /// of which the last counts.
    ///
    /// # Panics
    ///
    /// If there are not enough keys, or if `twice` and `writes` is odd.
    #[track_caller]
    pub fn draw(
        batch: usize,
        writes: usize,
        twice: bool,
        rng: &mut dyn Rng,
    ) -> Self {
        let times = if twice { 2 } else { 1 };
        let asked_len = writes / times;
        assert!(
            asked_len <= KEYS && asked_len * times == writes,
            "pairs: {writes} writes, {times} of each key"
        );
        let mut pairs = Self {
            keys: Array2::zeros((batch, writes)),
            values: Array2::from_shape_simple_fn(
                (batch, writes),
                || rng.random_range(0..VALUES),
            ),
            asked: Array2::zeros((batch, asked_len)),
            answers: Array2::zeros((batch, asked_len)),
        };
        let mut order: Vec<usize> = (0..KEYS).collect();
        for example in 0..batch {
            let (chosen, _) = order.partial_shuffle(rng, asked_len);
            let mut written = chosen.repeat(times);
            written.shuffle(rng);
            for (place, &key) in written.iter().enumerate() {
                pairs.keys[[example, place]] = key;
            }
            for (place, &key) in chosen.iter().enumerate() {
                let last = written.iter().rposition(|k| *k == key);
                let last = last.expect("every chosen key is written");
                pairs.asked[[example, place]] = key;
                pairs.answers[[example, place]] =
                    pairs.values[[example, last]];
            }
        }
        pairs
    }
}
