//! The training of a translator on all cores.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use attention::data::{Batch, Example, batches_by_length};
use attention::nn::{Module, init};
use attention::tape::{Mode, Tape};
use attention::train::{self, Adam, Checkpoint, InParts, Loss, Report, Schedule, Trainer};
use engine::file::replace;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use translation::mean_losses;

use super::{
    Card, Course, Kind, Model, Prepared, Rounded, Settings, Trained, Translator, evaluate,
    evaluate_search,
};
use crate::saved::Problem;
use crate::times::Times;

/// The batches of all epochs, of which each part of a step is the next one.
struct Epochs<'a> {
    settings: Settings,
    vocab: usize,
    examples: &'a [Example],
    seed: u64,
    /// The batches of the epoch with this number.
    current: Mutex<(usize, Arc<Vec<Vec<usize>>>)>,
}

impl<'a> Epochs<'a> {
    fn new(prepared: &'a Prepared, settings: Settings, seed: u64) -> Self {
        let (examples, vocab) = (&prepared.examples, prepared.subwords.vocab());
        let first = batches(examples, &settings, seed, 0);
        let current = Mutex::new((0, Arc::new(first)));
        Self { settings, vocab, examples, seed, current }
    }

    /// Returns the examples of a part of a step.
    fn batch(&self, step: usize, part: usize) -> Batch {
        let mut current = self.current.lock().expect("no thread panics while it holds the lock");
        // Lengths, and so the number of batches, are the same in each epoch.
        let place = step * self.settings.parts + part;
        let (epoch, place) = (place / current.1.len(), place % current.1.len());
        if current.0 != epoch {
            let batches = batches(self.examples, &self.settings, self.seed, epoch);
            *current = (epoch, Arc::new(batches));
        }
        let batches = current.1.clone();
        drop(current);
        let chosen = batches[place].iter().map(|&place| &self.examples[place]);
        Batch::new(chosen, self.vocab, self.vocab).expect("tokens are in their vocabulary")
    }
}

fn batches(examples: &[Example], settings: &Settings, seed: u64, epoch: usize) -> Vec<Vec<usize>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(1 + epoch as u64);
    batches_by_length(examples, settings.tokens, &mut rng)
}

impl InParts for Epochs<'_> {
    type Model = Model;

    fn model(&self) -> Model {
        model(&self.settings, self.vocab, self.seed).expect("it was created before")
    }

    fn parts(&self) -> usize {
        self.settings.parts
    }

    fn loss<'t>(
        &self,
        model: &Model,
        tape: &'t Tape,
        step: usize,
        part: usize,
    ) -> train::Batch<'t> {
        let batch = self.batch(step, part);
        Ok(Loss { value: model.loss(tape, &batch), tokens: batch.target_tokens() })
    }
}

fn model(settings: &Settings, vocab: usize, seed: u64) -> Result<Model, Problem> {
    Ok(settings.model(vocab, &mut *init::rng(seed))?)
}

/// How a training runs. Only the seed changes its result.
#[derive(Clone, Debug)]
pub struct Training {
    /// The seed of the parameters, the order of the batches, and dropout.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// The file from which the same training resumes.
    pub checkpoint: Option<Checkpoint>,
}

/// The progress of a training.
pub struct Progress<'a> {
    /// The number of steps so far.
    pub step: usize,
    /// The validation loss, in nats per token.
    pub loss: f64,
    /// The translator so far.
    pub translator: &'a Translator,
}

/// The parts of a training after which the validation loss is measured.
const WATCHED: usize = 20;

/// Trains and evaluates a translator.
///
/// `watch` receives the progress twenty times. The same sentences, settings, and seed lead to the
/// same translator, bit for bit on one machine, on any number of threads, and if an interrupted
/// training resumes.
///
/// # Errors
///
/// A setting that is impossible, or why the training stopped.
pub fn train(
    prepared: &Prepared,
    settings: Settings,
    training: &Training,
    mut watch: impl FnMut(&Progress<'_>),
) -> Result<(Trained, Report), Problem> {
    let Training { seed, threads, .. } = *training;
    let subwords = prepared.subwords.clone();
    let model = model(&settings, subwords.vocab(), seed)?;
    let translator = Translator { subwords, model };
    let mut validation = Measured::new(training.checkpoint.as_ref());
    let every = settings.steps.div_ceil(WATCHED);
    let report = run(prepared, settings, training, settings.steps, &translator.model, |step| {
        if step > 0 && step % every == 0 {
            let loss = validation_loss(&translator.model, prepared);
            validation.add(step, loss);
            watch(&Progress { step, loss, translator: &translator });
        }
    })?;
    validation.add(settings.steps, validation_loss(&translator.model, prepared));
    let scores = evaluate(&translator, &prepared.test)?;
    let search = evaluate_search(&translator, &prepared.test, Trained::WIDTH)?;
    let card = Card {
        corpus: prepared.description(),
        settings,
        seed,
        parameters: translator.model.param_count(),
        training: Course {
            seconds: report.seconds(),
            threads,
            tokens: report.steps.iter().map(|step| step.tokens).sum(),
            losses: mean_losses(&report, WATCHED),
            validation: validation.losses,
        },
        scores: Some(scores),
        search: Some(search),
        rounded: None,
        merges: prepared.subwords.0.to_string(),
    };
    let mut trained = Trained { translator, card };
    if let Some(bytes) = trained.rounded() {
        let rounded = Translator::from_rounded(&bytes).expect("it was written just now");
        let scores = evaluate(&rounded, &prepared.test)?;
        let rounded = Rounded { bits: Trained::BITS, bytes: bytes.len(), scores };
        trained.card.rounded = Some(rounded);
    }
    Ok((trained, report))
}

/// Runs the first steps of a training.
fn run(
    prepared: &Prepared,
    settings: Settings,
    training: &Training,
    steps: usize,
    model: &Model,
    before: impl FnMut(usize),
) -> Result<Report, Problem> {
    let Training { seed, threads, ref checkpoint } = *training;
    settings.check()?;
    let rate = settings.learning_rate;
    let schedule = Schedule::cosine(rate, settings.steps / 20, settings.steps, 0.0)?;
    let mut trainer = Trainer::new(steps).clip(settings.clip)?.seed(seed).schedule(schedule);
    if let Some(checkpoint) = checkpoint {
        trainer = trainer.checkpoint(checkpoint.clone());
    }
    let epochs = Epochs::new(prepared, settings, seed);
    Ok(trainer.run_in_parts(&epochs, model, &mut Adam::new(rate)?, threads, before)?)
}

/// The validation losses so far, which an interrupted training reads again.
struct Measured {
    losses: BTreeMap<usize, f64>,
    path: Option<PathBuf>,
}

impl Measured {
    fn new(checkpoint: Option<&Checkpoint>) -> Self {
        let path = checkpoint.map(|checkpoint| checkpoint.path.with_extension("losses.json"));
        let stored = path.as_ref().and_then(|path| fs::read(path).ok());
        let losses = stored.and_then(|stored| serde_json::from_slice(&stored).ok());
        Self { losses: losses.unwrap_or_default(), path }
    }

    /// Adds a loss. If it cannot be stored, a training that resumes lacks it on its card.
    fn add(&mut self, step: usize, loss: f64) {
        self.losses.insert(step, loss);
        if let Some(path) = &self.path
            && let Ok(text) = serde_json::to_vec(&self.losses)
        {
            let _ = replace(path, &text);
        }
    }
}

/// The numbers of steps and of sentences from which [`times`] estimates.
const MEASURED_STEPS: usize = 6;
const MEASURED_SENTENCES: usize = 40;

/// Estimates how long a training takes from a few steps and sentences.
///
/// # Errors
///
/// A setting that is impossible.
pub fn times(
    prepared: &Prepared,
    settings: Settings,
    training: &Training,
) -> Result<Times, Problem> {
    let subwords = prepared.subwords.clone();
    let model = model(&settings, subwords.vocab(), training.seed)?;
    let translator = Translator { subwords, model };
    let training = Training { checkpoint: None, ..training.clone() };
    let steps = settings.steps.min(MEASURED_STEPS);
    let report = run(prepared, settings, &training, steps, &translator.model, |_| ())?;
    // The first step allocates memory that later steps reuse.
    let later = &report.steps[steps.min(2) - 1..];
    let seconds: f64 = later.iter().map(|step| step.seconds).sum();

    let start = Instant::now();
    validation_loss(&translator.model, prepared);
    let validation = start.elapsed() * (WATCHED + 1) as u32;
    let start = Instant::now();
    let sentences = prepared.test.sentences();
    let few = sentences.iter().step_by(sentences.len().div_ceil(MEASURED_SENTENCES));
    let few: Vec<_> = few.map(|sentence| sentence.source.as_str()).collect();
    translator.translate_all(&few)?;
    if settings.kind == Kind::Transformer {
        // The rounded one translates as well.
        translator.translate_all(&few)?;
    }
    for text in &few {
        translator.search(text, Trained::WIDTH)?;
    }
    let test = start.elapsed().mul_f64(sentences.len() as f64 / few.len() as f64);
    Ok(Times {
        step: Duration::from_secs_f64(seconds / later.len() as f64),
        held_out: validation + test,
    })
}

/// The number of sentences in a batch of the validation.
const BATCH: usize = 64;

/// Returns the mean loss of the target tokens of the validation sentences, in nats.
fn validation_loss(model: &Model, prepared: &Prepared) -> f64 {
    let mut examples: Vec<_> = prepared.validation_examples.iter().collect();
    examples.sort_by_key(|example| (example.target.len(), example.source.len()));
    let vocab = prepared.subwords.vocab();
    let (mut nats, mut tokens) = (0.0, 0);
    for examples in examples.chunks(BATCH) {
        let batch = Batch::new(examples.iter().copied(), vocab, vocab);
        let batch = batch.expect("tokens are in their vocabulary");
        let loss = model.loss(&Tape::new(Mode::Eval, 0), &batch).item();
        nats += loss as f64 * batch.target_tokens() as f64;
        tokens += batch.target_tokens();
    }
    nats / tokens.max(1) as f64
}
