//! The training of the models of the chapter.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::{
    Bahdanau, RecurrentModelCard, Settings, TrainedRecurrent, Wider,
};
use crate::encoder_decoder::{
    EncoderDecoder, Experiment, FixedContext, Recipe, RecurrentConfig,
    Run, TrainError, Translator,
};
use crate::nn::{State, restore, state};
use crate::train::{Failed, Job, Report, in_parallel};

/// A model that [`train_models`] has just trained.
#[derive(Clone, Copy, Debug)]
pub struct Finished<'a> {
    /// Whether the model has attention.
    pub attention: bool,
    /// The size of its states.
    pub hidden: usize,
    /// Its scores.
    pub run: &'a Run,
    /// The steps of its training.
    pub report: &'a Report,
}

/// Trains a model with and a model without attention for each seed, and
/// keeps those of the first seed.
///
/// It then trains models without attention of each hidden size in `wider`,
/// and keeps only their scores. It trains as many models at once as
/// [`Experiment::threads`] says. `watch` is called for each model, in this
/// order. The same experiment, settings, and seeds lead to the same
/// models, bit for bit on one machine.
///
/// # Errors
///
/// [`TrainError`] with the name of a model if a setting is invalid, or if
/// its training fails.
///
/// # Panics
///
/// If there are no seeds.
///
/// # Example
///
/// ```
/// use attention::bahdanau::{Settings, train_models};
/// use attention::data::Corpus;
/// use attention::encoder_decoder::Experiment;
///
/// let experiment = Experiment::new(&Corpus::generated(60, 0)?, 10, 1, 0)?;
/// let settings = Settings { epochs: 1, epochs_without_attention: 2, ..Settings::default() };
/// let mut sizes = Vec::new();
/// let trained = train_models("small", &experiment, settings, &[0], &[80], |finished| {
///     sizes.push((finished.attention, finished.hidden));
/// })?;
/// assert_eq!(sizes, [(true, 64), (false, 64), (false, 80)]);
/// assert_eq!(trained.card.wider_without_attention[0].runs.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[track_caller]
pub fn train_models(
    corpus: &str,
    experiment: &Experiment,
    settings: Settings,
    seeds: &[u64],
    wider: &[usize],
    mut watch: impl FnMut(Finished<'_>),
) -> Result<TrainedRecurrent, Failed<TrainError>> {
    assert!(!seeds.is_empty(), "train_models: there are no seeds");
    let mut jobs = Vec::new();
    for &seed in seeds {
        jobs.push(job::<Bahdanau>(experiment, settings, seed));
        jobs.push(job::<FixedContext>(experiment, settings, seed));
    }
    for &hidden in wider {
        let settings = Settings { hidden, ..settings };
        let each = seeds.iter();
        jobs.extend(each.map(|&seed| {
            job::<FixedContext>(experiment, settings, seed)
        }));
    }
    let mut trained =
        in_parallel(jobs, experiment.threads, |one: &Trained| {
            watch(Finished {
                attention: one.attention,
                hidden: one.hidden,
                run: &one.run,
                report: &one.report,
            });
        })?;
    let runs = |trained: &[&Trained]| {
        trained.iter().map(|one| one.run.clone()).collect()
    };
    let wide = trained.split_off(2 * seeds.len());
    let (with, without): (Vec<_>, Vec<_>) =
        trained.iter().partition(|one| one.attention);
    let wider = wider.iter().zip(wide.chunks(seeds.len()));
    let vocabularies = &experiment.vocabularies;
    Ok(TrainedRecurrent {
        card: RecurrentModelCard {
            corpus: corpus.to_owned(),
            training_pairs: experiment.examples.len(),
            held_out_sentences: experiment.held_out.sentences().len(),
            floor: experiment.floor,
            settings,
            with_attention: runs(&with),
            without_attention: runs(&without),
            wider_without_attention: wider
                .map(|(&hidden, wide)| Wider {
                    hidden,
                    runs: runs(&wide.iter().collect::<Vec<_>>()),
                })
                .collect(),
            source_tokens: vocabularies.source.tokens().to_vec(),
            target_tokens: vocabularies.target.tokens().to_vec(),
        },
        bahdanau: with[0].translator(experiment, settings),
        fixed_context: without[0].translator(experiment, settings),
    })
}

/// What the thread of a training returns.
struct Trained {
    attention: bool,
    hidden: usize,
    state: State,
    run: Run,
    report: Report,
}

impl Trained {
    fn translator<M: Kind>(
        &self,
        experiment: &Experiment,
        settings: Settings,
    ) -> Translator<M> {
        let config = settings.config(&experiment.vocabularies);
        let config = config.expect("a model was trained with it");
        // Every parameter is replaced.
        let model =
            M::create(&config, &mut ChaCha8Rng::seed_from_u64(0));
        restore(&model, &self.state)
            .expect("the parameters are of such a model");
        Translator {
            model,
            vocabularies: experiment.vocabularies.clone(),
        }
    }
}

/// Returns the training of one model whose random parameters come from
/// this seed.
fn job<M: Kind>(
    experiment: &Experiment,
    settings: Settings,
    seed: u64,
) -> Job<'_, Trained, TrainError> {
    let hidden = settings.hidden;
    let name =
        format!("{} attention hidden {hidden} seed {seed}", M::NAME);
    let checkpoint = experiment.checkpoint(&name);
    Job::new(name, move || {
        let config = settings.config(&experiment.vocabularies)?;
        let model =
            M::create(&config, &mut ChaCha8Rng::seed_from_u64(seed));
        let recipe = Recipe {
            epochs: M::epochs(&settings),
            ..settings.recipe(seed)
        };
        let (run, report) =
            experiment.run_with(&model, &recipe, checkpoint)?;
        Ok(Trained {
            attention: M::ATTENTION,
            hidden,
            state: state(&model),
            run,
            report,
        })
    })
}

/// One of the two models that the chapter compares.
trait Kind: EncoderDecoder + Clone {
    const ATTENTION: bool;
    const NAME: &str = if Self::ATTENTION { "with" } else { "without" };

    fn create(config: &RecurrentConfig, rng: &mut ChaCha8Rng) -> Self;

    fn epochs(settings: &Settings) -> usize;
}

impl Kind for Bahdanau {
    const ATTENTION: bool = true;

    fn create(config: &RecurrentConfig, rng: &mut ChaCha8Rng) -> Self {
        Self::new(config, rng)
    }

    fn epochs(settings: &Settings) -> usize {
        settings.epochs
    }
}

impl Kind for FixedContext {
    const ATTENTION: bool = false;

    fn create(config: &RecurrentConfig, rng: &mut ChaCha8Rng) -> Self {
        Self::new(config, rng)
    }

    fn epochs(settings: &Settings) -> usize {
        settings.epochs_without_attention
    }
}
