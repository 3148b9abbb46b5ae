//! The decoder that looks at a source.

use rand::Rng;

use super::encoder::final_norm;
use super::{BlockMemory, Config, DecoderBlock};
use crate::mask::Mask;
use crate::nn::{ConfigError, LayerNorm, Module, Visitor};
use crate::tape::Var;

/// Blocks one after the other, and with [pre-norm](super::Arrangement::PreNorm) a normalization of the
/// result.
///
/// | parameter | shape |
/// |---|---|
/// | `blocks.0.*`, `blocks.1.*`, .. | see [`DecoderBlock`] |
/// | `norm.weight`, `norm.bias` | `[hidden]`, with pre-norm |
///
/// # Example
///
/// ```
/// use attention::mask::Mask;
/// use attention::tape::{Mode, Tape};
/// use attention::transformer::{Config, Decoder};
/// use ndarray::Array3;
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let decoder = Decoder::new(&Config::new(24, 8), &mut ChaCha8Rng::seed_from_u64(0))?;
/// let tape = Tape::new(Mode::Eval, 0);
/// let memory = decoder.start(tape.constant(Array3::ones((2, 7, 24))), &[3, 2]);
/// let x = tape.constant(Array3::ones((2, 5, 24)));
/// let read = decoder.forward(x, &memory, &Mask::causal());
/// assert_eq!(read.output.shape(), [2, 5, 24]);
/// assert_eq!(read.memory.position, 5); // of the token that comes next
/// # Ok::<(), attention::nn::ConfigError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Decoder {
    /// In their order.
    pub blocks: Vec<DecoderBlock>,
    /// Of the result, with pre-norm.
    pub norm: Option<LayerNorm>,
}

/// What a [`Decoder`] carries from step to step.
///
/// # Example
///
/// See [`Decoder`].
#[derive(Clone, Debug)]
pub struct Memory<'t> {
    /// The keys and values of each block.
    pub blocks: Vec<BlockMemory<'t>>,
    /// How many tokens of each source are no padding: `[batch]`.
    pub source_lens: Vec<usize>,
    /// How many tokens there are so far: the position of the next one.
    pub position: usize,
}

/// What a [`Decoder`] gives.
///
/// # Example
///
/// See [`Decoder`].
#[derive(Clone, Debug)]
pub struct Read<'t> {
    /// `[batch, steps, hidden]`
    pub output: Var<'t>,
    /// Of the self-attention of each block: `[batch, heads, steps, keys]`.
    pub weights: Vec<Var<'t>>,
    /// Of the attention to the source, of each block: `[batch, heads, steps, source steps]`.
    pub cross_weights: Vec<Var<'t>>,
    /// For the tokens that follow.
    pub memory: Memory<'t>,
}

impl Decoder {
    /// A decoder with random parameters.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if a size is 0, or if the heads cannot share the hidden numbers.
    ///
    /// # Example
    ///
    /// See [`Decoder`].
    pub fn new(config: &Config, rng: &mut impl Rng) -> Result<Self, ConfigError> {
        config.check(&[])?;
        let blocks = (0..config.blocks).map(|_| DecoderBlock::new(config, rng));
        Ok(Self {
            blocks: blocks.collect::<Result<_, _>>()?,
            norm: final_norm(config),
        })
    }

    /// What the first token finds.
    ///
    /// # Shapes
    ///
    /// `encoded`: `[batch, source steps, hidden]`, `source_lens`: `[batch]`.
    ///
    /// # Panics
    ///
    /// If the last axis has another size than `hidden`.
    ///
    /// # Example
    ///
    /// See [`Decoder`].
    #[track_caller]
    pub fn start<'t>(&self, encoded: Var<'t>, source_lens: &[usize]) -> Memory<'t> {
        let blocks = self.blocks.iter().map(|block| block.start(encoded));
        Memory {
            blocks: blocks.collect(),
            source_lens: source_lens.to_vec(),
            position: 0,
        }
    }

    /// The vectors of the tokens after the last block.
    ///
    /// The mask says which tokens each token may look at, and is [causal](Mask::causal) in a model that
    /// writes. It is moved to the position of the first token here.
    ///
    /// # Shapes
    ///
    /// `x`: `[batch, steps, hidden]`; see [`Read`] for the results.
    ///
    /// # Panics
    ///
    /// If the sizes or the mask do not fit, or if the memory is of another decoder.
    ///
    /// # Example
    ///
    /// See [`Decoder`].
    #[track_caller]
    pub fn forward<'t>(
        &self,
        mut x: Var<'t>, // [batch, steps, hidden]
        memory: &Memory<'t>,
        mask: &Mask,
    ) -> Read<'t> {
        let [_batch, steps, _hidden] = x.dims();
        let [own, given] = [self.blocks.len(), memory.blocks.len()];
        assert!(
            own == given,
            "decoder: {own} blocks, and a memory of {given}"
        );
        let mask = mask.clone().starting_at(memory.position);
        let source_mask = Mask::valid_lens(memory.source_lens.as_slice());
        let mut next = memory.clone();
        next.position += steps;
        let (mut weights, mut cross_weights) = (Vec::new(), Vec::new());
        for (block, memory) in self.blocks.iter().zip(&mut next.blocks) {
            let read = block.forward(x, memory, &mask, &source_mask);
            (x, *memory) = (read.output, read.memory);
            weights.push(read.weights);
            cross_weights.push(read.cross_weights);
        }
        let output = self.norm.as_ref().map_or(x, |norm| norm.forward(x));
        Read {
            output,
            weights,
            cross_weights,
            memory: next,
        }
    }
}

impl Memory<'_> {
    /// That of these sentences of the batch, in this order; one may be asked for twice.
    ///
    /// # Panics
    ///
    /// If there is no such sentence.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::tape::{Mode, Tape};
    /// use attention::transformer::{Config, Decoder};
    /// use ndarray::Array3;
    /// use rand::{SeedableRng, rngs::ChaCha8Rng};
    ///
    /// let decoder = Decoder::new(&Config::new(24, 8), &mut ChaCha8Rng::seed_from_u64(0))?;
    /// let tape = Tape::new(Mode::Eval, 0);
    /// let memory = decoder.start(tape.constant(Array3::ones((2, 7, 24))), &[3, 2]);
    /// assert_eq!(memory.select(&[1, 1, 0]).source_lens, [2, 2, 3]);
    /// # Ok::<(), attention::nn::ConfigError>(())
    /// ```
    #[must_use]
    pub fn select(&self, sentences: &[usize]) -> Self {
        let blocks = self.blocks.iter().map(|block| BlockMemory {
            source: block.source.select(sentences),
            past: block.past.map(|past| past.select(sentences)),
        });
        Self {
            blocks: blocks.collect(),
            source_lens: sentences.iter().map(|&row| self.source_lens[row]).collect(),
            position: self.position,
        }
    }
}

impl Module for Decoder {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        for (place, block) in self.blocks.iter().enumerate() {
            visitor.module(&format!("blocks.{place}"), block);
        }
        if let Some(norm) = &self.norm {
            visitor.module("norm", norm);
        }
    }
}
