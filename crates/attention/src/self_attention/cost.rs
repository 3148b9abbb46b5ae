//! The cost of layers that mix the tokens of a sequence.

/// A layer that mixes the tokens of a sequence, with `dim` entries for each token before and after.
///
/// # Source
///
/// Vaswani et al. (2017), *Attention is all you need*, Table 1, which states orders of growth
/// instead of counts.
///
/// # Example
///
/// ```
/// use attention::self_attention::Layer;
///
/// let layer = Layer::Convolution { width: 3 };
/// assert_eq!(layer.multiplications(5, 64).total(), 3 * 5 * 64 * 64);
/// assert_eq!(layer.layers_to_meet(5), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// Each output depends on neighboring tokens.
    Convolution {
        /// The number of tokens in the window.
        width: usize,
    },
    /// Each state depends on one token and the previous state.
    Recurrence,
    /// Each token attends to all tokens, with four projections.
    SelfAttention,
    /// Each token attends to itself and its neighbors, with four projections.
    LocalSelfAttention {
        /// The number of tokens before it.
        before: usize,
        /// The number of tokens after it.
        after: usize,
    },
}

/// The number of multiplications of a layer, by factors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multiplications {
    /// By a parameter.
    pub by_weights: usize,
    /// Of two entries that both depend on the tokens, in scores and in weighted means.
    pub by_pairs: usize,
}

impl Multiplications {
    /// Returns the sum of both.
    pub fn total(self) -> usize {
        self.by_weights + self.by_pairs
    }
}

/// The cost of the smallest stack of equal layers in which one output depends on all tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackCost {
    /// The number of layers.
    pub layers: usize,
    /// The number of sequential operations, which is also the length of the longest path.
    pub sequential_steps: usize,
    /// The number of multiplications of all layers.
    pub multiplications: usize,
}

impl Layer {
    /// Returns the number of multiplications of one layer for `steps` tokens.
    ///
    /// A convolution pads the ends of the sequence with zeros, and their products count. Biases,
    /// softmax, and tanh do not count.
    pub fn multiplications(
        self,
        steps: usize,
        dim: usize,
    ) -> Multiplications {
        let matrices = match self {
            Self::Convolution { width } => width,
            Self::Recurrence => 2, // one for the token, one for the state
            Self::SelfAttention | Self::LocalSelfAttention { .. } => 4,
        };
        Multiplications {
            by_weights: matrices * steps * dim * dim,
            // a score and a term of the mean
            by_pairs: 2 * self.pairs(steps) * dim,
        }
    }

    fn pairs(self, steps: usize) -> usize {
        match self {
            Self::Convolution { .. } | Self::Recurrence => 0,
            Self::SelfAttention => steps * steps,
            Self::LocalSelfAttention { before, after } => (0..steps)
                .map(|query| {
                    query.min(before)
                        + 1
                        + (steps - 1 - query).min(after)
                })
                .sum(),
        }
    }

    /// Returns the number of sequential operations of one layer.
    pub fn sequential_steps(self, steps: usize) -> usize {
        match self {
            Self::Recurrence => steps,
            _ => 1,
        }
    }

    /// Returns the number of layers after which one output depends on both the first and the last
    /// token.
    ///
    /// # Panics
    ///
    /// If each token attends only to itself, so that no number of layers is enough.
    #[track_caller]
    pub fn layers_to_meet(self, steps: usize) -> usize {
        let reach = match self {
            Self::Recurrence | Self::SelfAttention => return 1,
            Self::Convolution { width } => width.saturating_sub(1),
            Self::LocalSelfAttention { before, after } => {
                before.saturating_add(after)
            }
        };
        let apart = steps.saturating_sub(1);
        assert!(
            reach > 0 || apart == 0,
            "layers_to_meet: {self:?}: tokens never meet"
        );
        apart.div_ceil(reach.max(1)).max(1)
    }

    /// Returns the cost of a stack of [`layers_to_meet`](Self::layers_to_meet) layers.
    ///
    /// # Panics
    ///
    /// If no number of layers is enough.
    #[track_caller]
    pub fn stack(self, steps: usize, dim: usize) -> StackCost {
        let layers = self.layers_to_meet(steps);
        StackCost {
            layers,
            sequential_steps: layers * self.sequential_steps(steps),
            multiplications: layers
                * self.multiplications(steps, dim).total(),
        }
    }
}
