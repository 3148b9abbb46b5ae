//! What layers cost that mix the tokens of a sequence.

/// A layer that lets the tokens of a sequence get to know about each other, with `dim` numbers for
/// each token before and after it.
///
/// # Source
///
/// Vaswani et al. (2017), *Attention is all you need*, Table 1, which gives the orders of growth. This
/// type counts.
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
    /// Each output is computed from neighboring tokens.
    Convolution {
        /// How many, with the token itself.
        width: usize,
    },
    /// Each state is computed from one token and the state before it.
    Recurrence,
    /// Each token looks at all tokens, with four projections.
    SelfAttention,
    /// Each token looks at itself and its neighbors, with four projections.
    LocalSelfAttention {
        /// How many before it.
        before: usize,
        /// How many after it.
        after: usize,
    },
}

/// How many multiplications a layer takes, by what is multiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multiplications {
    /// Of a number with a learned weight.
    pub by_weights: usize,
    /// Of two numbers that both come from the tokens: in scores and in mixtures.
    pub by_pairs: usize,
}

impl Multiplications {
    /// Both together.
    pub fn total(self) -> usize {
        self.by_weights + self.by_pairs
    }
}

/// What the smallest stack of equal layers costs in which one output depends on all tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackCost {
    /// How many layers there are.
    pub layers: usize,
    /// How many operations must wait for each other. It is the length of the longest path, too.
    pub sequential_steps: usize,
    /// How many multiplications all layers take.
    pub multiplications: usize,
}

impl Layer {
    /// The multiplications of one layer for a sequence of so many steps.
    ///
    /// A convolution fills up the ends of the sequence with zeros and multiplies them, too. Biases,
    /// softmax and tanh are not counted.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::self_attention::Layer;
    ///
    /// let cost = Layer::SelfAttention.multiplications(128, 64);
    /// assert_eq!(cost.by_weights, 4 * 128 * 64 * 64);
    /// assert_eq!(cost.by_pairs, cost.by_weights); // 128 = 2 · 64
    /// ```
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
            by_pairs: 2 * self.pairs(steps) * dim, // a score and a share of the mixture
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

    /// How many operations of one layer must wait for each other.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::self_attention::Layer;
    ///
    /// assert_eq!(Layer::Recurrence.sequential_steps(100), 100);
    /// assert_eq!(Layer::SelfAttention.sequential_steps(100), 1);
    /// ```
    pub fn sequential_steps(self, steps: usize) -> usize {
        match self {
            Self::Recurrence => steps,
            _ => 1,
        }
    }

    /// How many layers it takes until one output depends on the first and on the last token.
    ///
    /// # Panics
    ///
    /// If no number of layers is enough, because each token sees only itself.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::self_attention::Layer;
    ///
    /// let local = Layer::LocalSelfAttention { before: 4, after: 4 };
    /// assert_eq!(local.layers_to_meet(17), 2);
    /// ```
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
            "layers_to_meet: {self:?}: never"
        );
        apart.div_ceil(reach.max(1)).max(1)
    }

    /// The cost of a stack of [`layers_to_meet`](Self::layers_to_meet) layers.
    ///
    /// # Panics
    ///
    /// If no number of layers is enough.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::self_attention::Layer;
    ///
    /// let stack = Layer::Convolution { width: 3 }.stack(5, 64);
    /// assert_eq!((stack.layers, stack.sequential_steps), (2, 2));
    /// assert_eq!(stack.multiplications, 2 * 3 * 5 * 64 * 64);
    /// ```
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
