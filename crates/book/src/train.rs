//! `cargo book train`: trains the models of the chapters again, or on your own sentences.

mod experiments;
mod language_model;
mod models;

use std::env;
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result, anyhow, bail};
use attention::data::{BatchError, Corpus, ReadOptions, read_pairs};
use attention::encoder_decoder::bleu::Judged;
use attention::encoder_decoder::{EncoderDecoder, Experiment, Translator, chrf};
use clap::{Args, Subcommand};
use laboratory::{
    TrainedError, attention_as_memory, newer_transformer, price_of_a_token,
};
use mdbook_core::utils::fs::create_dir_all;
use sha2::{Digest, Sha256};

use crate::Book;
use experiments::TrialsArgs;
use language_model::LanguageModelArgs;

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

/// The options for training that the models of all chapters share.
#[derive(Args)]
pub struct TrainArgs {
    /// Train on this file; each line holds a sentence, a tab, and its translation.
    #[arg(long, value_name = "FILE")]
    corpus: Option<PathBuf>,
    /// Read at most N pairs of the file.
    #[arg(long, value_name = "N", requires = "corpus")]
    pairs: Option<usize>,
    /// Stop at the first malformed line of the file instead of skipping it.
    #[arg(long, requires = "corpus")]
    strict: bool,
    /// Skip lines with a sentence of more than N tokens.
    #[arg(long, value_name = "N", requires = "corpus", default_value_t = 50)]
    max_tokens: usize,
    /// Hold out N source sentences of the file (default: a tenth).
    #[arg(long, value_name = "N", requires = "corpus", value_parser = at_least_1)]
    held_out: Option<usize>,
    /// Ignore words that occur fewer than N times in the training sentences.
    #[arg(long, value_name = "N", requires = "corpus", default_value_t = 2)]
    min_frequency: usize,
    /// Number of epochs (default: 20, or as many as 5000 steps take on a small file).
    #[arg(long, value_name = "N", value_parser = at_least_1)]
    epochs: Option<usize>,
    /// Train each translator with N seeds (default: 3, or 1 with a file).
    #[arg(long, value_name = "N", value_parser = at_least_1)]
    seeds: Option<usize>,
    #[command(flatten)]
    threads: Threads,
    /// Start over instead of resuming an interrupted training.
    #[arg(long)]
    fresh: bool,
    /// Folder for the models (default: models for the corpus of the book, otherwise target/models).
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The number of models to train at once.
#[derive(Args)]
struct Threads {
    /// Train N models at once (default: one on each core).
    #[arg(long = "threads", value_name = "N", value_parser = at_least_1)]
    count: Option<usize>,
}

impl Threads {
    fn count(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        self.count.unwrap_or_else(cores)
    }
}

/// The largest count; nobody waits for more.
const MAX_COUNT: usize = 999_999;

/// Parses a count from 1 to [`MAX_COUNT`].
fn at_least_1(text: &str) -> Result<usize, String> {
    match text.parse::<usize>().map_err(|error| error.to_string())? {
        count @ 1..=MAX_COUNT => Ok(count),
        count => Err(format!("{count} is not a number from 1 to {MAX_COUNT}")),
    }
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
    let measured =
        |measuring: &TrialsArgs| folder(&measuring.out, measuring.is_of_the_book());
    let checkpoints = book.root.join("target/training");
    let (chapter, folder) = match models {
        Models::Bahdanau { training } => {
            let folder = folder(&training.out, training.is_of_the_book());
            training.bahdanau(&folder, &checkpoints)?;
            ("bahdanau", folder)
        }
        Models::Transformer {
            training,
            all_variants,
        } => {
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
    println!("written to {folder}: cargo book translate {chapter} --models {folder}");
    Ok(())
}

const NOT_TRAINED: &str = "the models were not trained";

/// The number of steps that is enough for a small file.
const STEPS: usize = 5_000;

/// With fewer held-out sentences, scores are unreliable.
const MIN_HELD_OUT: usize = 100;

/// The number of malformed lines and of translations to print.
const SHOWN: usize = 5;

/// The number of sentences to translate in one batch.
const BATCH_SIZE: usize = 64;

impl TrainArgs {
    /// Returns whether this training produces the models that the book ships.
    fn is_of_the_book(&self) -> bool {
        self.corpus.is_none() && self.epochs.is_none() && self.seeds.is_none()
    }

    /// Creates the folder for the models and reads the sentences, so that mistakes show before the
    /// training.
    fn begin(&self, folder: &Path) -> Result<(String, Experiment)> {
        create_dir_all(folder).context(NOT_TRAINED)?;
        let (name, mut experiment) = self.experiment().context(NOT_TRAINED)?;
        experiment.threads = self.threads.count();
        let held_out = experiment.held_out.sentences().len();
        println!(
            "{name}: {} training pairs, {held_out} held-out sentences, vocabularies of {} and {}; \
             the least possible loss over all pairs is {:.4}",
            experiment.examples.len(),
            experiment.vocabularies.source.len(),
            experiment.vocabularies.target.len(),
            experiment.floor
        );
        if held_out < MIN_HELD_OUT {
            // This is two standard errors of a share of one half.
            let percent = 100.0 / (held_out as f64).sqrt();
            println!(
                "too few sentences are held out: a share of {held_out} varies by up to {percent:.0} % by chance"
            );
        }
        Ok((name, experiment))
    }

    /// Returns the number of epochs for a translator with `usual` epochs in the book.
    fn epochs(&self, usual: usize, batch: usize, pairs: usize) -> usize {
        let enough = match self.corpus {
            Some(_) => STEPS.div_ceil(pairs.div_ceil(batch).max(1)),
            None => 0,
        };
        self.epochs.unwrap_or(usual.max(enough))
    }

    /// Keeps checkpoints in a folder that only identical trainings use, and resumes from there.
    fn keep(
        &self,
        checkpoints: &Path,
        chapter: &str,
        settings: &impl Debug,
        experiment: &mut Experiment,
    ) -> Result<PathBuf> {
        let examples = format!("{:?}", experiment.examples);
        let parts = [&*format!("{settings:?}"), &examples];
        let path = resumable(checkpoints, chapter, &parts, self.fresh)?;
        experiment.checkpoints = Some(path.clone());
        Ok(path)
    }

    fn seeds(&self) -> Vec<u64> {
        let usual = if self.corpus.is_some() { 1 } else { 3 };
        (0..self.seeds.unwrap_or(usual) as u64).collect()
    }

    fn experiment(&self) -> Result<(String, Experiment)> {
        let Some(path) = &self.corpus else {
            let name = "the corpus of the book".to_owned();
            return Ok((name, Experiment::of_the_book()));
        };
        let options = ReadOptions {
            pairs: self.pairs,
            strict: self.strict,
            max_tokens: Some(self.max_tokens),
        };
        let read = read_pairs(path, &options)?;
        for problem in read.problems.iter().take(SHOWN) {
            println!("{}: {problem}", path.display());
        }
        if !read.problems.is_empty() {
            println!("{} lines skipped", read.problems.len());
        }
        if read.more_columns > 0 {
            let what = "lines have more than two columns; only the first two are read";
            println!("{} {what}", read.more_columns);
        }
        if read.missing > 0 {
            let (count, missing) = (read.pairs.len(), read.missing);
            println!("the file has {count} pairs, {missing} fewer than requested");
        }
        if read.pairs.is_empty() {
            bail!("{}: the file has no pairs", path.display());
        }
        let corpus = Corpus::from_pairs(read.pairs);
        let tenth = corpus.sentences().len() / 10;
        let held_out = self.held_out.unwrap_or(tenth.max(1));
        let experiment = Experiment::new(&corpus, held_out, self.min_frequency, 0)?;
        let name = path.file_name().unwrap_or(path.as_os_str());
        Ok((name.to_string_lossy().into_owned(), experiment))
    }
}

/// Returns the folder of checkpoints that only the same training by the same program uses.
///
/// After a change of the code, a training that resumed would mix two versions of a model, so it
/// starts over.
fn resumable(
    checkpoints: &Path,
    name: &str,
    parts: &[&str],
    fresh: bool,
) -> Result<PathBuf> {
    // Cargo links the program again after each change to its code.
    let program = env::current_exe().and_then(fs::metadata);
    let linked = program.and_then(|program| Ok((program.len(), program.modified()?)));
    let linked = linked.context("cannot read the program that trains")?;
    let since_1970 = linked.1.duration_since(UNIX_EPOCH).unwrap_or_default();
    let version = format!("{} {}", linked.0, since_1970.as_nanos());
    let mut digest = Sha256::new();
    for part in [&&*version].into_iter().chain(parts) {
        // The lengths distinguish "ab", "c" from "a", "bc".
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part);
    }
    let path = checkpoints.join(format!("{name}-{:x}", digest.finalize()));
    let kept = path.display();
    if path.exists() && fresh {
        fs::remove_dir_all(&path)
            .with_context(|| format!("{NOT_TRAINED}: {kept}: cannot be removed"))?;
    } else if path.exists() {
        println!("resuming the training from {kept} (--fresh starts over)");
    }
    Ok(path)
}

/// Removes the checkpoints if the models have been saved.
fn finish(kept: &Path, saved: Result<(), TrainedError>) -> Result<()> {
    saved.map_err(|error| {
        anyhow!(
            "the models are trained, but cannot be written: {error}. Free some space or choose another folder \
             with --out, and run the same command again; it resumes from {}",
            kept.display()
        )
    })?;
    // A folder that cannot be removed only wastes disk space.
    let _ = fs::remove_dir_all(kept);
    Ok(())
}

/// Returns chrF on the held-out sentences.
fn chrf_of<M: EncoderDecoder>(
    translator: &Translator<M>,
    experiment: &Experiment,
) -> Result<f64, BatchError> {
    let mut judged = Vec::new();
    for sentences in experiment.held_out.sentences().chunks(BATCH_SIZE) {
        let sources: Vec<_> = sentences.iter().map(|one| &*one.source).collect();
        let translated = translator.translate_all(&sources)?;
        for (sentence, said) in sentences.iter().zip(translated) {
            let references = sentence.translations.iter();
            judged.push(Judged {
                candidate: said.text.chars().collect(),
                references: references.map(|text| text.chars().collect()).collect(),
            });
        }
    }
    Ok(chrf(&judged))
}

/// Prints translations of sentences that the model has not seen.
fn show<M: EncoderDecoder>(
    translator: &Translator<M>,
    experiment: &Experiment,
) -> Result<(), BatchError> {
    for sentence in experiment.held_out.sentences().iter().take(SHOWN) {
        let translated = translator.translate(&sentence.source)?;
        println!("{}\n    {}", sentence.source, translated.text);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
