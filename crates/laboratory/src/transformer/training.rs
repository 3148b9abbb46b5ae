//! The training of the chapter's models.

use std::collections::BTreeMap;

use attention::data::{Corpus, Example};
use attention::encoder_decoder::{Changed, Experiment, Run, TrainError, mean_loss};
use attention::nn::{State, state};
use attention::train::{Failed, Report};
use attention::transformer::wrong::LooksAhead;
use attention::transformer::{LanguageModel, Transformer};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use translation::{mean_losses, train_with};

use super::{Card, Diverged, LanguageModelRun, Settings, Trained, Variant};
use crate::trials::{Trial, TrialError, keep, line, run, untrained};

/// Trains a language model, and a translator of each variant for each seed.
///
/// The language model and the first translator, both with the first seed, are kept. It trains as
/// many models at once as [`Experiment::threads`] says. For each training, in this order, `watch`
/// receives a line about it and all results so far, which are complete enough to be saved once a
/// translator is among them. The same experiment, settings, and seeds produce the same models, bit
/// for bit on one machine.
///
/// # Errors
///
/// The name of a model if a setting is impossible, or if the training of a model that is kept
/// breaks off. The [card](Card::diverged) lists other trainings that broke off.
///
/// # Panics
///
/// If there are no seeds, or if the first variant is not [`Variant::PostNorm`].
#[track_caller]
pub fn train_models(
    corpus: &str,
    experiment: &Experiment,
    settings: Settings,
    variants: &[Variant],
    seeds: &[u64],
    watch: impl FnMut(&str, &Trained),
) -> Result<Trained, Failed<TrialError>> {
    assert!(!seeds.is_empty(), "train_models: there are no seeds");
    assert_eq!(variants.first(), Some(&Variant::PostNorm), "train_models: the first variant");
    let vocabularies = &experiment.vocabularies;
    let card = Card {
        corpus: corpus.to_owned(),
        training_pairs: experiment.examples.len(),
        held_out_sentences: experiment.held_out.sentences().len(),
        floor: experiment.floor,
        settings,
        runs: BTreeMap::new(),
        diverged: Vec::new(),
        language_model: LanguageModelRun::default(),
        source_tokens: vocabularies.source.tokens().to_vec(),
        target_tokens: vocabularies.target.tokens().to_vec(),
    };
    let mut trained: Trained = untrained(card)?;
    let mut trials = vec![language_model(experiment, settings, seeds[0])];
    for &seed in seeds {
        for &variant in variants {
            let kept = trials.len() == 1;
            trials.push(translator(experiment, settings, variant, seed, kept));
        }
    }
    run(trials, &mut trained, experiment.threads, None, watch)?;
    Ok(trained)
}

/// Returns the training of one translator with random parameters of this seed.
///
/// Unless its model is kept, the training may break off.
fn translator(
    experiment: &Experiment,
    settings: Settings,
    variant: Variant,
    seed: u64,
    kept: bool,
) -> Trial<'_, Trained> {
    let name = format!("{variant}, seed {seed}");
    let checkpoint = experiment.checkpoint(&name);
    let train = move || -> Result<(Run, Report, State), TrainError> {
        let config = settings.config(variant)?;
        let vocabs = experiment.vocabularies.sizes();
        let model = Transformer::new(&config, vocabs, &mut ChaCha8Rng::seed_from_u64(seed))?;
        let recipe = settings.recipe(variant, seed);
        let (run, report) = match variant {
            Variant::LooksAhead => {
                experiment.run(&Changed(model.clone(), LooksAhead), &recipe, checkpoint)?
            }
            _ => experiment.run(&model, &recipe, checkpoint)?,
        };
        Ok((run, report, state(&model)))
    };
    let measure = move || match train() {
        Err(error @ (TrainError::Stopped(_) | TrainError::Useless(_))) if !kept => {
            Ok(Err(error.to_string()))
        }
        result => Ok(Ok(result?)),
    };
    let add = move |trained: &mut Trained, result: Result<(Run, Report, State), String>| {
        let (run, report, state) = match result {
            Ok(result) => result,
            Err(reason) => {
                let line = format!("{variant}, seed {seed}: broke off at {reason}");
                trained.card.diverged.push(Diverged { variant, seed, reason });
                return line;
            }
        };
        if kept {
            keep(&trained.transformer.model, &state);
        }
        let line = line(variant.name(), &run, &report);
        trained.card.runs.entry(variant).or_default().push(run);
        line
    };
    Trial::unstored(name, measure, add)
}

/// Returns the source sentences of a corpus as examples of a language model.
pub fn texts(experiment: &Experiment, corpus: &Corpus) -> Vec<Example> {
    let sentences = corpus.sentences().iter();
    let texts = sentences.map(|sentence| experiment.vocabularies.encode_source(&sentence.source));
    texts.map(LanguageModel::example).collect()
}

/// Returns the training of a model on the source sentences alone.
fn language_model(experiment: &Experiment, settings: Settings, seed: u64) -> Trial<'_, Trained> {
    let name = format!("language model, seed {seed}");
    let checkpoint = experiment.checkpoint(&name);
    let measure = move || {
        let config = settings.config(Variant::PostNorm)?;
        let vocab = experiment.vocabularies.source.len();
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let model = LanguageModel::new(&config, vocab, rng)?;
        let (examples, vocabs) = (texts(experiment, &experiment.training), [vocab; 2]);
        let recipe = settings.recipe_of_language_model(seed);
        let report = train_with(&model, &examples, vocabs, &recipe, checkpoint)?;
        let loss = |examples: &[Example]| match mean_loss(&model, examples, vocabs)? {
            loss if loss.is_finite() => Ok(loss),
            loss => Err(TrainError::Useless(loss)),
        };
        let run = LanguageModelRun {
            seed,
            losses: mean_losses(&report, recipe.epochs),
            training_loss: loss(&examples)?,
            held_out_loss: loss(&texts(experiment, &experiment.held_out))?,
        };
        Ok((run, report, state(&model)))
    };
    let add = |trained: &mut Trained, (run, report, state): (LanguageModelRun, Report, State)| {
        keep(&trained.language_model, &state);
        let line = format!(
            "language model, seed {}: {report}, afterward {:.4} over all sentences; held out: loss {:.3}",
            run.seed, run.training_loss, run.held_out_loss
        );
        trained.card.language_model = run;
        line
    };
    Trial::unstored(name, measure, add)
}

#[cfg(test)]
mod tests;
