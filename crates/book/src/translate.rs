//! `cargo book translate`: asks trained models.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, Result};
use attention::data::{UNK, tokenize};
use attention::encoder_decoder::{EncoderDecoder, Translator};
use attention::{bahdanau, transformer};
use clap::ValueEnum;

/// The translators, by their chapters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Model {
    /// The one with attention.
    Bahdanau,
    /// The Transformer.
    Transformer,
}

/// Translates sentences, or, if there are none, each line of the standard input, with a model from a folder or
/// with that of the book. Each translation is a line on the standard output; the words that the model does not
/// know are named on the standard error.
///
/// # Errors
///
/// Names the file that is to blame.
pub fn translate(
    model: Model,
    folder: Option<&Path>,
    sentences: &[String],
) -> Result<()> {
    match model {
        Model::Bahdanau => {
            let trained = match folder {
                Some(folder) => bahdanau::TrainedRecurrent::load(folder)?,
                None => bahdanau::trained()?,
            };
            each(&trained.bahdanau, sentences)
        }
        Model::Transformer => {
            let trained = match folder {
                Some(folder) => transformer::TrainedTransformer::load(folder)?,
                None => transformer::trained()?,
            };
            each(&trained.transformer, sentences)
        }
    }
}

fn each<M: EncoderDecoder>(
    translator: &Translator<M>,
    sentences: &[String],
) -> Result<()> {
    if !sentences.is_empty() {
        let mut sentences = sentences.iter();
        return sentences.try_for_each(|sentence| one(translator, sentence));
    }
    if io::stdin().is_terminal() {
        eprintln!("each line is a sentence (Ctrl-D ends)");
    }
    let mut lines = io::stdin().lines();
    lines.try_for_each(|line| {
        one(translator, &line.context("a sentence cannot be read")?)
    })
}

/// Longer sentences would fill the memory, and no model of the book has learned from them.
const MOST_TOKENS: usize = 500;

fn one<M: EncoderDecoder>(translator: &Translator<M>, sentence: &str) -> Result<()> {
    let tokens = tokenize(sentence);
    let words = &translator.vocabularies.source;
    let unknown = tokens.iter().filter(|token| words.id(token) == UNK);
    let unknown: Vec<&str> = unknown.map(String::as_str).collect();
    let text = match tokens.len() {
        0 => String::new(),
        1..=MOST_TOKENS => translator.translate(sentence)?.text,
        count => {
            eprintln!("not translated: {count} tokens, more than {MOST_TOKENS}");
            String::new()
        }
    };
    if !unknown.is_empty() {
        eprintln!("unknown to the model: {}", unknown.join(", "));
    }
    writeln!(io::stdout(), "{text}").context("a sentence cannot be written")
}
