//! A decoder-only model with the parts of today.

mod cache;

use ndarray::{Array2, Array3};
use rand::Rng;

pub use cache::DecoderOnlyCache;

use super::{
    Block, DecoderOnlyConfig, Norm, Positions, alibi_slopes, bucket,
};
use crate::Real;
use crate::nn::{
    ConfigError, Embedding, LearnedPositions, Linear, Module, Param,
    SinusoidalPositions, Tokens, Visitor, init,
};
use crate::tape::{Tape, Var};
use crate::transformer::{Predicted, without_source};

/// A language model of blocks with grouped-query attention, whose parts are chosen by a
/// [`DecoderOnlyConfig`].
///
/// | parameter | shape |
/// |---|---|
/// | `embedding.weight` | `[vocab, hidden]` |
/// | `positions.weight` | `[len, hidden]`, if positions are learned |
/// | `buckets` | `[count, heads]`, if offsets have buckets |
/// | `blocks.0.*`, `blocks.1.*`, .. | see [`Block`] |
/// | `norm.*` | `[hidden]` |
/// | `output.weight` | `[hidden, vocab]`, unless it is tied |
///
/// Embeddings start with standard deviation 1 / √hidden and are multiplied by √hidden, as in
/// [`InputLayer`](crate::transformer::InputLayer).
///
/// # Source
///
/// Touvron et al. (2023), *LLaMA: open and efficient foundation language models*, Section 2.2, for
/// the default.
#[derive(Clone, Debug)]
pub struct DecoderOnly {
    /// From tokens to vectors.
    pub embedding: Embedding,
    /// Learned vectors of positions.
    pub positions: Option<LearnedPositions>,
    /// A number for each bucket of offsets and each head.
    pub buckets: Option<Param>,
    /// The blocks, in order.
    pub blocks: Vec<Block>,
    /// The norm after the last block.
    pub norm: Norm,
    /// From vectors to logits, unless tied to the embedding.
    pub output: Option<Linear>,
    /// The sizes and options.
    pub config: DecoderOnlyConfig,
}

impl DecoderOnly {
    /// Creates a model with random parameters.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if the vocabulary is empty or the configuration is impossible, see
    /// [`DecoderOnlyConfig::check`].
    ///
    /// # Panics
    ///
    /// If [`Scaling::apply`](super::Scaling::apply) refuses the base or the factor of rotary
    /// positions.
    pub fn new(
        config: &DecoderOnlyConfig,
        vocab: usize,
        rng: &mut dyn Rng,
    ) -> Result<Self, ConfigError> {
        config.check()?;
        if vocab == 0 {
            return Err(ConfigError::Zero("vocabulary size"));
        }
        let DecoderOnlyConfig { hidden, heads, .. } = *config;
        let std = (hidden as Real).sqrt().recip();
        let weight =
            Param::new(init::normal((vocab, hidden), std, rng));
        let blocks =
            (0..config.blocks).map(|_| Block::new(config, rng));
        let blocks = blocks.collect::<Result<_, _>>()?;
        let output = (!config.tied)
            .then(|| Linear::without_bias(hidden, vocab, rng));
        let (mut positions, mut buckets) = (None, None);
        match config.positions {
            Positions::Learned { len } => {
                positions =
                    Some(LearnedPositions::new(len, hidden, rng));
            }
            Positions::Buckets { count, .. } => {
                buckets =
                    Some(Param::new(Array2::zeros((count, heads))));
            }
            _ => {}
        }
        Ok(Self {
            embedding: Embedding { weight },
            positions,
            buckets,
            blocks,
            norm: Norm::new(config.norm, hidden),
            output,
            config: *config,
        })
    }

    /// Returns a model with the same parameters and other positions, a window, or a cap, to test
    /// what training did not.
    ///
    /// # Panics
    ///
    /// If the other options differ, if positions need parameters of their own and were others in
    /// training, or if the configuration is impossible, see [`DecoderOnlyConfig::check`].
    #[must_use]
    #[track_caller]
    pub fn with(&self, config: DecoderOnlyConfig) -> Self {
        let same = DecoderOnlyConfig {
            positions: self.config.positions,
            score_cap: self.config.score_cap,
            window: self.config.window,
            first_keys: self.config.first_keys,
            ..config
        };
        let own = |positions| match positions {
            Positions::Learned { len } => [len, 0],
            Positions::Buckets { count, .. } => [0, count],
            _ => [0, 0],
        };
        let parameters = [config.positions, self.config.positions];
        let [new, old] = parameters.map(own);
        assert!(
            same == self.config && (new == old || new == [0, 0]),
            "DecoderOnly::with: {config:?} needs other parameters \
             than {:?}",
            self.config
        );
        let possible = config.check();
        possible.unwrap_or_else(|error| {
            panic!("DecoderOnly::with: {error}")
        });
        let mut model = self.clone();
        model.config = config;
        if new == [0, 0] {
            (model.positions, model.buckets) = (None, None);
        }
        for block in &mut model.blocks {
            block.attention.config = config.attention();
        }
        model
    }

    /// Returns the logits of the token after each of these, and the weights.
    ///
    /// # Panics
    ///
    /// If there are more tokens than learned positions.
    #[track_caller]
    pub fn predict<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens, // [batch, steps]
    ) -> Predicted<'t> {
        let mut nothing = DecoderOnlyCache::default();
        self.predict_cached(tape, tokens, &mut nothing)
    }

    /// Returns the vectors of tokens, the first at position `start`: `[batch, steps, hidden]`.
    #[track_caller]
    fn embed<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens,
        start: usize,
    ) -> Var<'t> {
        let hidden = self.config.hidden;
        let embedded = self.embedding.forward(tape, tokens);
        let x = embedded * (hidden as Real).sqrt();
        if let Some(positions) = &self.positions {
            return positions.forward(x, start).unwrap_or_else(
                |error| panic!("DecoderOnly: {error}"),
            );
        }
        match self.config.positions {
            Positions::Sinusoidal => {
                SinusoidalPositions::new(hidden).forward(x, start)
            }
            _ => x,
        }
    }

    /// Returns what is added to the scores of all blocks: `[heads, queries, keys]`.
    fn bias<'t>(
        &self,
        tape: &'t Tape,
        queries: &[usize], // positions
        keys: &[usize],
    ) -> Option<Var<'t>> {
        // Keys after the query are masked, so that any number will do.
        let offset = |query: usize, key: usize| {
            queries[query].saturating_sub(keys[key])
        };
        let shape = (queries.len(), keys.len());
        match (self.config.positions, &self.buckets) {
            (Positions::Alibi, _) => {
                let slopes = alibi_slopes(self.config.heads);
                let shape = (slopes.len(), shape.0, shape.1);
                let bias = Array3::from_shape_fn(
                    shape,
                    |(head, query, key)| {
                        -slopes[head] * offset(query, key) as Real
                    },
                );
                Some(tape.constant(bias))
            }
            (Positions::Buckets { count, distance }, Some(table)) => {
                let buckets =
                    Array2::from_shape_fn(shape, |(query, key)| {
                        bucket(offset(query, key), count, distance)
                    });
                // [queries, keys, heads]
                let rows = tape.param(table).rows(&buckets);
                Some(rows.permute(&[2, 0, 1]))
            }
            _ => None,
        }
    }

    /// Maps vectors of the last block, `[.., hidden]`, to logits, `[.., vocab]`.
    fn logits<'t>(&self, x: Var<'t>) -> Var<'t> {
        let x = self.norm.forward(x);
        match &self.output {
            Some(output) => output.forward(x),
            None => {
                let table = x.tape().param(&self.embedding.weight);
                x.matmul(table.transpose())
            }
        }
    }

    /// Returns the number of tokens of the vocabulary.
    pub fn vocab(&self) -> usize {
        self.embedding.weight.shape()[0]
    }
}

without_source!(DecoderOnly, DecoderOnlyCache);

impl Module for DecoderOnly {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("embedding", &self.embedding);
        visitor.module("positions", &self.positions);
        if let Some(buckets) = &self.buckets {
            visitor.param("buckets", buckets);
        }
        visitor.module("blocks", &self.blocks);
        visitor.module("norm", &self.norm);
        visitor.module("output", &self.output);
    }
}
