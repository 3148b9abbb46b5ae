//! The language model of the book with one part after the other exchanged.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use translation::train_with;

use super::training::rounded;
use crate::compared::compared;
use crate::saved::Problem;
use crate::transformer::texts;
use attention::encoder_decoder::{Experiment, Recipe, mean_loss};
use attention::newer_transformer::{
    DecoderOnly, DecoderOnlyConfig, NetworkKind, NormKind, Positions,
};

compared! {
    /// A part of the language model that is exchanged.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Exchange {
        /// Nothing: sinusoid, layer norm, rectifier, a key head for each head.
        Nothing: "nothing",
        /// Rotation instead of the sinusoid.
        Rotation: "rotation",
        /// RMS norm instead of layer norm.
        RmsNorm: "RMS norm",
        /// A gate instead of the rectifier.
        Gate: "gated network",
        /// Queries and keys are normalized.
        QueryKeyNorm: "query-key norm",
        /// Two key heads for four heads.
        SharedKeys: "shared keys",
        /// All of the above but positions, which are rotated.
        All: "all of these",
        /// No positions instead of the sinusoid.
        NoPositions: "no positions",
    }
}

impl Exchange {
    fn config(self) -> DecoderOnlyConfig {
        let today = DecoderOnlyConfig {
            query_key_norm: true,
            key_heads: 2,
            ..DecoderOnlyConfig::new(32, 4)
        };
        let old = DecoderOnlyConfig {
            positions: Positions::Sinusoidal,
            norm: NormKind::Layer,
            network: NetworkKind::Relu,
            inner: 128,
            query_key_norm: false,
            key_heads: 4,
            ..today
        };
        match self {
            Self::Nothing => old,
            Self::NoPositions => DecoderOnlyConfig { positions: Positions::None, ..old },
            Self::Rotation => DecoderOnlyConfig { positions: today.positions, ..old },
            Self::RmsNorm => DecoderOnlyConfig { norm: today.norm, ..old },
            Self::Gate => DecoderOnlyConfig { network: today.network, inner: today.inner, ..old },
            Self::QueryKeyNorm => DecoderOnlyConfig { query_key_norm: true, ..old },
            Self::SharedKeys => DecoderOnlyConfig { key_heads: today.key_heads, ..old },
            Self::All => today,
        }
    }
}

/// The loss of a language model with one part exchanged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Control {
    /// The exchanged part.
    pub exchange: Exchange,
    /// The seed of the parameters and of the order of the sentences.
    pub seed: u64,
    /// The loss on held-out sentences, in nats per token.
    pub loss: f64,
}

/// Trains a language model on the sentences of the book.
pub(super) fn control(exchange: Exchange, seed: u64) -> Result<Control, Problem> {
    let experiment = Experiment::of_the_book();
    let vocabs = [experiment.vocabularies.source.len(); 2];
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let model = DecoderOnly::new(&exchange.config(), vocabs[0], rng)?;
    let recipe = Recipe { epochs: 10, seed, ..Recipe::default() };
    let training = texts(&experiment, &experiment.training);
    train_with(&model, &training, vocabs, &recipe, None)?;
    let held_out = texts(&experiment, &experiment.held_out);
    let loss = mean_loss(&model, &held_out, vocabs)?;
    Ok(Control { exchange, seed, loss: rounded(loss) })
}
