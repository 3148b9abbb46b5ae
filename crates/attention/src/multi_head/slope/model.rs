//! The model of the example, and its training.

use ndarray::{Array2, Array3, Axis};
use rand::Rng;

use super::{DAYS, HIDDEN, examples};
use crate::Real;
use crate::mask::Mask;
use crate::multi_head::wrong::{
    forward_with_wrong_merge, forward_without_permute,
};
use crate::multi_head::{MultiHead, MultiHeadConfig};
use crate::nn::{ConfigError, Linear, Module, Visitor};
use crate::tape::{Attended, Mode, Tape};
use crate::train::{Adam, Optimizer};

const BATCH: usize = 16;
const RATE: Real = 0.03;

/// How the model splits its projections into heads and merges them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// Each head has its own columns: [`MultiHead::forward`].
    Columns,
    /// Both permutations are missing: [`forward_without_permute`].
    WithoutPermute,
    /// The permutation of the merge is missing: [`forward_with_wrong_merge`].
    WrongMerge,
}

/// Multi-head attention over the days, with a readout of each output.
///
/// Queries and keys are the days as one-hot vectors, and values are the measurements. An output is
/// therefore a sum of measurements with fixed [coefficients](SlopeModel::coefficients).
///
/// | parameter | shape |
/// |---|---|
/// | `attention.query.weight`, `attention.key.weight` | `[days, hidden]` |
/// | `attention.value.weight` | `[1, hidden]` |
/// | `attention.output.weight` | `[hidden, hidden]` |
/// | `readout.weight` | `[hidden, 1]` |
#[derive(Debug)]
pub struct SlopeModel {
    /// From days and measurements to hidden vectors.
    pub attention: MultiHead,
    /// From a hidden vector to an answer.
    pub readout: Linear,
    /// How the heads are made.
    pub split: Split,
}

impl SlopeModel {
    /// Creates a model with random parameters and no bias.
    ///
    /// # Errors
    ///
    /// [`ConfigError::HeadsMustDivide`] unless `heads` divides [`HIDDEN`].
    // ANCHOR: new
    pub fn new(
        heads: usize,
        rng: &mut dyn Rng,
    ) -> Result<Self, ConfigError> {
        let config =
            MultiHeadConfig::new(HIDDEN, heads).inputs(DAYS, DAYS, 1);
        Ok(Self {
            attention: MultiHead::new(&config, rng)?,
            readout: Linear::without_bias(HIDDEN, 1, rng),
            split: Split::Columns,
        })
    }
    // ANCHOR_END: new

    /// Returns the answers for all days except the first and the last, `[batch, days - 2]`, and the
    /// weights of all days, `[batch, heads, days, days]`.
    #[track_caller]
    pub fn forward<'t>(
        &self,
        tape: &'t Tape,
        measurements: &Array2<Real>, // [batch, days]
    ) -> Attended<'t> {
        let (batch, days) = measurements.dim();
        let one_hot =
            |(_, row, column)| if row == column { 1.0 } else { 0.0 };
        let positions =
            Array3::from_shape_fn((batch, days, days), one_hot);
        let positions = tape.constant(positions);
        let values =
            tape.constant(measurements.clone().insert_axis(Axis(2)));
        let attention = match self.split {
            Split::Columns => MultiHead::forward,
            Split::WithoutPermute => forward_without_permute,
            Split::WrongMerge => forward_with_wrong_merge,
        };
        let attended = attention(
            &self.attention,
            positions,
            positions,
            values,
            &Mask::all(),
        );
        let answers = self.readout.forward(attended.output); // [batch, days, 1]
        Attended {
            output: answers
                .reshape(&[batch, days])
                .slice(1, 1..days - 1),
            weights: attended.weights,
        }
    }

    /// Trains with [`Adam`] on `steps` batches of new examples, at a learning rate that falls to 0.
    ///
    /// Returns the mean squared error of each batch before its step. The chapter shows each step,
    /// so this is no [`Trainer`](crate::train::Trainer).
    ///
    /// # Panics
    ///
    /// If a loss is not finite.
    // ANCHOR: train
    pub fn train(&self, steps: usize, rng: &mut dyn Rng) -> Vec<Real> {
        let mut adam = Adam::new(RATE).expect("the rate is above 0");
        let mut losses = Vec::with_capacity(steps);
        for step in 0..steps {
            adam.set_learning_rate(
                RATE * (1.0 - step as Real / steps as Real),
            );
            let gradients = {
                let (measurements, slopes) = examples(BATCH, rng);
                let tape = Tape::new(Mode::Train, 0);
                let answers = self.forward(&tape, &measurements).output;
                let loss =
                    (answers - tape.constant(slopes)).square().mean();
                losses.push(loss.item());
                assert!(
                    losses[step].is_finite(),
                    "train: the loss is {}",
                    losses[step]
                );
                loss.backward()
            }; // drops the tape, so the parameters change in place
            adam.step(self, &gradients);
        }
        losses
    }
    // ANCHOR_END: train

    /// Returns a copy of the model without the contribution of a head; see
    /// [`MultiHead::without_head`].
    #[track_caller]
    #[must_use]
    pub fn without_head(&self, head: usize) -> Self {
        Self {
            attention: self.attention.without_head(head),
            readout: self.readout.copy(),
            split: self.split,
        }
    }

    /// Returns a copy of the model with only these heads; see [`MultiHead::keep_heads`].
    ///
    /// # Panics
    ///
    /// If `kept` is empty.
    #[track_caller]
    #[must_use]
    pub fn keep_heads(&self, kept: &[usize]) -> Self {
        Self {
            attention: self.attention.keep_heads(kept),
            readout: self.readout.copy(),
            split: self.split,
        }
    }
}

impl Module for SlopeModel {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("attention", &self.attention);
        visitor.module("readout", &self.readout);
    }
}
