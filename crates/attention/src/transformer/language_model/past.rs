//! What a language model keeps of the tokens that it has read.

use ndarray::Axis;

use crate::multi_head::KeyValues;
use crate::tape::{Tape, Value};

/// The keys and values of the tokens that a [`LanguageModel`](super::LanguageModel) has read: nothing at
/// the start of a text.
///
/// They are arrays and lie on no tape, so each step can have a tape of its own and forget it, and no
/// gradient flows back into tokens that were read before.
///
/// # Example
///
/// See [`LanguageModel`](super::LanguageModel).
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// Of each block; empty before the first token.
    pub(super) blocks: Vec<Pairs>,
    pub(super) position: usize,
}

/// Keys and values, both `[batch, heads, keys, dim]`.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    keys: Value,
    values: Value,
}

impl Past {
    /// How many tokens there are so far: the position of the next one.
    ///
    /// # Example
    ///
    /// ```
    /// assert_eq!(attention::transformer::Past::default().position(), 0);
    /// ```
    pub fn position(&self) -> usize {
        self.position
    }

    /// That of these texts of the batch, in this order.
    pub(super) fn select(&self, texts: &[usize]) -> Self {
        let blocks = self.blocks.iter().map(|pairs| Pairs {
            keys: pairs.keys.select(Axis(0), texts).into_shared(),
            values: pairs.values.select(Axis(0), texts).into_shared(),
        });
        Self {
            blocks: blocks.collect(),
            position: self.position,
        }
    }
}

impl Pairs {
    pub(super) fn of(pairs: &KeyValues<'_>) -> Self {
        Self {
            keys: pairs.keys.value(),
            values: pairs.values.value(),
        }
    }

    pub(super) fn on<'t>(&self, tape: &'t Tape) -> KeyValues<'t> {
        KeyValues {
            keys: tape.constant(self.keys.clone()),
            values: tape.constant(self.values.clone()),
        }
    }
}
