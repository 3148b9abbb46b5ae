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
use crate::train::Report;

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
/// and keeps only their scores. `watch` is called after each model. The
/// same experiment, settings, and seeds lead to the same models, bit for
/// bit on one machine.
///
/// # Errors
///
/// [`TrainError`] if a setting is invalid, or if training fails.
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
) -> Result<TrainedRecurrent, TrainError> {
    assert!(!seeds.is_empty(), "train_models: there are no seeds");
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for &seed in seeds {
        with.push(train_one(
            experiment,
            settings,
            seed,
            Bahdanau::new,
            &mut watch,
        )?);
        without.push(train_one(
            experiment,
            settings,
            seed,
            FixedContext::new,
            &mut watch,
        )?);
    }
    let mut wider_without_attention = Vec::new();
    for &hidden in wider {
        let settings = Settings { hidden, ..settings };
        let mut runs = Vec::new();
        for &seed in seeds {
            let make = FixedContext::new;
            let trained =
                train_one(experiment, settings, seed, make, &mut watch);
            runs.push(trained?.1);
        }
        wider_without_attention.push(Wider { hidden, runs });
    }
    Ok(TrainedRecurrent {
        card: RecurrentModelCard {
            corpus: corpus.to_owned(),
            training_pairs: experiment.examples.len(),
            held_out_sentences: experiment.held_out.sentences().len(),
            floor: experiment.floor,
            settings,
            with_attention: with
                .iter()
                .map(|(_, run)| run.clone())
                .collect(),
            without_attention: without
                .iter()
                .map(|(_, run)| run.clone())
                .collect(),
            wider_without_attention,
            source_tokens: experiment
                .vocabularies
                .source
                .tokens()
                .to_vec(),
            target_tokens: experiment
                .vocabularies
                .target
                .tokens()
                .to_vec(),
        },
        bahdanau: translator(experiment, with.swap_remove(0).0),
        fixed_context: translator(experiment, without.swap_remove(0).0),
    })
}

fn translator<M>(experiment: &Experiment, model: M) -> Translator<M> {
    Translator {
        model,
        vocabularies: experiment.vocabularies.clone(),
    }
}

/// Trains one model whose random parameters come from this seed.
fn train_one<M: Kind>(
    experiment: &Experiment,
    settings: Settings,
    seed: u64,
    make: fn(&RecurrentConfig, &mut ChaCha8Rng) -> M,
    watch: &mut impl FnMut(Finished<'_>),
) -> Result<(M, Run), TrainError> {
    let config = settings.config(&experiment.vocabularies)?;
    let model = make(&config, &mut ChaCha8Rng::seed_from_u64(seed));
    let recipe = Recipe {
        epochs: M::epochs(&settings),
        ..settings.recipe(seed)
    };
    let hidden = settings.hidden;
    let checkpoint = experiment.checkpoint(&format!(
        "{} attention hidden {hidden} seed {seed}",
        M::NAME
    ));
    let (run, report) =
        experiment.run_with(&model, &recipe, checkpoint)?;
    watch(Finished {
        attention: M::ATTENTION,
        hidden,
        run: &run,
        report: &report,
    });
    Ok((model, run))
}

/// One of the two models that the chapter compares.
trait Kind: EncoderDecoder + Clone {
    const ATTENTION: bool;
    const NAME: &str = if Self::ATTENTION { "with" } else { "without" };

    fn epochs(settings: &Settings) -> usize;
}

impl Kind for Bahdanau {
    const ATTENTION: bool = true;

    fn epochs(settings: &Settings) -> usize {
        settings.epochs
    }
}

impl Kind for FixedContext {
    const ATTENTION: bool = false;

    fn epochs(settings: &Settings) -> usize {
        settings.epochs_without_attention
    }
}
