//! `cargo book train`: the models of the chapters, trained again or on sentences of your own.

mod bahdanau;
mod transformer;

use std::fs;
use std::path::{Path, PathBuf};

use attention::data::{
    BatchError, Corpus, CorpusError, ReadError, ReadOptions, ReadPairs, read_pairs,
};
use attention::encoder_decoder::{
    EncoderDecoder, Experiment, Run, TrainError, TrainedError, Translator,
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
    /// How often a model sees each pair; one that learns slowly, in proportion more often. As in the book
    /// if nothing is said.
    pub epochs: Option<usize>,
    /// With how many seeds each model is trained; three for the book, one for a file if nothing is said.
    pub seeds: Option<usize>,
}

/// Why models were not trained.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// The corpus cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The corpus has too few sentences.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// The file has no pairs of sentences.
    #[error("{}: there are no pairs in it", .0.display())]
    NoPairs(PathBuf),
    /// The training broke off, or could not begin.
    #[error(transparent)]
    Train(#[from] TrainError),
    /// The models do not translate.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// The models were not written.
    #[error(transparent)]
    Save(#[from] TrainedError),
    /// The folder for the models cannot be made.
    #[error("{}: cannot be made: {problem}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        #[source]
        problem: std::io::Error,
    },
}

fn make(folder: &Path) -> Result<(), TrainingError> {
    fs::create_dir_all(folder).map_err(|problem| TrainingError::Folder {
        path: folder.to_owned(),
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
             no model can have a loss below {:.4}",
            experiment.examples.len(),
            experiment.held_out.sentences().len(),
            experiment.vocabularies.source.len(),
            experiment.vocabularies.target.len(),
            experiment.floor
        ));
        Ok((name, experiment))
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
            missing,
        } = read_pairs(path, &self.reading)?;
        for problem in problems.iter().take(SHOWN) {
            tell(&format!("{}: {problem}", path.display()));
        }
        if !problems.is_empty() {
            tell(&format!("{} lines left out", problems.len()));
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

/// What is told of a translator that is trained.
fn line(kind: &str, run: &Run, report: &Report) -> String {
    format!(
        "{kind} seed {}: {report}; held out: BLEU {:.3}, {:.1} % right",
        run.seed,
        run.held_out.bleu,
        100.0 * run.held_out.exact
    )
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
