//! The trained models that widgets use.
//!
//! In a program they are compiled into the crate `laboratory`. A module for browsers receives one
//! from the page, in a plain layout: a line with its name and sizes, lines of tokens, and all
//! parameters in the order of the module. Readers of JSON and of safetensors would double the size
//! of the module for browsers.

mod translator;
mod writer;

use attention::nn::Module;
use laboratory::{bahdanau, transformer};

pub(crate) use self::translator::{Perturbation, Translated, with_trained};
pub(crate) use self::writer::with_writer;
pub use self::{translator::give_translator, writer::give_writer};
use crate::prelude::*;

/// Returns the models of the chapter on Bahdanau attention.
pub(crate) fn trained_recurrent() -> bahdanau::Trained {
    bahdanau::trained().expect("the repository has the models")
}

/// Returns the models of the chapter on the Transformer.
pub(crate) fn trained_transformer() -> transformer::Trained {
    transformer::trained().expect("the repository has the models")
}

/// A trained model that a page can give to a module.
#[cfg(feature = "frames")]
#[derive(Clone, Copy, Debug)]
pub struct Model {
    /// The name of its chapter.
    pub name: &'static str,
    /// Packs the model for [`give_translator`] or [`give_writer`].
    pub packed: fn() -> Vec<u8>,
}

/// All models that pages give to modules.
#[cfg(feature = "frames")]
pub const MODELS: &[Model] = &[
    Model { name: translator::NAME, packed: translator::packed },
    Model { name: writer::NAME, packed: writer::packed },
];

/// The unread bytes of a packed model.
struct Parts<'a> {
    rest: &'a [u8],
}

impl<'a> Parts<'a> {
    /// Returns the parts after the name, or none if it is the name of another model.
    fn of(name: &str, packed: &'a [u8]) -> Option<Self> {
        let mut parts = Parts { rest: packed };
        (parts.words()? == [name]).then_some(parts)
    }

    /// Takes the words of the next line.
    fn words(&mut self) -> Option<Vec<String>> {
        let mut parts = self.rest.splitn(2, |byte| *byte == b'\n');
        let line = str::from_utf8(parts.next()?).ok()?;
        self.rest = parts.next()?;
        Some(line.split(' ').map(str::to_owned).collect())
    }

    /// Takes the numbers of the next line.
    fn sizes(&mut self) -> Option<Vec<usize>> {
        self.words()?.iter().map(|word| word.parse().ok()).collect()
    }
}

/// Replaces all parameters, or returns none if there are more numbers, or fewer.
fn fill(model: &dyn Module, numbers: &[u8]) -> Option<()> {
    let (numbers, rest) = numbers.as_chunks();
    if !rest.is_empty() || numbers.len() != model.param_count() {
        return None;
    }
    let mut numbers = numbers.iter();
    for (_, param) in model.params() {
        param.update(|value| {
            for (old, new) in value.iter_mut().zip(numbers.by_ref()) {
                *old = Real::from_le_bytes(*new);
            }
        });
    }
    Some(())
}

/// Packs a model with its sizes and its vocabularies.
#[cfg(feature = "frames")]
fn pack(name: &str, sizes: &[usize], tokens: &[&[String]], model: &dyn Module) -> Vec<u8> {
    let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
    let mut lines = vec![name.to_owned(), sizes.join(" ")];
    lines.extend(tokens.iter().map(|tokens| tokens.join(" ")));
    let mut packed = (lines.join("\n") + "\n").into_bytes();
    for (_, param) in model.params() {
        let numbers = param.value();
        packed.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
    packed
}
