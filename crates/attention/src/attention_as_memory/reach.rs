//! Sparse patterns, and the layers after which every token has received information from every
//! other.

use ndarray::Array2;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

/// A pattern of pairs.
///
/// # Example
///
/// ```
/// use attention::attention_as_memory::reach::{Pattern, layers};
///
/// let window = Pattern::Window { each_side: 4 }.pairs(256);
/// assert_eq!(layers(&window), Some(64));
/// assert_eq!(layers(&Pattern::All.pairs(256)), Some(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// All pairs.
    All,
    /// Tokens at most this far away.
    Window {
        /// The largest distance.
        each_side: usize,
    },
    /// The window, and token 0 with every token.
    Global {
        /// The largest distance of the window.
        each_side: usize,
    },
    /// The window, and random keys for each query.
    Random {
        /// The largest distance of the window.
        each_side: usize,
        /// The keys that are drawn for each query.
        keys: usize,
    },
    /// Only random keys for each query, and the token itself.
    OnlyRandom {
        /// The keys that are drawn for each query.
        keys: usize,
    },
    /// Distances 0, 1, 2, 4, 8, and so on.
    Powers,
}

impl Pattern {
    /// Returns which keys each query attends to: `[tokens, tokens]`.
    ///
    /// Random keys are the same in each call, and at most all tokens.
    pub fn pairs(self, tokens: usize) -> Array2<bool> {
        let mut pairs =
            Array2::from_shape_fn((tokens, tokens), |(i, j)| {
                let distance = i.abs_diff(j);
                match self {
                    Self::All => true,
                    Self::Window { each_side }
                    | Self::Random { each_side, .. } => {
                        distance <= each_side
                    }
                    Self::Global { each_side } => {
                        distance <= each_side || i == 0 || j == 0
                    }
                    Self::OnlyRandom { .. } => distance == 0,
                    Self::Powers => {
                        distance == 0 || distance.is_power_of_two()
                    }
                }
            });
        if let Self::Random { keys, .. } | Self::OnlyRandom { keys } =
            self
        {
            let rng = &mut ChaCha8Rng::seed_from_u64(0);
            let mut order: Vec<usize> = (0..tokens).collect();
            for mut row in pairs.rows_mut() {
                let (drawn, _) = order.partial_shuffle(rng, keys);
                for &mut key in drawn {
                    row[key] = true;
                }
            }
        }
        pairs
    }
}

/// Returns the number of layers after which every token has received information from every other,
/// or none if that never happens.
#[track_caller]
pub fn layers(
    pairs: &Array2<bool>, // [tokens, tokens], rows are queries
) -> Option<usize> {
    assert!(
        pairs.is_square(),
        "layers: {:?} is not square",
        pairs.shape()
    );
    let tokens = pairs.nrows();
    let mut heard =
        Array2::from_shape_fn((tokens, tokens), |(i, j)| i == j);
    let mut layers = 0;
    loop {
        if heard.iter().all(|&heard| heard) {
            return Some(layers);
        }
        let before = heard.clone();
        for ((query, key), _) in
            pairs.indexed_iter().filter(|pair| *pair.1)
        {
            let known = before.row(key);
            let mut row = heard.row_mut(query);
            row.zip_mut_with(&known, |a, &b| *a |= b);
        }
        if heard == before {
            return None;
        }
        layers += 1;
    }
}
