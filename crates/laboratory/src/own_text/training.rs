//! The training of language models on a text.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use attention::nn::{State, state};
use attention::train::{Adam, Checkpoint, Failed, Loss, Report, Schedule, Trainer};
use attention::transformer::Sampling;
use engine::file::replace;

use super::{Card, HeldOut, Prepared, Run, Settings, TextModel, Trained, frequencies};
use crate::saved::Problem;
use crate::times::Times;
use crate::trials::{Trial, TrialError, keep, run as run_trials, untrained};

/// A text that a model writes while it trains.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The seed of the model.
    pub seed: u64,
    /// The number of steps so far.
    pub step: usize,
    /// Its loss on the held-out part, or on the start of a long one.
    pub held_out: HeldOut,
    /// A text without a prompt.
    pub text: String,
}

/// The seeds of several trainings, and how they run. Only the seeds change results.
#[derive(Clone, Copy, Debug)]
pub struct Training<'a> {
    /// The seeds, the first of which is for the model that is kept.
    pub seeds: &'a [u64],
    /// The number of models to train at once.
    pub threads: usize,
    /// The folder of checkpoints, from which the same training resumes.
    pub checkpoints: Option<&'a Path>,
    /// The time between checkpoints.
    pub every: Duration,
}

/// The parts of a training, each with a mean training loss and, at its end, a held-out loss and a
/// sample.
const PARTS: usize = 10;
/// The tokens of a sample.
const SAMPLE: usize = 40;
/// The most held-out tokens of a loss during the training.
const HELD_OUT: usize = 20_000;
/// The most bytes from which [`frequencies`] predict.
const CONTEXT: usize = 5;

/// Trains a model for each seed, and keeps the first.
///
/// `watch` receives samples of the model of the first seed from its thread, `ended` a line about
/// each model in the order of the seeds. With checkpoints, the same call resumes. The same text,
/// settings, and seeds lead to the same models, bit for bit on one machine.
///
/// # Errors
///
/// The name of the training, also if the text is too short for these settings.
///
/// # Panics
///
/// If there are no seeds, or if two are equal and would write the same checkpoint.
#[track_caller]
pub fn train(
    name: &str,
    prepared: &Prepared,
    settings: Settings,
    training: &Training<'_>,
    watch: impl Fn(&Sample) + Sync,
    mut ended: impl FnMut(&str),
) -> Result<Trained, Failed<TrialError>> {
    let Training { seeds, threads, .. } = *training;
    assert!(!seeds.is_empty(), "train: there are no seeds");
    let different: BTreeSet<_> = seeds.iter().collect();
    assert!(different.len() == seeds.len(), "train: equal seeds");
    let [training_bytes, held_out_bytes] =
        [&prepared.training, &prepared.held_out].map(|part| prepared.tokenizer.decode(part));
    let card = Card {
        text: name.to_owned(),
        training_tokens: prepared.training.len(),
        held_out_tokens: prepared.held_out.len(),
        frequencies: frequencies(&training_bytes, &held_out_bytes, CONTEXT),
        settings,
        runs: Vec::new(),
        merges: prepared.tokenizer.to_string(),
        start: prepared.start(),
    };
    let mut trained: Trained = untrained(card)?;
    let watch = &watch;
    let trial = |&seed: &u64| {
        let name = format!("language model, seed {seed}");
        let checkpoint = training.checkpoints.map(|folder| Checkpoint {
            path: folder.join(format!("{name}.safetensors")),
            every: training.every,
        });
        let first = seed == seeds[0];
        let train = move || {
            let watch = first.then_some(watch);
            train_one(prepared, settings, seed, checkpoint, watch)
        };
        let add = move |trained: &mut Trained, (state, run, report): (State, Run, Report)| {
            if first {
                keep(&trained.model.model, &state);
            }
            let line = format!(
                "seed {seed}: {report}; held out: {:.4} nats per token, {:.4} bits per byte",
                run.held_out_loss, run.bits_per_byte
            );
            trained.card.runs.push(run);
            line
        };
        Trial::unstored(name, train, add)
    };
    run_trials(seeds.iter().map(trial).collect(), &mut trained, threads, None, |line, _| {
        ended(line);
    })?;
    Ok(trained)
}

fn train_one(
    prepared: &Prepared,
    settings: Settings,
    seed: u64,
    checkpoint: Option<Checkpoint>,
    watch: Option<&impl Fn(&Sample)>,
) -> Result<(State, Run, Report), Problem> {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let tokenizer = prepared.tokenizer.clone();
    let model = TextModel::new(tokenizer, prepared.start(), &settings, rng)?;
    let steps = settings.steps;
    let held_out = &prepared.held_out;
    let few = &held_out[..held_out.len().min(HELD_OUT)];
    // Losses before a checkpoint cannot be measured again.
    let kept = checkpoint.as_ref().map(|kept| kept.path.with_extension("held-out.json"));
    let stored = kept.as_ref().and_then(|path| serde_json::from_slice(&fs::read(path).ok()?).ok());
    let mut held_out_losses: BTreeMap<usize, f64> = stored.unwrap_or_default();
    let every = steps.div_ceil(PARTS);
    let report = run(&model, prepared, &settings, steps, checkpoint, seed, |step| {
        // Later ones are from another training, or from one that was interrupted here.
        held_out_losses.split_off(&step);
        if step == 0 || step % every > 0 {
            return;
        }
        let held_out = model.held_out(few);
        held_out_losses.insert(step, held_out.loss);
        if let Some(path) = &kept {
            let text = serde_json::to_vec(&held_out_losses).expect("numbers only");
            // If they cannot be stored, a training that resumes after this step lacks them.
            let _ = replace(path, &text);
        }
        if let Some(watch) = watch {
            watch(&Sample { seed, step, held_out, text: sample(&model, seed) });
        }
    })?;
    let HeldOut { loss: held_out_loss, bits_per_byte } = model.held_out(held_out);
    let losses = report.losses();
    let mean = |part: &[attention::Real]| {
        let sum: f64 = part.iter().map(|loss| *loss as f64).sum();
        sum / part.len() as f64
    };
    let run = Run {
        seed,
        losses: losses.chunks(every).map(mean).collect(),
        held_out_losses: held_out_losses.into_values().chain([held_out_loss]).collect(),
        held_out_loss,
        bits_per_byte,
    };
    Ok((state(&model.model), run, report))
}

/// Runs the first steps of a training, and calls `before` before each.
fn run(
    model: &TextModel,
    prepared: &Prepared,
    settings: &Settings,
    steps: usize,
    checkpoint: Option<Checkpoint>,
    seed: u64,
    mut before: impl FnMut(usize),
) -> Result<Report, Problem> {
    let Settings { context, batch, learning_rate: rate, .. } = *settings;
    prepared.check(settings)?;
    let warmup = settings.steps / 20;
    let schedule = Schedule::cosine(rate, warmup, settings.steps, 0.0)?;
    let mut trainer = Trainer::new(steps).clip(1.0)?.seed(seed);
    if let Some(checkpoint) = checkpoint {
        trainer = trainer.checkpoint(checkpoint);
    }
    let mut adam = Adam::new(rate)?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let last = prepared.training.len() - context - 1;
    let (mut drawn, mut texts) = (0, Vec::new());
    let report = trainer.schedule(schedule).run(&model.model, &mut adam, |tape, step| {
        // Also draws the parts of steps before a checkpoint.
        while drawn <= step {
            let each = 0..batch;
            let part = each.map(|_| {
                let start = rng.random_range(0..=last);
                &prepared.training[start..=start + context]
            });
            texts = part.collect();
            drawn += 1;
        }
        before(step);
        Ok(Loss { value: model.loss(tape, &texts), tokens: batch * context })
    })?;
    Ok(report)
}

fn sample(model: &TextModel, seed: u64) -> String {
    let mut text = String::new();
    let sampling = Sampling::new(0.8)
        .and_then(|sampling| sampling.top_p(0.95))
        .expect("both are in their range");
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    model.write("", SAMPLE, &sampling, rng, |new| text.write_str(new)).expect("a string has room");
    text
}

/// Estimates how long a training takes, from a few steps and a small part of the held-out tokens.
///
/// # Errors
///
/// [`TrialError`] if a setting is impossible.
pub fn times(prepared: &Prepared, settings: &Settings) -> Result<Times, TrialError> {
    let rng = &mut ChaCha8Rng::seed_from_u64(0);
    let tokenizer = prepared.tokenizer.clone();
    let model = TextModel::new(tokenizer, prepared.start(), settings, rng);
    let model = model.map_err(Problem::from)?;
    let few = settings.steps.min(6);
    let report = run(&model, prepared, settings, few, None, 0, |_| ())?;
    // The first step allocates memory that later steps reuse.
    let later = &report.steps[few.min(2) - 1..];
    let seconds: f64 = later.iter().map(|step| step.seconds).sum();
    let held_out = prepared.held_out.len();
    let few = held_out.min(HELD_OUT / 10);
    let start = Instant::now();
    model.held_out(&prepared.held_out[..few]);
    let read = held_out + (PARTS - 1) * held_out.min(HELD_OUT);
    Ok(Times {
        step: Duration::from_secs_f64(seconds / later.len() as f64),
        held_out: start.elapsed().mul_f64(read as f64 / few as f64),
    })
}
