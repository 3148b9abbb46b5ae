//! `cargo book train`: the models of the chapters, trained again or on sentences of your own.

mod bahdanau;
mod transformer;

use std::fmt::Debug;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use attention::data::{
    BatchError, Corpus, CorpusError, ReadError, ReadOptions, ReadPairs, read_pairs,
};
use attention::encoder_decoder::bleu::Judged;
use attention::encoder_decoder::{
    EncoderDecoder, Experiment, Run, TrainError, TrainedError, Translator, chrf,
};
use attention::train::Report;
use thiserror::Error;

/// What the models of a chapter are trained on, and how.
#[derive(Debug, Clone, PartialEq)]
pub struct Training {
    /// A file with pairs of sentences; without one, the corpus of the book.
    pub corpus: Option<PathBuf>,
    /// How the file is read.
    pub reading: ReadOptions,
    /// How many of its source sentences are held out; a tenth if nothing is said.
    pub held_out: Option<usize>,
    /// How often a word must stand in the training sentences of the file to be known.
    pub min_frequency: usize,
    /// How often a translator sees each pair. If nothing is said as in the book, and more often if a file is
    /// too small for so many steps.
    pub epochs: Option<usize>,
    /// With how many seeds each model is trained; three for the book, one for a file if nothing is said.
    pub seeds: Option<usize>,
    /// The folder in which trainings are kept until they are finished.
    pub checkpoints: PathBuf,
    /// Whether to start over where one of them was stopped.
    pub fresh: bool,
}

/// Why models were not trained, or not written.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// The corpus cannot be read.
    #[error("{NOT_TRAINED}: {0}")]
    Read(#[from] ReadError),
    /// The corpus has too few sentences.
    #[error("{NOT_TRAINED}: {0}")]
    Corpus(#[from] CorpusError),
    /// The file has no pairs of sentences.
    #[error("{NOT_TRAINED}: {}: there are no pairs in it", .0.display())]
    NoPairs(PathBuf),
    /// The training broke off, or could not begin.
    #[error("{NOT_TRAINED}: {0}")]
    Train(#[from] TrainError),
    /// The models do not translate.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// The models were not written.
    #[error(
        "the models are trained, but not written: {problem}. Make room, or choose another folder with --out, \
         and give the same command again: it goes on from {}", kept.display()
    )]
    Save {
        /// The folder from which the training goes on.
        kept: PathBuf,
        /// Why.
        #[source]
        problem: TrainedError,
    },
    /// A folder cannot be made or removed.
    #[error("{NOT_TRAINED}: {}: cannot be {action}: {problem}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What was tried.
        action: &'static str,
        /// Why.
        #[source]
        problem: std::io::Error,
    },
}

const NOT_TRAINED: &str = "the models were not trained";

/// So many steps are enough for a small file.
const STEPS: usize = 5_000;

/// Fewer held-out sentences decide nothing.
const FEW: usize = 100;

fn make(folder: &Path) -> Result<(), TrainingError> {
    fs::create_dir_all(folder).map_err(|problem| TrainingError::Folder {
        path: folder.to_owned(),
        action: "made",
        problem,
    })
}

impl Training {
    /// Whether this is the training whose models the book ships.
    pub fn is_of_the_book(&self) -> bool {
        self.corpus.is_none() && self.epochs.is_none() && self.seeds.is_none()
    }

    /// Reads the sentences, after the folder for the models is made: a mistake shows before the work, not
    /// after it.
    fn begin(
        &self,
        folder: &Path,
        tell: &mut impl FnMut(&str),
    ) -> Result<(String, Experiment), TrainingError> {
        make(folder)?;
        let (name, experiment) = self.experiment(tell)?;
        tell(&format!(
            "{name}: {} pairs to learn from, {} sentences held out, vocabularies of {} and {}; \
             no model can have a loss below {:.4} on all pairs together",
            experiment.examples.len(),
            experiment.held_out.sentences().len(),
            experiment.vocabularies.source.len(),
            experiment.vocabularies.target.len(),
            experiment.floor
        ));
        let held_out = experiment.held_out.sentences().len();
        if held_out < FEW {
            // Two standard errors of a share of one half.
            let percent = 100.0 / (held_out as f64).sqrt();
            tell(&format!(
                "too few are held out to conclude anything: chance alone moves a share of {held_out} by up to \
                 {percent:.0} %"
            ));
        }
        Ok((name, experiment))
    }

    /// How often a translator sees each pair if it does so `usual` times in the book.
    fn epochs(&self, usual: usize, batch: usize, pairs: usize) -> usize {
        let enough = match self.corpus {
            Some(_) => STEPS.div_ceil(pairs.div_ceil(batch).max(1)),
            None => 0,
        };
        self.epochs.unwrap_or(usual.max(enough))
    }

    /// Has the trainings kept in a folder that nothing but the same trainings use, and go on from there.
    fn keep(
        &self,
        chapter: &str,
        settings: &impl Debug,
        experiment: &mut Experiment,
        tell: &mut impl FnMut(&str),
    ) -> Result<PathBuf, TrainingError> {
        let mut hasher = DefaultHasher::new();
        (format!("{settings:?}"), &experiment.examples).hash(&mut hasher);
        let name = format!("{chapter}-{:016x}", hasher.finish());
        let path = self.checkpoints.join(name);
        if path.exists() && self.fresh {
            let removed = fs::remove_dir_all(&path);
            removed.map_err(|problem| TrainingError::Folder {
                path: path.clone(),
                action: "removed",
                problem,
            })?;
        } else if path.exists() {
            let kept = path.display();
            tell(&format!(
                "this training was stopped: it goes on from {kept} (--fresh starts over)"
            ));
        }
        experiment.checkpoints = Some(path.clone());
        Ok(path)
    }

    fn seeds(&self) -> Vec<u64> {
        let usual = if self.corpus.is_some() { 1 } else { 3 };
        (0..self.seeds.unwrap_or(usual) as u64).collect()
    }

    fn experiment(
        &self,
        tell: &mut impl FnMut(&str),
    ) -> Result<(String, Experiment), TrainingError> {
        let Some(path) = &self.corpus else {
            let name = "the corpus of the book".to_owned();
            return Ok((name, Experiment::of_the_book()));
        };
        let ReadPairs {
            pairs,
            problems,
            more_columns,
            missing,
        } = read_pairs(path, &self.reading)?;
        for problem in problems.iter().take(SHOWN) {
            tell(&format!("{}: {problem}", path.display()));
        }
        if !problems.is_empty() {
            tell(&format!("{} lines left out", problems.len()));
        }
        if more_columns > 0 {
            tell(&format!(
                "{more_columns} lines have more than two columns; only these are read"
            ));
        }
        if missing > 0 {
            let read = pairs.len();
            tell(&format!(
                "the file has {read} pairs, {missing} less than asked for"
            ));
        }
        if pairs.is_empty() {
            return Err(TrainingError::NoPairs(path.clone()));
        }
        let corpus = Corpus::from_pairs(pairs);
        let tenth = corpus.sentences().len() / 10;
        let held_out = self.held_out.unwrap_or(tenth.max(1));
        let experiment = Experiment::new(&corpus, held_out, self.min_frequency, 0)?;
        let name = path.file_name().unwrap_or(path.as_os_str());
        Ok((name.to_string_lossy().into_owned(), experiment))
    }
}

/// How many malformed lines are named, and how many translations shown.
const SHOWN: usize = 5;

/// How many sentences go through a model at once.
const TOGETHER: usize = 64;

/// What is told of a translator that is trained.
fn line(kind: &str, run: &Run, report: &Report) -> String {
    format!(
        "{kind} seed {}: {report}, of all pairs after it {:.4}; held out: BLEU {:.3}, {:.1} % right",
        run.seed,
        run.training_loss,
        run.held_out.bleu,
        100.0 * run.held_out.exact
    )
}

/// Keeps the models, and forgets how they became what they are.
fn finish(kept: PathBuf, saved: Result<(), TrainedError>) -> Result<(), TrainingError> {
    match saved {
        Ok(()) => {
            // If it cannot be removed, it costs only its place.
            let _ = fs::remove_dir_all(kept);
            Ok(())
        }
        Err(problem) => Err(TrainingError::Save { kept, problem }),
    }
}

/// chrF on the held-out sentences.
fn chrf_of<M: EncoderDecoder>(
    translator: &Translator<M>,
    experiment: &Experiment,
) -> Result<f64, BatchError> {
    let mut judged = Vec::new();
    for sentences in experiment.held_out.sentences().chunks(TOGETHER) {
        let sources = sentences.iter().map(|sentence| sentence.source.as_str());
        let translated = translator.translate_all(&sources.collect::<Vec<_>>())?;
        for (sentence, translated) in sentences.iter().zip(translated) {
            let references = sentence.translations.iter();
            judged.push(Judged {
                candidate: translated.text.chars().collect(),
                references: references.map(|text| text.chars().collect()).collect(),
            });
        }
    }
    Ok(chrf(&judged))
}

/// Translates sentences that the model has not seen.
fn show<M: EncoderDecoder>(
    translator: &Translator<M>,
    experiment: &Experiment,
    tell: &mut impl FnMut(&str),
) -> Result<(), BatchError> {
    for sentence in experiment.held_out.sentences().iter().take(SHOWN) {
        let translated = translator.translate(&sentence.source)?;
        tell(&format!("{}\n    {}", sentence.source, translated.text));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
