//! A corpus split for training and measuring, and what a training gave.

use std::path::PathBuf;
use std::time::Duration;

use engine::train::{Checkpoint, Report};
use serde::{Deserialize, Serialize};

use super::{
    EncoderDecoder, Evaluation, Recipe, TrainError, Translator,
    evaluate, mean_loss, train_with,
};
use crate::data::{Corpus, CorpusError, Example, Vocabularies, floor};

/// A corpus, ready to train models on one part and to measure them on the other.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// What models learn from.
    pub training: Corpus,
    /// What they never see before they are measured; no source sentence is in both.
    pub held_out: Corpus,
    /// The words of the training sentences.
    pub vocabularies: Vocabularies,
    /// The pairs of the training sentences as numbers.
    pub examples: Vec<Example>,
    /// The least mean loss of a token, in nats, that any model can have on the examples.
    pub floor: f64,
    /// The folder in which trainings are kept, so that they go on if they are stopped. Without one they are not.
    pub checkpoints: Option<PathBuf>,
}

/// What a training gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The seed of the parameters, of the order of the examples, and of dropout.
    pub seed: u64,
    /// The mean loss of the steps of each epoch, in nats per token, with dropout.
    pub losses: Vec<f64>,
    /// The loss on the examples after training, in nats per token, without dropout.
    pub training_loss: f64,
    /// The scores on the held-out sentences.
    pub held_out: Evaluation,
}

/// How many source sentences the grammar makes for the book, and how many of them are held out.
const SOURCES: usize = 4_500;
const HELD_OUT: usize = 500;

/// How many seconds of a training are lost at most when it is stopped.
const SECONDS: u64 = 20;

impl Experiment {
    /// How many lengths of source sentences make one band of the [`Evaluation`] of a [`Run`].
    pub const BAND: usize = 3;

    /// The corpus of the book.
    pub fn of_the_book() -> Self {
        let corpus = Corpus::generated(SOURCES, 0);
        let corpus =
            corpus.expect("the grammar makes more sentences than that");
        Self::new(&corpus, HELD_OUT, 1, 0)
            .expect("there are more than are held out")
    }

    /// Splits the corpus, and reads the words of the training sentences.
    ///
    /// A word that they have less often than `min_frequency` is `<unk>` to the models.
    ///
    /// # Errors
    ///
    /// [`CorpusError`] if the corpus does not have more sentences than are held out.
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
        })
    }

    /// Trains a model, and measures it.
    ///
    /// # Errors
    ///
    /// As [`train`](crate::train), and [`TrainError::Useless`].
    ///
    /// # Panics
    ///
    /// If the model fits other vocabularies.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::data::Corpus;
    /// use attention::encoder_decoder::{Experiment, FixedContext, Recipe, RecurrentConfig};
    /// use rand::{SeedableRng, rngs::ChaCha8Rng};
    ///
    /// let experiment = Experiment::new(&Corpus::generated(60, 0)?, 10, 1, 0)?;
    /// let [source, target] = experiment.vocabularies.sizes();
    /// let config = RecurrentConfig::new(source, target);
    /// let model = FixedContext::new(&config, &mut ChaCha8Rng::seed_from_u64(0));
    /// let recipe = Recipe { epochs: 2, ..Recipe::default() };
    /// let (run, report) = experiment.run(&model, &recipe)?;
    /// assert!(run.losses[1] < run.losses[0]);
    /// assert!(run.training_loss > experiment.floor);
    /// assert!(report.tokens_per_second().unwrap() > 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run<M: EncoderDecoder + Clone>(
        &self,
        model: &M,
        recipe: &Recipe,
    ) -> Result<(Run, Report), TrainError> {
        self.run_with(model, recipe, None)
    }

    /// Where the training with this name is kept, if there is a folder for it.
    pub fn checkpoint(&self, name: &str) -> Option<Checkpoint> {
        let folder = self.checkpoints.as_ref()?;
        Some(Checkpoint {
            path: folder.join(format!("{name}.safetensors")),
            every: Duration::from_secs(SECONDS),
        })
    }

    /// Like [`Experiment::run`], and the training is kept in a file, from which the same call goes on.
    ///
    /// # Errors
    ///
    /// As [`Experiment::run`].
    ///
    /// # Panics
    ///
    /// As [`Experiment::run`].
    pub fn run_with<M: EncoderDecoder + Clone>(
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
}

/// The mean loss of a token in each epoch.
pub fn mean_losses(report: &Report, epochs: usize) -> Vec<f64> {
    let steps = report.steps.len() / epochs.max(1);
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
