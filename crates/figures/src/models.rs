//! The trained models that widgets use.
//!
//! In a program they are compiled into the crate `laboratory`. A module for browsers receives one
//! from the page, in a plain layout: a line with its name and one with its sizes, lines of tokens,
//! and all parameters in the order of the module. Readers of JSON and of safetensors would double
//! the size of the module for browsers.

mod translator;
mod writer;

use std::cell::OnceCell;
use std::iter;
use std::thread::LocalKey;

use attention::nn::Module;
use laboratory::{bahdanau, transformer};

pub(crate) use self::translator::{Perturbation, Translator, text};
pub(crate) use self::writer::Writer;
use crate::prelude::*;

pub(crate) fn trained_recurrent() -> bahdanau::Trained {
    bahdanau::trained().expect("the repository has the models")
}

pub(crate) fn trained_transformer() -> transformer::Trained {
    transformer::trained().expect("the repository has the models")
}

/// A trained model that a page can give to a module.
#[derive(Clone, Copy, Debug)]
pub struct Model {
    /// The name of its chapter.
    pub name: &'static str,
    /// Packs the model for [`give_translator`] or [`give_writer`].
    pub packed: fn() -> Vec<u8>,
}

impl Model {
    const fn of<M: Trained>() -> Model {
        Model { name: M::NAME, packed: packed::<M> }
    }
}

/// All models that pages give to modules.
pub const MODELS: &[Model] = &[Model::of::<Translator>(), Model::of::<Writer>()];

/// Takes the translator from its packed form, unless there is one. Returns none if it is damaged.
pub fn give_translator(packed: &[u8]) -> Option<()> {
    give::<Translator>(packed)
}

/// Takes the language model from its packed form, unless there is one. Returns none if it is
/// damaged.
pub fn give_writer(packed: &[u8]) -> Option<()> {
    give::<Writer>(packed)
}

/// A trained model with its tokens.
pub(crate) trait Trained: Sized + 'static {
    /// The name of its chapter.
    const NAME: &'static str;

    /// Returns the variable that holds the model once a page has given it.
    fn given() -> &'static LocalKey<OnceCell<Self>>;

    /// Returns the model that is compiled in, and its sizes.
    fn shipped() -> (Self, Vec<usize>);

    /// Creates a model of these sizes, with the tokens of the next lines. Returns none if there are
    /// other sizes or fewer lines.
    fn untrained(sizes: &[usize], lines: &mut dyn Iterator<Item = Vec<String>>) -> Option<Self>;

    /// Returns the tokens, in the order of the lines.
    fn tokens(&self) -> Vec<&[String]>;

    /// Returns the model with its parameters.
    fn module(&self) -> &dyn Module;
}

/// Calls a function with the model that a page gave, or in a program with the compiled-in one.
pub(crate) fn with<M: Trained, T>(call: impl FnOnce(&M) -> T) -> T {
    let compiled_in = || {
        // A module for browsers must not contain the files.
        if cfg!(feature = "frames") {
            M::shipped().0
        } else {
            panic!("a page gives the model before it asks")
        }
    };
    M::given().with(|given| call(given.get_or_init(compiled_in)))
}

fn give<M: Trained>(packed: &[u8]) -> Option<()> {
    let model: M = unpack(packed)?;
    M::given().with(|given| {
        given.get_or_init(|| model);
    });
    Some(())
}

/// Creates a model from its packed form, or returns none if it is damaged or another model.
fn unpack<M: Trained>(packed: &[u8]) -> Option<M> {
    let mut rest = packed;
    let lines = &mut iter::from_fn(|| {
        let mut parts = rest.splitn(2, |byte| *byte == b'\n');
        let line = str::from_utf8(parts.next()?).ok()?;
        rest = parts.next()?;
        Some(line.split(' ').map(str::to_owned).collect::<Vec<_>>())
    });
    if lines.next()? != [M::NAME] {
        return None;
    }
    let sizes: Option<Vec<usize>> = lines.next()?.iter().map(|word| word.parse().ok()).collect();
    let model = M::untrained(&sizes?, lines)?;

    let (numbers, rest) = rest.as_chunks();
    if !rest.is_empty() || numbers.len() != model.module().param_count() {
        return None;
    }
    let mut numbers = numbers.iter();
    for (_, param) in model.module().params() {
        param.update(|value| {
            for (old, new) in value.iter_mut().zip(numbers.by_ref()) {
                *old = Real::from_le_bytes(*new);
            }
        });
    }
    Some(model)
}

fn packed<M: Trained>() -> Vec<u8> {
    let (model, sizes) = M::shipped();
    let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
    let mut lines = vec![M::NAME.to_owned(), sizes.join(" ")];
    lines.extend(model.tokens().iter().map(|tokens| tokens.join(" ")));
    let mut packed = (lines.join("\n") + "\n").into_bytes();
    for (_, param) in model.module().params() {
        packed.extend(param.value().iter().flat_map(|number| number.to_le_bytes()));
    }
    packed
}

#[cfg(test)]
mod tests;
