//! `cargo book translate`: translates with trained models.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, Result};
use attention::data::{UNK, tokenize};
use attention::encoder_decoder::{EncoderDecoder, Translator};
use clap::ValueEnum;
use laboratory::{Saved, bahdanau, transformer};

/// The translators, by their chapters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Model {
    /// The recurrent translator with attention.
    Bahdanau,
    /// The Transformer.
    Transformer,
}

/// Translates sentences, or each line of standard input if there are none, with a model from
/// `folder` or with the model of the book.
///
/// Prints each translation as a line to standard output, and the words that the model does not know
/// to standard error. Errors name the file at fault.
pub fn translate(model: Model, folder: Option<&Path>, sentences: &[String]) -> Result<()> {
    match model {
        Model::Bahdanau => {
            let trained = match folder {
                Some(folder) => bahdanau::Trained::load(folder)?,
                None => bahdanau::trained()?,
            };
            each(&trained.bahdanau, sentences)
        }
        Model::Transformer => {
            let trained = match folder {
                Some(folder) => transformer::Trained::load(folder)?,
                None => transformer::trained()?,
            };
            each(&trained.transformer, sentences)
        }
    }
}

fn each<M: EncoderDecoder>(translator: &Translator<M>, sentences: &[String]) -> Result<()> {
    for sentence in sentences {
        one(translator, sentence)?;
    }
    if !sentences.is_empty() {
        return Ok(());
    }
    if io::stdin().is_terminal() {
        eprintln!("type one sentence on each line (Ctrl-D ends)");
    }
    for line in io::stdin().lines() {
        one(translator, &line.context("cannot read a sentence")?)?;
    }
    Ok(())
}

fn one<M: EncoderDecoder>(translator: &Translator<M>, sentence: &str) -> Result<()> {
    let mut tokens = tokenize(sentence);
    let text = match tokens.is_empty() {
        true => String::new(),
        false => translator.translate(sentence)?.text,
    };
    tokens.retain(|token| translator.vocabularies.source.id(token) == UNK);
    if !tokens.is_empty() {
        eprintln!("unknown to the model: {}", counted(&tokens));
    }
    writeln!(io::stdout(), "{text}").context("cannot write a translation")
}

/// Lists each word once, in order of the first occurrence, with its count if it occurs again.
fn counted(words: &[String]) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for word in words {
        match counts.iter_mut().find(|(other, _)| other == word) {
            Some((_, count)) => *count += 1,
            None => counts.push((word, 1)),
        }
    }
    let words = counts.into_iter().map(|(word, count)| match count {
        1 => word.to_owned(),
        _ => format!("{word} ({count} times)"),
    });
    words.collect::<Vec<_>>().join(", ")
}
