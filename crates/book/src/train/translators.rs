//! Translators, on the corpus of the book or on your own sentences.

use std::fmt::Debug;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use attention::data::{BatchError, Corpus, detokenize};
use attention::encoder_decoder::bleu::Judged;
use attention::encoder_decoder::{EncoderDecoder, Experiment, Translator, chrf};
use attention::transformer::{LanguageModel, Sampling, sample};
use clap::Args;
use dialect::say;
use laboratory::transformer::{Settings, Trained, Variant, train_models};
use laboratory::{Saved, bahdanau};
use mdbook_core::utils::fs::create_dir_all;
use rand::{SeedableRng, rngs::ChaCha8Rng};

use super::folders::Folders;
use super::pairs::LinesArgs;
use super::resumable::{NOT_TRAINED, Resumable, at_least_1, finish};

/// The options for training that the models of all chapters share.
#[derive(Args)]
pub struct TrainArgs {
    /// Train on this file; each line holds a sentence, a tab, and its translation.
    #[arg(long, value_name = "FILE")]
    corpus: Option<PathBuf>,
    #[command(flatten)]
    lines: LinesArgs,
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
    resumable: Resumable,
    /// Folder for the models (default: models for the corpus of the book, otherwise target/models).
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The options for training Transformers.
#[derive(Args)]
pub struct TransformerArgs {
    #[command(flatten)]
    training: TrainArgs,
    /// Also train the variants that the chapter compares, as on the corpus of the book.
    #[arg(long)]
    all_variants: bool,
}

/// The number of steps that is enough for a small file.
const STEPS: usize = 5_000;

/// With fewer held-out sentences, scores are unreliable.
const MIN_HELD_OUT: usize = 100;

/// The number of malformed lines and of translations to print.
const SHOWN: usize = 5;

/// The number of sentences to translate in one batch.
const BATCH_SIZE: usize = 64;

/// The maximum number of tokens in a sampled text.
const LONGEST: usize = 30;

impl TrainArgs {
    /// Returns whether this training produces the models that the book ships.
    fn is_of_the_book(&self) -> bool {
        self.corpus.is_none() && self.epochs.is_none() && self.seeds.is_none()
    }

    /// Creates the folder for the models and reads the sentences, so that mistakes show before the
    /// training.
    fn begin(&self, folders: &Folders) -> Result<(PathBuf, String, Experiment)> {
        let folder = folders.models(self.out.as_deref(), self.is_of_the_book());
        create_dir_all(&folder).context(NOT_TRAINED)?;
        let (name, mut experiment) = self.experiment().context(NOT_TRAINED)?;
        experiment.threads = self.resumable.threads();
        let held_out = experiment.held_out.sentences().len();
        say!(
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
            say!(
                "too few sentences are held out: a share of {held_out} varies by up to {percent:.0} % by chance"
            );
        }
        Ok((folder, name, experiment))
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
        folders: &Folders,
        chapter: &str,
        settings: &impl Debug,
        experiment: &mut Experiment,
    ) -> Result<PathBuf> {
        let examples = format!("{:?}", experiment.examples);
        let parts = [&*format!("{settings:?}"), &examples];
        let path = self.resumable.folder(&folders.checkpoints, chapter, &parts)?;
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
        let pairs = self.lines.read(path, false)?;
        let corpus = Corpus::from_pairs(pairs);
        let tenth = corpus.sentences().len() / 10;
        let held_out = self.held_out.unwrap_or(tenth.max(1));
        let experiment = Experiment::new(&corpus, held_out, self.min_frequency, 0)?;
        let name = path.file_name().unwrap_or(path.as_os_str());
        Ok((name.to_string_lossy().into_owned(), experiment))
    }

    /// Trains the models of the chapter on Bahdanau attention and writes them.
    pub(super) fn bahdanau(&self, folders: &Folders) -> Result<()> {
        let (folder, name, mut experiment) = self.begin(folders)?;
        let mut settings = bahdanau::Settings::default();
        let pairs = experiment.examples.len();
        let epochs = self.epochs(settings.epochs, settings.batch, pairs);
        settings.epochs = epochs;
        // The chapter trains the model without attention longer, to rule out that it is
        // undertrained.
        let times = if self.corpus.is_some() { 1 } else { 3 };
        settings.epochs_without_attention = times * epochs;
        let kept = self.keep(folders, "bahdanau", &settings, &mut experiment)?;
        let seeds = self.seeds();
        let wider: &[usize] = match self.is_of_the_book() {
            true => &bahdanau::Settings::WIDER,
            false => &[],
        };
        let watch = |line: &str| say!("{line}");
        let trained = bahdanau::train_models(&name, &experiment, settings, &seeds, wider, watch)
            .context(NOT_TRAINED)?;
        finish(&kept, trained.save(&folder))?;
        let with = chrf_of(&trained.bahdanau, &experiment)?;
        let without = chrf_of(&trained.fixed_context, &experiment)?;
        say!("held out: chrF {with:.3} with attention, {without:.3} without (seed 0)");
        show(&trained.bahdanau, &experiment)?;
        written("bahdanau", &folder);
        Ok(())
    }
}

impl TransformerArgs {
    /// Trains the models of the chapter on the Transformer and writes them.
    ///
    /// First, trains the translator and the language model that are kept, then the other seeds and,
    /// for the book or with `--all-variants`, the other variants that the chapter compares. After
    /// each model, writes all models so far, so that an interrupted training is not lost.
    pub(super) fn run(&self, folders: &Folders) -> Result<()> {
        let training = &self.training;
        let (folder, name, mut experiment) = training.begin(folders)?;
        // An interrupted training must not leave the book with only some of its models.
        let is_shipped = folder == folders.of_the_book;
        let meanwhile = if is_shipped { &folders.others } else { &folder };
        create_dir_all(meanwhile).context(NOT_TRAINED)?;
        let mut settings = Settings::default();
        let pairs = experiment.examples.len();
        let epochs = training.epochs(settings.epochs, settings.batch, pairs);
        // The ratio to the epochs of the translator is as in the book.
        let of_language_model = epochs * settings.epochs_of_language_model;
        settings.epochs_of_language_model = of_language_model.div_ceil(settings.epochs);
        settings.epochs = epochs;
        let kept = training.keep(folders, "transformer", &settings, &mut experiment)?;
        let kinds: &[Variant] = match self.all_variants || training.is_of_the_book() {
            true => &Variant::ALL,
            false => &[Variant::PostNorm],
        };
        let seeds = training.seeds();
        let watch = |line: &str, so_far: &Trained| {
            say!("{line}");
            // A later attempt may succeed, and only the final one matters.
            if Trained::has_scores(&so_far.card)
                && let Err(error) = so_far.save(meanwhile)
            {
                say!("not written yet: {error}");
            }
        };
        let trained = train_models(&name, &experiment, settings, kinds, &seeds, watch);
        let trained = trained.context(NOT_TRAINED)?;
        finish(&kept, trained.save(&folder))?;
        let score = chrf_of(&trained.transformer, &experiment)?;
        say!("held out: chrF {score:.3} (seed 0)");
        show(&trained.transformer, &experiment)?;
        let nothing = LanguageModel::no_sources(SHOWN);
        let (sampling, rng) = (Sampling::default(), &mut ChaCha8Rng::seed_from_u64(0));
        say!("the language model writes:");
        for text in sample(&trained.language_model, &nothing, LONGEST, &sampling, rng) {
            say!("    {}", detokenize(&trained.words().decode(&text.tokens)));
        }
        written("transformer", &folder);
        Ok(())
    }
}

fn written(chapter: &str, folder: &Path) {
    let folder = folder.display();
    say!("written to {folder}: cargo book translate --model {chapter} --models {folder}");
}

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
        say!("{}\n    {}", sentence.source, translated.text);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
