//! The training of the models of the chapter.

use attention::bahdanau::Bahdanau;
use attention::encoder_decoder::{
    EncoderDecoder, Experiment, FixedContext, Recipe, RecurrentConfig, Run,
};
use attention::nn::{State, state};
use attention::train::{Failed, Report};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

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
///
/// # Example
///
/// ```
/// use attention::data::Corpus;
/// use attention::encoder_decoder::Experiment;
/// use laboratory::bahdanau::{Settings, train_models};
///
/// let experiment = Experiment::new(&Corpus::generated(60, 0)?, 10, 1, 0)?;
/// let settings = Settings { epochs: 1, epochs_without_attention: 2, ..Settings::default() };
/// let mut lines = Vec::new();
/// let trained = train_models("small", &experiment, settings, &[0], &[80], |line| {
///     lines.push(line.to_owned());
/// })?;
/// assert!(lines[0].starts_with("with attention, hidden size 64, seed 0: "));
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
            .map(|&hidden| Wider { hidden, runs: Vec::new() })
            .collect(),
        source_tokens: vocabularies.source.tokens().to_vec(),
        target_tokens: vocabularies.target.tokens().to_vec(),
    };
    let mut trained: Trained = untrained(card)?;
    let mut trials = Vec::new();
    for (place, &seed) in seeds.iter().enumerate() {
        let first = place == 0;
        trials.push(trial::<Bahdanau>(experiment, settings, seed, move |trained, run, state| {
            if first {
                keep(&trained.bahdanau.model, state);
            }
            trained.card.with_attention.push(run);
        }));
        trials.push(trial::<FixedContext>(
            experiment,
            settings,
            seed,
            move |trained, run, state| {
                if first {
                    keep(&trained.fixed_context.model, state);
                }
                trained.card.without_attention.push(run);
            },
        ));
    }
    for (place, &hidden) in wider.iter().enumerate() {
        let settings = Settings { hidden, ..settings };
        trials.extend(seeds.iter().map(|&seed| {
            trial::<FixedContext>(experiment, settings, seed, move |trained, run, _| {
                let wider = &mut trained.card.wider_without_attention;
                wider[place].runs.push(run);
            })
        }));
    }
    run(trials, &mut trained, experiment.threads, None, |line, _| {
        watch(line);
    })?;
    Ok(trained)
}

/// Returns the training of one model whose random parameters come from this seed.
fn trial<'a, M: Kind>(
    experiment: &'a Experiment,
    settings: Settings,
    seed: u64,
    add: impl FnOnce(&mut Trained, Run, &State) + Send + 'a,
) -> Trial<'a, Trained> {
    let hidden = settings.hidden;
    let kind = format!("{}, hidden size {hidden}", M::NAME);
    let name = format!("{kind}, seed {seed}");
    let checkpoint = experiment.checkpoint(&name);
    let train = move || {
        let config = settings.config(&experiment.vocabularies)?;
        let model = M::create(&config, &mut ChaCha8Rng::seed_from_u64(seed));
        let recipe = Recipe { epochs: M::epochs(&settings), ..settings.recipe(seed) };
        let (run, report) = experiment.run_with(&model, &recipe, checkpoint)?;
        Ok((run, report, state(&model)))
    };
    Trial::unstored(
        name,
        train,
        move |trained: &mut Trained, (run, report, state): (Run, Report, State)| {
            let line = line(&kind, &run, &report);
            add(trained, run, &state);
            line
        },
    )
}

/// One of the two models that the chapter compares.
trait Kind: EncoderDecoder + Clone {
    const NAME: &str;

    fn create(config: &RecurrentConfig, rng: &mut ChaCha8Rng) -> Self;

    fn epochs(settings: &Settings) -> usize;
}

impl Kind for Bahdanau {
    const NAME: &str = "with attention";

    fn create(config: &RecurrentConfig, rng: &mut ChaCha8Rng) -> Self {
        Self::new(config, rng)
    }

    fn epochs(settings: &Settings) -> usize {
        settings.epochs
    }
}

impl Kind for FixedContext {
    const NAME: &str = "without attention";

    fn create(config: &RecurrentConfig, rng: &mut ChaCha8Rng) -> Self {
        Self::new(config, rng)
    }

    fn epochs(settings: &Settings) -> usize {
        settings.epochs_without_attention
    }
}
