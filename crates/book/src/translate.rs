//! `cargo book translate`: translates with trained models.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, Result};
use attention::data::{UNK, is_sentence, tokenize};
use attention::encoder_decoder::{EncoderDecoder, Translator};
use clap::ValueEnum;
use laboratory::{Saved, bahdanau, real_sentences, transformer};

/// The translators, by their chapters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Model {
    /// The recurrent translator with attention, of the grammar of the book.
    Bahdanau,
    /// The Transformer of the grammar of the book.
    Transformer,
    /// The Transformer of real sentences.
    RealSentences,
}

/// Translates sentences, or each line of standard input if there are none, with a model from
/// `folder` or with the model of the book.
///
/// Without a model, the Transformer of the grammar answers its sentences, and the translator of
/// real sentences all others; a line on standard error says which one answers from then on. Prints
/// each translation as a line to standard output, and the words that the model does not know to
/// standard error. Errors name the file at fault.
pub fn translate(model: Option<Model>, folder: Option<&Path>, sentences: &[String]) -> Result<()> {
    match (model, folder) {
        (Some(Model::Bahdanau), Some(folder)) => {
            of_grammar(&bahdanau::Trained::load(folder)?.bahdanau, sentences)
        }
        (Some(Model::Bahdanau), None) => of_grammar(&bahdanau::trained()?.bahdanau, sentences),
        (Some(Model::Transformer), Some(folder)) => {
            of_grammar(&transformer::Trained::load(folder)?.transformer, sentences)
        }
        (Some(Model::Transformer), None) => {
            of_grammar(&transformer::trained()?.transformer, sentences)
        }
        (Some(Model::RealSentences), Some(folder)) => {
            of_real_sentences(&real_sentences::Trained::load(folder)?.translator, sentences)
        }
        (Some(Model::RealSentences), None) => {
            of_real_sentences(&real_sentences::translator()?, sentences)
        }
        (None, _) => either(sentences),
    }
}

fn of_grammar<M: EncoderDecoder>(translator: &Translator<M>, sentences: &[String]) -> Result<()> {
    each(sentences, |sentence| word_by_word(translator, sentence))
}

fn of_real_sentences(translator: &real_sentences::Translator, sentences: &[String]) -> Result<()> {
    each(sentences, |sentence| Ok(by_subwords(translator, sentence)))
}

/// Returns an empty line for a sentence that is too long, so that all others keep their places.
fn by_subwords(translator: &real_sentences::Translator, sentence: &str) -> String {
    match translator.translate_all(&[sentence]) {
        Ok(mut translated) => translated.remove(0).text,
        Err(error) => {
            eprintln!("{error}");
            String::new()
        }
    }
}

/// Lets the model answer that was trained on such sentences.
fn either(sentences: &[String]) -> Result<()> {
    let grammar = transformer::trained()?.transformer;
    let real = real_sentences::translator()?;
    let mut answered = None;
    each(sentences, |sentence| {
        let known = is_sentence(sentence);
        if answered.replace(known) != Some(known) {
            let model = if known { Model::Transformer } else { Model::RealSentences };
            let name = model.to_possible_value().expect("no model is hidden");
            eprintln!("model {}:", name.get_name());
        }
        match known {
            true => word_by_word(&grammar, sentence),
            false => Ok(by_subwords(&real, sentence)),
        }
    })
}

/// Prints the translation of each sentence.
fn each(sentences: &[String], mut translate: impl FnMut(&str) -> Result<String>) -> Result<()> {
    let mut one = |sentence: &str| {
        let text = match sentence.trim().is_empty() {
            true => String::new(),
            false => translate(sentence)?,
        };
        writeln!(io::stdout(), "{text}").context("cannot write a translation")
    };
    for sentence in sentences {
        one(sentence)?;
    }
    if !sentences.is_empty() {
        return Ok(());
    }
    if io::stdin().is_terminal() {
        eprintln!("type one sentence on each line (Ctrl-D ends)");
    }
    for line in io::stdin().lines() {
        one(&line.context("cannot read a sentence")?)?;
    }
    Ok(())
}

fn word_by_word<M: EncoderDecoder>(translator: &Translator<M>, sentence: &str) -> Result<String> {
    let mut tokens = tokenize(sentence);
    let text = match tokens.is_empty() {
        true => String::new(),
        false => translator.translate(sentence)?.text,
    };
    tokens.retain(|token| translator.vocabularies.source.id(token) == UNK);
    if !tokens.is_empty() {
        eprintln!("unknown to the model: {}", counted(&tokens));
    }
    Ok(text)
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
