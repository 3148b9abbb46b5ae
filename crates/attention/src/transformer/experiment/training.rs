//! The training of the chapter's models.

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use translation::{mean_losses, train_with};

use super::{
    Diverged, LanguageModelRun, Settings, TrainedTransformer,
    TransformerModelCard, Variant,
};
use crate::data::{Corpus, Example};
use crate::encoder_decoder::{
    Experiment, Run, TrainError, Translator, mean_loss,
};
use crate::train::Report;
use crate::transformer::wrong::LooksAhead;
use crate::transformer::{LanguageModel, Transformer};

/// A training that [`train_models`] has just finished.
#[derive(Clone, Copy, Debug)]
pub enum Finished<'a> {
    /// The language model.
    LanguageModel {
        /// Its losses.
        run: &'a LanguageModelRun,
        /// The steps of its training.
        report: &'a Report,
    },
    /// A translator.
    Translator {
        /// Its variant.
        variant: Variant,
        /// Its scores.
        run: &'a Run,
        /// The steps of its training.
        report: &'a Report,
    },
    /// A translator whose training broke off.
    Diverged(&'a Diverged),
}

/// Trains a language model, and a translator of each variant for each seed.
///
/// The language model and the first translator, both with the first seed, are kept. After each training,
/// `watch` receives the result and the models so far, or `None` before the first translator. The same
/// experiment, settings, and seeds produce the same models, bit for bit on one machine.
///
/// # Errors
///
/// [`TrainError`] if a setting is impossible, or if the training of a model that is kept breaks off. The
/// [card](TransformerModelCard::diverged) lists other trainings that broke off.
///
/// # Panics
///
/// If there are no seeds, or if the first variant is not [`Variant::PostNorm`].
///
/// # Example
///
/// ```
/// use attention::data::Corpus;
/// use attention::encoder_decoder::Experiment;
/// use attention::transformer::{Finished, Settings, Variant, train_models};
///
/// let experiment = Experiment::new(&Corpus::generated(60, 0)?, 10, 1, 0)?;
/// let settings = Settings { hidden: 8, epochs: 1, epochs_of_language_model: 1, ..Settings::default() };
/// let kinds = [Variant::PostNorm, Variant::OneHead];
/// let mut told = Vec::new();
/// let trained = train_models("small", &experiment, settings, &kinds, &[0, 1], |finished, so_far| {
///     let translator = matches!(finished, Finished::Translator { .. });
///     told.push((translator, so_far.is_some()));
/// })?;
/// assert_eq!(told[..2], [(false, false), (true, true)]);
/// assert_eq!(told.len(), 5);
/// assert_eq!(trained.card.runs(Variant::OneHead).len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[track_caller]
pub fn train_models(
    corpus: &str,
    experiment: &Experiment,
    settings: Settings,
    variants: &[Variant],
    seeds: &[u64],
    mut watch: impl FnMut(Finished<'_>, Option<&TrainedTransformer>),
) -> Result<TrainedTransformer, TrainError> {
    assert!(!seeds.is_empty(), "train_models: there are no seeds");
    assert_eq!(
        variants.first(),
        Some(&Variant::PostNorm),
        "train_models: the first kind"
    );
    let mut trained = first_models(
        corpus, experiment, settings, seeds[0], &mut watch,
    )?;
    let all = seeds.iter().flat_map(|&seed| {
        let each = variants.iter();
        each.map(move |&variant| (variant, seed))
    });
    for (variant, seed) in all.skip(1) {
        match train_translator(experiment, settings, variant, seed) {
            Ok((_, run, report)) => {
                let runs =
                    trained.card.runs.entry(variant).or_default();
                runs.push(run.clone());
                let (run, report) = (&run, &report);
                let finished = Finished::Translator {
                    variant,
                    run,
                    report,
                };
                watch(finished, Some(&trained));
            }
            Err(
                error @ (TrainError::Stopped(_)
                | TrainError::Useless(_)),
            ) => {
                let diverged = Diverged {
                    variant,
                    seed,
                    reason: error.to_string(),
                };
                trained.card.diverged.push(diverged.clone());
                watch(Finished::Diverged(&diverged), Some(&trained));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(trained)
}

/// The models that are kept.
fn first_models(
    corpus: &str,
    experiment: &Experiment,
    settings: Settings,
    seed: u64,
    watch: &mut impl FnMut(Finished<'_>, Option<&TrainedTransformer>),
) -> Result<TrainedTransformer, TrainError> {
    let (language_model, of_language_model, report) =
        train_language_model(experiment, settings, seed)?;
    let finished = Finished::LanguageModel {
        run: &of_language_model,
        report: &report,
    };
    watch(finished, None);
    let variant = Variant::PostNorm;
    let (model, run, report) =
        train_translator(experiment, settings, variant, seed)?;
    let vocabularies = &experiment.vocabularies;
    let trained = TrainedTransformer {
        card: TransformerModelCard {
            corpus: corpus.to_owned(),
            training_pairs: experiment.examples.len(),
            held_out_sentences: experiment.held_out.sentences().len(),
            floor: experiment.floor,
            settings,
            runs: BTreeMap::from([(variant, vec![run.clone()])]),
            diverged: Vec::new(),
            language_model: of_language_model,
            source_tokens: vocabularies.source.tokens().to_vec(),
            target_tokens: vocabularies.target.tokens().to_vec(),
        },
        transformer: Translator {
            model,
            vocabularies: vocabularies.clone(),
        },
        language_model,
    };
    let finished = Finished::Translator {
        variant,
        run: &run,
        report: &report,
    };
    watch(finished, Some(&trained));
    Ok(trained)
}

/// Trains one translator with random parameters of this seed.
fn train_translator(
    experiment: &Experiment,
    settings: Settings,
    variant: Variant,
    seed: u64,
) -> Result<(Transformer, Run, Report), TrainError> {
    let config = settings.config(variant)?;
    let vocabs = experiment.vocabularies.sizes();
    let model = Transformer::new(
        &config,
        vocabs,
        &mut ChaCha8Rng::seed_from_u64(seed),
    )?;
    let recipe = settings.recipe(variant, seed);
    let checkpoint =
        experiment.checkpoint(&format!("{variant} seed {seed}"));
    let (run, report) = match variant {
        Variant::LooksAhead => experiment.run_with(
            &LooksAhead(model.clone()),
            &recipe,
            checkpoint,
        )?,
        _ => experiment.run_with(&model, &recipe, checkpoint)?,
    };
    Ok((model, run, report))
}

/// Trains a model on the source sentences alone.
fn train_language_model(
    experiment: &Experiment,
    settings: Settings,
    seed: u64,
) -> Result<(LanguageModel, LanguageModelRun, Report), TrainError> {
    let config = settings.config(Variant::PostNorm)?;
    let vocab = experiment.vocabularies.source.len();
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let model = LanguageModel::new(&config, vocab, rng)?;
    let texts = |corpus: &Corpus| -> Vec<Example> {
        let sentences = corpus.sentences().iter();
        let texts = sentences.map(|sentence| {
            experiment.vocabularies.encode_source(&sentence.source)
        });
        texts.map(LanguageModel::example).collect()
    };
    let (examples, vocabs) = (texts(&experiment.training), [vocab; 2]);
    let recipe = settings.recipe_of_language_model(seed);
    let checkpoint =
        experiment.checkpoint(&format!("language model seed {seed}"));
    let report =
        train_with(&model, &examples, vocabs, &recipe, checkpoint)?;
    let loss = |examples: &[Example]| match mean_loss(
        &model, examples, vocabs,
    )? {
        loss if loss.is_finite() => Ok(loss),
        loss => Err(TrainError::Useless(loss)),
    };
    let run = LanguageModelRun {
        seed,
        losses: mean_losses(&report, recipe.epochs),
        training_loss: loss(&examples)?,
        held_out_loss: loss(&texts(&experiment.held_out))?,
    };
    Ok((model, run, report))
}

#[cfg(test)]
mod tests;
