//! The training of the models of the chapter.

use attention::bahdanau::Bahdanau;
use attention::encoder_decoder::{EncoderDecoder, Experiment, FixedContext, RecurrentConfig, Run};
use attention::nn::{State, state};
use attention::train::{Failed, Report};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use super::{Card, Settings, Trained, Wider};
use crate::trials::{Trial, TrialError, keep, line, run, untrained};

/// Trains a model with and a model without attention for each seed, and keeps the models of the
/// first seed.
///
/// It then trains models without attention of each hidden size in `wider`, and keeps only their
/// scores. It trains as many models at once as [`Experiment::threads`] says. `watch` receives a
/// line about each model, in this order. The same experiment, settings, and seeds lead to the same
/// models, bit for bit on one machine.
///
/// # Errors
///
/// The name of a model if a setting is invalid, or if its training fails.
///
/// # Panics
///
/// If there are no seeds.
#[track_caller]
pub fn train_models(
    corpus: &str,
    experiment: &Experiment,
    settings: Settings,
    seeds: &[u64],
    wider: &[usize],
    mut watch: impl FnMut(&str),
) -> Result<Trained, Failed<TrialError>> {
    assert!(!seeds.is_empty(), "train_models: there are no seeds");
    let vocabularies = &experiment.vocabularies;
    let card = Card {
        corpus: corpus.to_owned(),
        training_pairs: experiment.examples.len(),
        held_out_sentences: experiment.held_out.sentences().len(),
        floor: experiment.floor,
        settings,
        with_attention: Vec::new(),
        without_attention: Vec::new(),
        wider_without_attention: wider
            .iter()
            .map(|&hidden| Wider { hidden, runs: vec![] })
            .collect(),
        source_tokens: vocabularies.source.tokens().to_vec(),
        target_tokens: vocabularies.target.tokens().to_vec(),
    };
    let mut trained: Trained = untrained(card)?;
    let (with, without) = ("with attention", "without attention");
    let longer = Settings { epochs: settings.epochs_without_attention, ..settings };
    let mut trials = Vec::new();
    for &seed in seeds {
        let first = seed == seeds[0];
        let add = move |trained: &mut Trained, run, state: &State| {
            if first {
                keep(&trained.bahdanau.model, state);
            }
            trained.card.with_attention.push(run);
        };
        trials.push(trial(experiment, settings, with, Bahdanau::new, seed, add));
        let add = move |trained: &mut Trained, run, state: &State| {
            if first {
                keep(&trained.fixed_context.model, state);
            }
            trained.card.without_attention.push(run);
        };
        trials.push(trial(experiment, longer, without, FixedContext::new, seed, add));
    }
    for (place, &hidden) in wider.iter().enumerate() {
        let settings = Settings { hidden, ..longer };
        trials.extend(seeds.iter().map(|&seed| {
            let add = move |trained: &mut Trained, run, _: &State| {
                trained.card.wider_without_attention[place].runs.push(run);
            };
            trial(experiment, settings, without, FixedContext::new, seed, add)
        }));
    }
    run(trials, &mut trained, experiment.threads, None, |line, _| watch(line))?;
    Ok(trained)
}

/// Returns the training of one model whose random parameters come from this seed.
fn trial<'a, M: EncoderDecoder + Clone + 'a>(
    experiment: &'a Experiment,
    settings: Settings,
    kind: &str,
    create: fn(&RecurrentConfig, &mut dyn Rng) -> M,
    seed: u64,
    add: impl FnOnce(&mut Trained, Run, &State) + Send + 'a,
) -> Trial<'a, Trained> {
    let kind = format!("{kind}, hidden size {}", settings.hidden);
    let name = format!("{kind}, seed {seed}");
    let checkpoint = experiment.checkpoint(&name);
    let train = move || {
        let config = settings.config(&experiment.vocabularies)?;
        let model = create(&config, &mut ChaCha8Rng::seed_from_u64(seed));
        let (run, report) = experiment.run(&model, &settings.recipe(seed), checkpoint)?;
        Ok((run, report, state(&model)))
    };
    let add = move |trained: &mut Trained, (run, report, state): (Run, Report, State)| {
        let line = line(&kind, &run, &report);
        add(trained, run, &state);
        line
    };
    Trial::unstored(name, train, add)
}
