//! A corpus split for training and evaluation, and the results of a training run.

use std::path::PathBuf;
use std::time::Duration;

use engine::train::{Checkpoint, Report};
use serde::{Deserialize, Serialize};

use super::{
    EncoderDecoder, Evaluation, Recipe, TrainError, Translator,
    evaluate, mean_loss, train_with,
};
use crate::data::{Corpus, CorpusError, Example, Vocabularies, floor};

/// A corpus, split into training data and held-out sentences.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The training data.
    pub training: Corpus,
    /// The held-out sentences, of which no source occurs in the training data.
    pub held_out: Corpus,
    /// The vocabularies of the training data.
    pub vocabularies: Vocabularies,
    /// The pairs of the training data as indices of tokens.
    pub examples: Vec<Example>,
    /// The smallest mean loss per token that any model can have on the examples, in nats.
    pub floor: f64,
    /// The folder of checkpoints from which stopped training runs resume. Without a folder, there
    /// are no checkpoints.
    pub checkpoints: Option<PathBuf>,
    /// The number of models to train at once, 1 by default. It changes no result.
    pub threads: usize,
}

/// The results of a training run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The seed of the parameters, the order of the examples, and dropout.
    pub seed: u64,
    /// The mean loss of the steps of each epoch with dropout, in nats per token.
    pub losses: Vec<f64>,
    /// The loss on the examples after training without dropout, in nats per token.
    pub training_loss: f64,
    /// The scores on the held-out sentences.
    pub held_out: Evaluation,
}

/// The numbers of generated and of held-out source sentences in the corpus of the book.
const SOURCES: usize = 4_500;
const HELD_OUT: usize = 500;

/// The seconds between checkpoints.
const SECONDS: u64 = 20;

impl Experiment {
    /// The number of source lengths in each band of the [`Evaluation`] of a [`Run`].
    pub const BAND: usize = 3;

    /// Returns the corpus of the book, split.
    pub fn of_the_book() -> Self {
        let corpus = Corpus::generated(SOURCES, 0);
        let corpus =
            corpus.expect("the grammar makes more sentences than that");
        Self::new(&corpus, HELD_OUT, 1, 0)
            .expect("there are more than are held out")
    }

    /// Splits the corpus, and collects the vocabularies of the training data.
    ///
    /// Words that occur fewer than `min_frequency` times are `<unk>`.
    ///
    /// # Errors
    ///
    /// [`CorpusError`] if no sentence would be left for training.
    pub fn new(
        corpus: &Corpus,
        held_out: usize,
        min_frequency: usize,
        seed: u64,
    ) -> Result<Self, CorpusError> {
        let (training, held_out) = corpus.split(held_out, seed)?;
        let vocabularies = Vocabularies::new(&training, min_frequency);
        let examples = vocabularies.examples(&training);
        let floor = floor(&examples);
        Ok(Self {
            training,
            held_out,
            vocabularies,
            examples,
            floor,
            checkpoints: None,
            threads: 1,
        })
    }

    /// Trains and evaluates a model, with a checkpoint from which the same call resumes.
    ///
    /// # Errors
    ///
    /// As for [`train`](crate::train), and [`TrainError::Useless`].
    pub fn run<M: EncoderDecoder + Clone>(
        &self,
        model: &M,
        recipe: &Recipe,
        checkpoint: Option<Checkpoint>,
    ) -> Result<(Run, Report), TrainError> {
        let vocabs = self.vocabularies.sizes();
        let report = train_with(
            model,
            &self.examples,
            vocabs,
            recipe,
            checkpoint,
        )?;
        let translator = Translator {
            model: model.clone(),
            vocabularies: self.vocabularies.clone(),
        };
        let training_loss = mean_loss(model, &self.examples, vocabs)?;
        if !training_loss.is_finite() {
            return Err(TrainError::Useless(training_loss));
        }
        let run = Run {
            seed: recipe.seed,
            losses: mean_losses(&report, recipe.epochs),
            training_loss,
            held_out: evaluate(
                &translator,
                &self.held_out,
                Self::BAND,
            )?,
        };
        Ok((run, report))
    }

    /// Returns the checkpoint of the training run with this name, if there is a folder of
    /// checkpoints.
    pub fn checkpoint(&self, name: &str) -> Option<Checkpoint> {
        let folder = self.checkpoints.as_ref()?;
        Some(Checkpoint {
            path: folder.join(format!("{name}.safetensors")),
            every: Duration::from_secs(SECONDS),
        })
    }
}

/// Returns the mean loss per token of each epoch.
pub fn mean_losses(report: &Report, epochs: usize) -> Vec<f64> {
    let steps = report.steps.len().div_ceil(epochs.max(1));
    let epochs = report.steps.chunks(steps.max(1));
    let mean = epochs.map(|steps| {
        let tokens: usize = steps.iter().map(|step| step.tokens).sum();
        let total = steps
            .iter()
            .map(|step| step.loss as f64 * step.tokens as f64);
        total.sum::<f64>() / tokens.max(1) as f64
    });
    mean.collect()
}
