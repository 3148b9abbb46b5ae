//! The parameters and multiplications of a Transformer.

use super::{Arrangement, Config};

/// Counts of parameters or multiplications in a [`Transformer`](super::Transformer), by part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The embedding tables of both vocabularies, and the factor √hidden.
    pub embeddings: usize,
    /// The projections of all attentions.
    pub projections: usize,
    /// The pairs of a query and a key: their scores and their terms of the mixtures.
    pub pairs: usize,
    /// The feed-forward networks.
    pub feed_forward: usize,
    /// The layer norms.
    pub norms: usize,
    /// The output layer.
    pub output: usize,
}

impl Cost {
    /// Returns the sum over all parts.
    pub fn total(&self) -> usize {
        self.embeddings
            + self.projections
            + self.pairs
            + self.feed_forward
            + self.norms
            + self.output
    }
}

/// Returns the parameters of a model for these vocabularies of sources and targets.
pub fn parameters(
    config: &Config,
    [source_vocab, target_vocab]: [usize; 2],
) -> Cost {
    let Config { hidden, feed_forward, blocks, .. } = *config;
    let attentions = 3 * blocks; // one in a block of the encoder, two in one of the decoder
    let matrix = if config.tied { 0 } else { hidden * target_vocab };
    Cost {
        embeddings: (source_vocab + target_vocab) * hidden,
        projections: attentions * 4 * hidden * hidden,
        pairs: 0, // nothing is learned in them
        feed_forward: 2
            * blocks
            * (2 * hidden * feed_forward + feed_forward + hidden),
        norms: norms(config).into_iter().sum::<usize>() * 2 * hidden,
        output: matrix + target_vocab,
    }
}

/// Returns the multiplications of one forward pass over a source and a target of these numbers of
/// tokens.
///
/// Nearly every multiplication comes with an addition, so there are about twice as many
/// floating-point operations. Biases, softmax, and rectifiers do not count. The causal mask removes
/// scores after they are computed, so all pairs count.
pub fn multiplications(
    config: &Config,
    [_, target_vocab]: [usize; 2],
    source_len: usize,
    target_len: usize,
) -> Cost {
    let (n, m) = (source_len, target_len);
    let Config { hidden, feed_forward, blocks, .. } = *config;
    let [of_source, of_target] = norms(config);
    // Of the encoder, of the decoder among its tokens, and of the decoder with the source.
    let projected = 4 * n + 4 * m + (2 * m + 2 * n);
    let pairs = n * n + m * m + m * n;
    Cost {
        embeddings: (n + m) * hidden,
        projections: blocks * projected * hidden * hidden,
        pairs: blocks * pairs * 2 * hidden,
        feed_forward: blocks * (n + m) * 2 * hidden * feed_forward,
        norms: (of_source * n + of_target * m) * 3 * hidden,
        output: m * hidden * target_vocab,
    }
}

/// The arrays that a decoder keeps from step to step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cached {
    /// The tokens and the output of the encoder; all tokens so far go through all blocks again.
    Tokens,
    /// The inputs of each block; no vector is computed twice, but keys and values are projected
    /// again.
    BlockInputs,
    /// The projected keys and values of the target and the source.
    KeysAndValues,
}

/// Returns the multiplications of the decoder from the token at this position to the logits of the
/// next one.
pub fn step_multiplications(
    config: &Config,
    target_vocab: usize,
    source_len: usize,
    position: usize,
    kept: Cached,
) -> Cost {
    let (n, seen) = (source_len, position + 1);
    let Config { hidden, feed_forward, blocks, .. } = *config;
    // Tokens that go through the blocks, and tokens whose keys and values are projected.
    let (new, projected, of_source) = match kept {
        Cached::Tokens => (seen, seen, n),
        Cached::BlockInputs => (1, seen, n),
        Cached::KeysAndValues => (1, 1, 0),
    };
    let [_, norms] = norms(config);
    Cost {
        embeddings: new * hidden,
        projections: blocks
            * (4 * new + 2 * projected + 2 * of_source)
            * hidden
            * hidden,
        pairs: blocks * new * (seen + n) * 2 * hidden,
        feed_forward: blocks * new * 2 * hidden * feed_forward,
        norms: norms * new * 3 * hidden,
        output: hidden * target_vocab,
    }
}

/// Returns the normalizations that each token of a source and of a target goes through.
fn norms(config: &Config) -> [usize; 2] {
    let last = match config.arrangement {
        Arrangement::WithoutNorm => return [0, 0],
        Arrangement::PreNorm => 1,
        Arrangement::PostNorm | Arrangement::WithoutResidual => 0,
    };
    [2 * config.blocks + last, 3 * config.blocks + last]
}
