//! A translator of real sentences.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use attention::train::{Checkpoint, without_progress_bar};
use clap::{Args, ValueEnum, value_parser};
use dialect::{say, with_progress};
use laboratory::real_sentences::{
    Estimate, Kind, Prepared, Progress, Scores, Settings, Trained, Training, times, train,
};
use laboratory::{Saved, real_sentences};
use mdbook_core::utils::fs::{create_dir_all, write};
use sha2::{Digest, Sha256};

use super::folders::Folders;
use super::minutes::steps;
use super::pairs::LinesArgs;
use super::resumable::{NOT_TRAINED, Resumable, at_least_1, finish};

/// The options for training a translator of real sentences.
#[derive(Args)]
pub struct TranslatorArgs {
    /// Train on this file; each line holds a sentence, a tab, and its translation.
    #[arg(long, value_name = "FILE")]
    corpus: PathBuf,
    #[command(flatten)]
    lines: LinesArgs,
    /// Hold out N source sentences for the scores, and N for the loss during training (default:
    /// 2000, or a tenth of a small file).
    #[arg(long, value_name = "N", value_parser = at_least_1)]
    held_out: Option<usize>,
    /// Learn from N percent of the training sentences, chosen at random.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u8).range(1..=100))]
    percent: u8,
    /// The kind of model.
    #[arg(long, default_value = "transformer")]
    kind: KindArg,
    /// Number of tokens: 4 reserved ones, 256 bytes, and the merges (default: 3072).
    #[arg(long, value_name = "N", value_parser = at_least_1)]
    vocab: Option<usize>,
    /// Entries of a hidden vector (default: 192, or 224 in recurrent models).
    #[arg(long, value_name = "N", value_parser = at_least_1)]
    hidden: Option<usize>,
    /// Number of blocks, or of recurrent layers, on each side (default: 2, or 1).
    #[arg(long, value_name = "N", value_parser = at_least_1)]
    blocks: Option<usize>,
    /// Number of parts of a batch, which threads compute at once (default: 4).
    #[arg(long, value_name = "N", value_parser = at_least_1)]
    parts: Option<usize>,
    /// Maximum number of tokens of each language in a part, with padding (default: 512).
    #[arg(long, value_name = "N", value_parser = at_least_1)]
    tokens: Option<usize>,
    /// Largest learning rate (default: 0.002).
    #[arg(long, value_name = "RATE")]
    learning_rate: Option<f32>,
    /// Normalize after each sublayer of a Transformer, as in the original, instead of before it.
    #[arg(long)]
    post_norm: bool,
    /// Number of steps (default: 10000).
    #[arg(long, value_name = "N", value_parser = at_least_1)]
    steps: Option<usize>,
    /// Train for about N minutes, as many steps as fit by a measurement of the first ones.
    #[arg(long, value_name = "N", value_parser = at_least_1, conflicts_with = "steps")]
    minutes: Option<usize>,
    /// Seed of the parameters, the order of the sentences, and dropout.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    resumable: Resumable,
    /// Folder for the model (default: target/models).
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The kinds of translators.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum KindArg {
    /// Recurrent, without attention.
    FixedContext,
    /// Recurrent, with additive attention.
    Bahdanau,
    /// The Transformer.
    Transformer,
}

/// The time between checkpoints.
const EVERY: Duration = Duration::from_secs(60);

/// The sentences to hold out of a large file.
const HELD_OUT: usize = 2_000;

/// The number of translations in a report of the progress.
const SHOWN: usize = 3;

impl TranslatorArgs {
    /// Trains the translator and writes it with its scores.
    pub(super) fn run(&self, folders: &Folders) -> Result<()> {
        let start = Instant::now();
        let folder = folders.models(self.out.as_deref(), false);
        create_dir_all(&folder).context(NOT_TRAINED)?;
        let path = folders.here.join(&self.corpus);
        let mut settings = self.settings();
        let (sha256, prepared) = self.prepare(&path, &settings).context(NOT_TRAINED)?;
        let description = prepared.description();
        say!(
            "{}: {} training pairs with {} target tokens, {} sentences for the loss, {} for the \
             scores, vocabulary of {}",
            path.display(),
            description.pairs,
            description.tokens,
            description.validation,
            description.test,
            prepared.subwords.vocab(),
        );
        let options = format!("{:?} {settings:?} {:?}", self.lines, self.minutes);
        let held_out = description.test.to_string();
        let parts = [&*options, &*sha256, &*held_out, &*self.seed.to_string()];
        let kept = self.resumable.folder(&folders.checkpoints, "translator", &parts)?;
        let checkpoint = Checkpoint { path: kept.join("translator.safetensors"), every: EVERY };
        let training = Training {
            seed: self.seed,
            threads: self.resumable.threads(),
            checkpoint: Some(checkpoint),
        };
        if let Some(minutes) = self.minutes {
            let measure = || {
                let times = times(&prepared, settings, &training);
                let times = times.map_err(anyhow::Error::from_boxed).context(NOT_TRAINED)?;
                Ok((start.elapsed(), times))
            };
            settings.steps = steps(&kept, minutes, 1, measure)?;
        }
        let (trained, report) = train(&prepared, settings, &training, |progress| {
            without_progress_bar(|| say!("{}", described(&prepared, progress)));
        })
        .map_err(anyhow::Error::from_boxed)
        .context(NOT_TRAINED)?;
        say!("{report}");
        let card = &trained.card;
        if let Some(scores) = &card.scores {
            say!("{} sentences held out: {}", scores.sentences, of_scores(scores));
        }
        if let Some(scores) = &card.search {
            say!("with a beam of {}: {}", Trained::WIDTH, of_scores(scores));
        }
        if let Some(rounded) = &card.rounded {
            let scores = of_scores(&rounded.scores);
            say!("rounded to {} bits, {} bytes: {scores}", rounded.bits, rounded.bytes);
        }
        if let Some(bytes) = trained.rounded() {
            let path = folder.join(real_sentences::ROUNDED);
            write(&path, &bytes)
                .with_context(|| format!("{}: cannot be written", path.display()))?;
        }
        finish(&kept, trained.save(&folder))?;
        let folder = folder.display();
        say!("written to {folder}: cargo book translate --model real-sentences --models {folder}");
        Ok(())
    }

    /// Returns the SHA-256 of the file and its sentences as tokens.
    fn prepare(&self, path: &Path, settings: &Settings) -> Result<(String, Prepared)> {
        let pairs = self.lines.read(path, true)?;
        let bytes =
            fs::read(path).with_context(|| format!("{}: cannot be read", path.display()))?;
        let sha256 = format!("{:x}", Sha256::digest(&bytes));
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let tenth = (pairs.len() / 10).max(1);
        let held_out = self.held_out.unwrap_or(HELD_OUT.min(tenth));
        let learning = format!("learning the tokens of {}", path.display());
        let prepared = with_progress(&learning, || {
            Prepared::new(&*name, &*sha256, pairs, held_out, settings)
        })?;
        Ok((sha256, prepared))
    }

    /// Returns the settings, where the steps may still depend on the minutes.
    fn settings(&self) -> Settings {
        let usual = Settings::new(match self.kind {
            KindArg::FixedContext => Kind::FixedContext,
            KindArg::Bahdanau => Kind::Bahdanau,
            KindArg::Transformer => Kind::Transformer,
        });
        let hidden = self.hidden.unwrap_or(usual.hidden);
        Settings {
            vocab: self.vocab.unwrap_or(usual.vocab),
            hidden,
            embed: if usual.kind == Kind::Transformer { hidden } else { usual.embed },
            blocks: self.blocks.unwrap_or(usual.blocks),
            parts: self.parts.unwrap_or(usual.parts),
            tokens: self.tokens.unwrap_or(usual.tokens),
            learning_rate: self.learning_rate.unwrap_or(usual.learning_rate),
            pre_norm: !self.post_norm,
            percent: self.percent.into(),
            steps: self.steps.unwrap_or(usual.steps),
            ..usual
        }
    }
}

fn of_scores(scores: &Scores) -> String {
    format!("BLEU {}, chrF2 {}", of_estimate(&scores.bleu), of_estimate(&scores.chrf))
}

/// Describes a score and its interval.
fn of_estimate(Estimate { score, low, high }: &Estimate) -> String {
    format!("{score:.1} ({low:.1} to {high:.1})")
}

/// Describes the progress with a few translations of validation sentences.
fn described(prepared: &Prepared, progress: &Progress<'_>) -> String {
    let sentences = prepared.validation.sentences();
    let few = sentences.iter().step_by(sentences.len().div_ceil(SHOWN));
    let sources: Vec<&str> = few.map(|sentence| sentence.source.as_str()).collect();
    let mut text = format!("step {}: held out {:.3} nats per token", progress.step, progress.loss);
    for (source, translated) in
        sources.iter().zip(progress.translator.translate_all(&sources).unwrap_or_default())
    {
        text += &format!("\n    {source} → {}", translated.text);
    }
    text
}
