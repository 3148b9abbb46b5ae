//! A language model of any text.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use attention::train::without_progress_bar;
use clap::Args;
use dialect::{say, with_progress};
use laboratory::Saved;
use laboratory::own_text::{Prepared, Sample, Settings, Training, times, train};
use mdbook_core::utils::fs::create_dir_all;

use super::folders::Folders;
use super::minutes::steps;
use super::resumable::{NOT_TRAINED, Resumable, at_least_1, finish};
use crate::Book;

/// The options for training the language model.
#[derive(Args)]
pub struct LanguageModelArgs {
    /// Train on this file (default: a part of a novel,
    /// crates/laboratory/data/pride-and-prejudice.txt).
    #[arg(long, value_name = "FILE")]
    text: Option<PathBuf>,
    /// Number of tokens: 256 bytes and the merges (default: 1024).
    #[arg(long, value_name = "N", value_parser = at_least_1)]
    vocab: Option<usize>,
    /// Entries of a token's vector, a multiple of 8 (default: 64).
    #[arg(long, value_name = "N", value_parser = at_least_1)]
    hidden: Option<usize>,
    /// Number of blocks (default: 3).
    #[arg(long, value_name = "N", value_parser = at_least_1)]
    blocks: Option<usize>,
    /// Number of tokens that the model reads at once (default: 64).
    #[arg(long, value_name = "N", value_parser = at_least_1)]
    context: Option<usize>,
    /// Number of steps (default: 1000).
    #[arg(long, value_name = "N", value_parser = at_least_1)]
    steps: Option<usize>,
    /// Train for about N minutes, as many steps as fit by a measurement of the first ones.
    #[arg(long, value_name = "N", value_parser = at_least_1, conflicts_with = "steps")]
    minutes: Option<usize>,
    /// First seed.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// Train with N seeds, and keep the model of the first (default: 3, or 1 with a file).
    #[arg(long, value_name = "N", value_parser = at_least_1)]
    seeds: Option<usize>,
    #[command(flatten)]
    resumable: Resumable,
    /// Folder for the model (default: models for the text and settings of the book, otherwise
    /// target/models).
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The default text, in the folder of the book.
const TEXT: &str = "crates/laboratory/data/pride-and-prejudice.txt";

/// The time between checkpoints.
const EVERY: Duration = Duration::from_secs(15);

impl LanguageModelArgs {
    /// Returns whether this training produces the model that the book ships.
    fn is_of_the_book(&self) -> bool {
        self.text.is_none()
            && self.settings() == Settings::default()
            && (self.minutes, self.seeds, self.seed) == (None, None, 0)
    }

    /// Trains the models and writes the first one with the results of all.
    pub(super) fn run(&self, book: &Book, folders: &Folders) -> Result<()> {
        let start = Instant::now();
        let folder = folders.models(self.out.as_deref(), self.is_of_the_book());
        create_dir_all(&folder).context(NOT_TRAINED)?;
        let path = match &self.text {
            Some(path) => folders.here.join(path),
            None => book.root.join(TEXT),
        };
        let named = || format!("{NOT_TRAINED}: {}", path.display());
        let text = read(&path).with_context(named)?;
        let mut settings = self.settings();
        let learning = format!("learning the tokens of {}", path.display());
        let prepared =
            with_progress(&learning, || Prepared::new(&text, &settings)).with_context(named)?;
        say!(
            "{}: {} bytes, {} training tokens, {} held-out tokens, vocabulary of {}",
            path.display(),
            text.len(),
            prepared.training.len(),
            prepared.held_out.len(),
            prepared.tokenizer.vocab(),
        );
        let seeds = self.seeds()?;
        let kept = self.keep(&folders.checkpoints, &text, &seeds)?;
        let threads = self.resumable.threads();
        if let Some(minutes) = self.minutes {
            let rounds = seeds.len().div_ceil(threads) as u32;
            let measure = || -> Result<_> {
                let times = times(&prepared, &settings).context(NOT_TRAINED)?;
                Ok((start.elapsed(), times))
            };
            settings.steps = steps(&kept, minutes, rounds, measure)?;
        }
        let name = path.file_name().unwrap_or(path.as_os_str());
        let training = Training { seeds: &seeds, threads, checkpoints: Some(&kept), every: EVERY };
        let trained = train(
            &name.to_string_lossy(),
            &prepared,
            settings,
            &training,
            |sample| without_progress_bar(|| say!("{}", of_sample(sample))),
            |line| say!("{line}"),
        )
        .context(NOT_TRAINED)?;
        finish(&kept, trained.save(&folder))?;
        say!("{}", of_frequencies(&trained.card.frequencies));
        let folder = folder.display();
        say!("written to {folder}: cargo book write --model {folder}");
        Ok(())
    }

    /// Returns the settings, where the steps may still depend on the minutes.
    fn settings(&self) -> Settings {
        let usual = Settings::default();
        Settings {
            vocab: self.vocab.unwrap_or(usual.vocab),
            hidden: self.hidden.unwrap_or(usual.hidden),
            blocks: self.blocks.unwrap_or(usual.blocks),
            context: self.context.unwrap_or(usual.context),
            steps: self.steps.unwrap_or(usual.steps),
            ..usual
        }
    }

    fn seeds(&self) -> Result<Vec<u64>> {
        let usual = if self.text.is_some() { 1 } else { 3 };
        let last = self.seed.checked_add(self.seeds.unwrap_or(usual) as u64);
        Ok((self.seed..last.context("--seed is too large")?).collect())
    }

    /// Returns a folder for checkpoints that only identical trainings use.
    fn keep(&self, checkpoints: &Path, text: &str, seeds: &[u64]) -> Result<PathBuf> {
        let settings = format!("{:?} {:?} {seeds:?}", self.settings(), self.minutes);
        self.resumable.folder(checkpoints, "language-model", &[&settings, text])
    }
}

/// Reads a text, and names the line of a byte that is not UTF-8.
fn read(path: &Path) -> Result<String> {
    let bytes = fs::read(path).context("cannot be read")?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let before = &error.as_bytes()[..valid];
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            bail!("line {line}: byte {valid} of the file is not UTF-8")
        }
    }
}

fn of_sample(sample: &Sample) -> String {
    format!(
        "seed {}, step {}: held out {:.3} nats per token, {:.3} bits per byte; it writes:\n    {}",
        sample.seed,
        sample.step,
        sample.held_out.loss,
        sample.held_out.bits_per_byte,
        sample.text.trim_end().replace('\n', "\n    ")
    )
}

fn of_frequencies(bits: &[f64]) -> String {
    let bits: Vec<_> = bits.iter().map(|bits| format!("{bits:.2}")).collect();
    let most = bits.len() - 1;
    format!("byte frequencies after 0 to {most} bytes: {} bits per byte", bits.join(", "))
}

#[cfg(test)]
mod tests;
