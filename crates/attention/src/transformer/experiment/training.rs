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
use crate::encoder_decoder::{Experiment, Run, TrainError, mean_loss};
use crate::nn::{State, restore, state};
use crate::train::{Failed, Job, Report, in_parallel};
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
/// The language model and the first translator, both with the first seed, are kept. It trains as many models
/// at once as [`Experiment::threads`] says. For each training, in this order, `watch` receives the result and
/// the models so far, or `None` before the first translator. The same experiment, settings, and seeds produce
/// the same models, bit for bit on one machine.
///
/// # Errors
///
/// [`TrainError`] with the name of a model if a setting is impossible, or if the training of a model that is
/// kept breaks off. The [card](TransformerModelCard::diverged) lists other trainings that broke off.
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
) -> Result<TrainedTransformer, Failed<TrainError>> {
    assert!(!seeds.is_empty(), "train_models: there are no seeds");
    assert_eq!(
        variants.first(),
        Some(&Variant::PostNorm),
        "train_models: the first kind"
    );
    let mut jobs = vec![language_model(experiment, settings, seeds[0])];
    let all = seeds.iter().flat_map(|&seed| {
        let each = variants.iter();
        each.map(move |&variant| (variant, seed))
    });
    for (place, (variant, seed)) in all.enumerate() {
        let kept = place == 0;
        jobs.push(translator(
            experiment, settings, variant, seed, kept,
        ));
    }
    let (mut first, mut trained) = (None, None);
    in_parallel(jobs, experiment.threads, |one: &Trained| {
        match one {
            Trained::LanguageModel(model, run, _) => {
                first = Some((model.clone(), run.clone()));
            }
            Trained::Translator(model, variant, run, _) => {
                let trained = trained.get_or_insert_with(|| {
                    let first = first.take().expect("it is trained");
                    kept(corpus, experiment, settings, first, model)
                });
                let runs = &mut trained.card.runs;
                runs.entry(*variant).or_default().push(run.clone());
            }
            Trained::Diverged(diverged) => {
                let trained = trained.as_mut().expect("one is kept");
                trained.card.diverged.push(diverged.clone());
            }
        }
        watch(one.finished(), trained.as_ref());
    })?;
    Ok(trained.expect("the first translator is trained"))
}

/// What the thread of a training returns.
enum Trained {
    LanguageModel(State, LanguageModelRun, Report),
    Translator(State, Variant, Run, Report),
    Diverged(Diverged),
}

impl Trained {
    fn finished(&self) -> Finished<'_> {
        match self {
            Self::LanguageModel(_, run, report) => {
                Finished::LanguageModel { run, report }
            }
            Self::Translator(_, variant, run, report) => {
                Finished::Translator {
                    variant: *variant,
                    run,
                    report,
                }
            }
            Self::Diverged(diverged) => Finished::Diverged(diverged),
        }
    }
}

/// The two models that are kept, and a card without translators.
fn kept(
    corpus: &str,
    experiment: &Experiment,
    settings: Settings,
    (language_model, run): (State, LanguageModelRun),
    translator: &State,
) -> TrainedTransformer {
    let vocabularies = &experiment.vocabularies;
    let (source, target) = (&vocabularies.source, &vocabularies.target);
    let trained = TrainedTransformer::untrained(
        TransformerModelCard {
            corpus: corpus.to_owned(),
            training_pairs: experiment.examples.len(),
            held_out_sentences: experiment.held_out.sentences().len(),
            floor: experiment.floor,
            settings,
            runs: BTreeMap::new(),
            diverged: Vec::new(),
            language_model: run,
            source_tokens: source.tokens().to_vec(),
            target_tokens: target.tokens().to_vec(),
        },
        vocabularies.clone(),
    );
    let trained = trained.expect("models were trained with it");
    let fits = "the parameters are of such a model";
    restore(&trained.language_model, &language_model).expect(fits);
    restore(&trained.transformer.model, translator).expect(fits);
    trained
}

/// The training of one translator with random parameters of this seed.
///
/// Unless it is kept, it may break off.
fn translator(
    experiment: &Experiment,
    settings: Settings,
    variant: Variant,
    seed: u64,
    kept: bool,
) -> Job<'_, Trained, TrainError> {
    let name = format!("{variant} seed {seed}");
    let checkpoint = experiment.checkpoint(&name);
    let train = move || {
        let config = settings.config(variant)?;
        let vocabs = experiment.vocabularies.sizes();
        let model = Transformer::new(
            &config,
            vocabs,
            &mut ChaCha8Rng::seed_from_u64(seed),
        )?;
        let recipe = settings.recipe(variant, seed);
        let (run, report) = match variant {
            Variant::LooksAhead => experiment.run_with(
                &LooksAhead(model.clone()),
                &recipe,
                checkpoint,
            )?,
            _ => experiment.run_with(&model, &recipe, checkpoint)?,
        };
        Ok(Trained::Translator(state(&model), variant, run, report))
    };
    Job::new(name, move || match train() {
        Err(
            error @ (TrainError::Stopped(_) | TrainError::Useless(_)),
        ) if !kept => Ok(Trained::Diverged(Diverged {
            variant,
            seed,
            reason: error.to_string(),
        })),
        result => result,
    })
}

/// The training of a model on the source sentences alone.
fn language_model(
    experiment: &Experiment,
    settings: Settings,
    seed: u64,
) -> Job<'_, Trained, TrainError> {
    let name = format!("language model seed {seed}");
    let checkpoint = experiment.checkpoint(&name);
    Job::new(name, move || {
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
        let (examples, vocabs) =
            (texts(&experiment.training), [vocab; 2]);
        let recipe = settings.recipe_of_language_model(seed);
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
        Ok(Trained::LanguageModel(state(&model), run, report))
    })
}

#[cfg(test)]
mod tests;
