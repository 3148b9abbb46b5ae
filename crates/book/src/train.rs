//! `cargo book train`: trains the models of the chapters again, or on your own sentences.

mod experiments;
mod folders;
mod language_model;
mod minutes;
mod pairs;
mod real_sentences;
mod resumable;
mod translators;

use std::path::Path;

use anyhow::Result;
use clap::Subcommand;
use laboratory::{attention_as_memory, newer_transformer, price_of_a_token};

use crate::Book;
use experiments::TrialsArgs;
use folders::Folders;
use language_model::LanguageModelArgs;
use real_sentences::TranslatorArgs;
use translators::{TrainArgs, TransformerArgs};

/// The models that can be trained, by their chapters.
#[derive(Subcommand)]
pub enum Models {
    /// A translator with attention and one without.
    #[command(mut_arg("epochs", |epochs| epochs.help(
        "Number of epochs (default: 20, or as many as 5000 steps take on a small file); \
         without attention on the corpus of the book, 3 times as many"
    )))]
    Bahdanau(TrainArgs),
    /// A Transformer that translates, and one that writes sentences of the source language.
    Transformer(TransformerArgs),
    /// A language model of a text, which `cargo book write` continues.
    LanguageModel(LanguageModelArgs),
    /// A translator of real sentences, as in the chapter "A newer Transformer".
    Translator(TranslatorArgs),
    /// The experiments of the chapter "A newer Transformer".
    NewerTransformer(TrialsArgs),
    /// The experiments of the chapter "The price of a token".
    PriceOfAToken(TrialsArgs),
    /// The experiments of the chapter "Attention as memory".
    AttentionAsMemory(TrialsArgs),
}

/// Trains the models of a chapter, writes them, and prints the progress line by line.
///
/// Folders in the arguments are relative to `here`. Errors name the file, line, or setting at
/// fault.
pub fn train(models: &Models, book: &Book, here: &Path) -> Result<()> {
    let folders = Folders {
        here: here.to_owned(),
        of_the_book: book.root.join("models"),
        others: book.root.join("target/models"),
        checkpoints: book.root.join("target/training"),
    };
    match models {
        Models::Bahdanau(training) => training.bahdanau(&folders),
        Models::Transformer(training) => training.run(&folders),
        Models::LanguageModel(training) => training.run(book, &folders),
        Models::Translator(training) => training.run(&folders),
        Models::NewerTransformer(trials) => {
            trials.run::<newer_transformer::Card>("newer-transformer", &folders)
        }
        Models::PriceOfAToken(trials) => {
            trials.run::<price_of_a_token::Card>("price-of-a-token", &folders)
        }
        Models::AttentionAsMemory(trials) => {
            trials.run::<attention_as_memory::Trained>("attention-as-memory", &folders)
        }
    }
}
