//! `cargo book train`: trains the models of the chapters again, or on your own sentences.

mod experiments;
mod language_model;
mod resumable;
mod translators;

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Subcommand;
use dialect::say;
use laboratory::{attention_as_memory, newer_transformer, price_of_a_token};

use crate::Book;
use experiments::TrialsArgs;
use language_model::LanguageModelArgs;
use translators::TrainArgs;

/// The models that can be trained, by their chapters.
#[derive(Subcommand)]
// A comment on `training` would become the help of the command.
#[expect(missing_docs)]
pub enum Models {
    /// A translator with attention and one without.
    #[command(mut_arg("epochs", |epochs| epochs.help(
        "Number of epochs (default: 20, or as many as 5000 steps take on a small file); \
         without attention on the corpus of the book, 3 times as many"
    )))]
    Bahdanau {
        #[command(flatten)]
        training: TrainArgs,
    },
    /// A Transformer that translates, and one that writes sentences of the source language.
    Transformer {
        #[command(flatten)]
        training: TrainArgs,
        /// Also train the variants that the chapter compares, as on the corpus of the book.
        #[arg(long)]
        all_variants: bool,
    },
    /// A language model of a text, which `cargo book write` continues.
    LanguageModel {
        #[command(flatten)]
        learning: LanguageModelArgs,
    },
    /// The experiments of the chapter "A newer Transformer".
    NewerTransformer {
        #[command(flatten)]
        measuring: TrialsArgs,
    },
    /// The experiments of the chapter "The price of a token".
    PriceOfAToken {
        #[command(flatten)]
        measuring: TrialsArgs,
    },
    /// The experiments of the chapter "Attention as memory".
    AttentionAsMemory {
        #[command(flatten)]
        measuring: TrialsArgs,
    },
}

/// Trains the models of a chapter, writes them, and prints the progress line by line.
///
/// Folders in the arguments are relative to `here`. Errors name the file, line, or setting at
/// fault.
pub fn train(models: &Models, book: &Book, here: &Path) -> Result<()> {
    let of_the_book = book.root.join("models");
    let others = book.root.join("target/models");
    let folder = |out: &Option<PathBuf>, is_of_the_book| match out {
        Some(folder) => here.join(folder),
        None if is_of_the_book => of_the_book.clone(),
        None => others.clone(),
    };
    let measured = |measuring: &TrialsArgs| folder(&measuring.out, measuring.is_of_the_book());
    let checkpoints = book.root.join("target/training");
    let (chapter, folder) = match models {
        Models::Bahdanau { training } => {
            let folder = folder(&training.out, training.is_of_the_book());
            training.bahdanau(&folder, &checkpoints)?;
            ("bahdanau", folder)
        }
        Models::Transformer { training, all_variants } => {
            let folder = folder(&training.out, training.is_of_the_book());
            // An interrupted training must not leave the book with only some of its models.
            let is_kept = folder == of_the_book;
            let meanwhile = if is_kept { &others } else { &folder };
            training.transformer(*all_variants, &folder, meanwhile, &checkpoints)?;
            ("transformer", folder)
        }
        Models::LanguageModel { learning } => {
            let folder = folder(&learning.out, learning.is_of_the_book());
            return learning.run(book, here, &folder);
        }
        Models::NewerTransformer { measuring } => {
            let chapter = "newer-transformer";
            return measuring.run::<newer_transformer::Card>(
                chapter,
                &measured(measuring),
                &checkpoints,
            );
        }
        Models::PriceOfAToken { measuring } => {
            let chapter = "price-of-a-token";
            return measuring.run::<price_of_a_token::Card>(
                chapter,
                &measured(measuring),
                &checkpoints,
            );
        }
        Models::AttentionAsMemory { measuring } => {
            let chapter = "attention-as-memory";
            return measuring.run::<attention_as_memory::Trained>(
                chapter,
                &measured(measuring),
                &checkpoints,
            );
        }
    };
    let folder = folder.display();
    say!("written to {folder}: cargo book translate {chapter} --models {folder}");
    Ok(())
}
