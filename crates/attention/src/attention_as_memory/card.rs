//! The results of the chapter's experiments, and its trained model.

use std::path::Path;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use translation::saved::TrainedError;

use super::AttentionOnly;
use super::induction::{self, InductionRun};
use super::recall::{self, RecallRun, Rule};
use super::sinks::{self, SinkRun};
use crate::nn::{
    LoadError, LoadProblem, Metadata, State, load_bytes, restore,
    save_with, state,
};
use crate::shipped::shipped;
use crate::trials::{Trial, Trials, read_card, read_file, write_card};

const CARD: &str = "attention-as-memory.json";
const MODEL: &str = "induction.safetensors";

/// The scores of all models of the chapter.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiments {
    /// Memories that were written and read.
    pub recall: Vec<RecallRun>,
    /// Models of text that repeats.
    pub induction: Vec<InductionRun>,
    /// Models of text with nothing to look for.
    pub sinks: Vec<SinkRun>,
    #[serde(skip)]
    kept: Option<State>,
}

impl Experiments {
    /// Returns the runs on repeated text with these sizes, one for each
    /// seed.
    pub fn induction(
        &self,
        layers: usize,
        heads: usize,
    ) -> Vec<&InductionRun> {
        let runs = self.induction.iter();
        runs.filter(|run| (run.layers, run.heads) == (layers, heads))
            .collect()
    }

    /// Returns the runs on text with nothing to look for, one for each
    /// seed.
    pub fn sinks(&self, sink: bool) -> Vec<&SinkRun> {
        self.sinks.iter().filter(|run| run.sink == sink).collect()
    }
}

/// The seed of the model of repeated text that is kept. A card without
/// this seed is saved without a model.
const SHIPPED: u64 = 3;
const RECALL_STEPS: usize = 1_500;
const INDUCTION_STEPS: usize = 600;
const SINK_STEPS: usize = 800;

/// The results of the chapter's experiments, and its trained model.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The scores of all models.
    pub card: Experiments,
    /// The model of repeated text with two layers, two heads, and seed
    /// 3.
    pub induction: AttentionOnly,
}

impl Trials for Experiments {
    const CHAPTER: &'static str = "attention-as-memory";

    fn trials(seeds: &[u64]) -> Vec<Trial<Self>> {
        let mut trials = Vec::new();
        for (layers, heads) in [(1, 2), (2, 2), (2, 4)] {
            for &seed in seeds {
                trials.push(induction_trial(layers, heads, seed));
            }
        }
        for sink in [false, true] {
            for &seed in seeds {
                trials.push(Trial::new(
                    format!("sink logit {sink}, seed {seed}"),
                    move || Ok(sinks::run(sink, SINK_STEPS, seed)?),
                    |card: &mut Self, run| card.sinks.push(run),
                ));
            }
        }
        for (dim, twice) in [(8, false), (16, false), (16, true)] {
            for rule in Rule::ALL {
                for &seed in seeds {
                    trials.push(Trial::new(
                        format!("{rule:?}, width {dim}, seed {seed}"),
                        move || {
                            let steps = RECALL_STEPS;
                            Ok(recall::run(
                                rule, dim, twice, steps, seed,
                            )?)
                        },
                        |card: &mut Self, run| card.recall.push(run),
                    ));
                }
            }
        }
        trials
    }

    fn save(&self, folder: &Path) -> Result<(), TrainedError> {
        if let Some(kept) = &self.kept {
            let path = folder.join(MODEL);
            let described =
                Metadata::from([("described in".into(), CARD.into())]);
            let model = untrained(&path)?;
            restore(&model, kept).map_err(|differences| LoadError {
                path: path.clone(),
                problem: LoadProblem::Differs(differences),
            })?;
            save_with(&model, &described, path)?;
        }
        write_card(&folder.join(CARD), self)
    }
}

/// A training on repeated text, and the model that is kept.
fn induction_trial(
    layers: usize,
    heads: usize,
    seed: u64,
) -> Trial<Experiments> {
    let kept = (layers, heads, seed) == (2, 2, SHIPPED);
    Trial::new(
        format!("{layers} layers, {heads} heads, seed {seed}"),
        move || {
            let (run, model) =
                induction::run(layers, heads, INDUCTION_STEPS, seed)?;
            Ok((run, kept.then(|| state(&model))))
        },
        |card: &mut Experiments, (run, model)| {
            card.induction.push(run);
            card.kept = card.kept.take().or(model);
        },
    )
}

/// A model whose parameters are replaced.
fn untrained(path: &Path) -> Result<AttentionOnly, TrainedError> {
    let rng = &mut ChaCha8Rng::seed_from_u64(0);
    AttentionOnly::new(&induction::config(2, 2), rng).map_err(
        |problem| TrainedError::Settings {
            path: path.to_owned(),
            problem,
        },
    )
}

/// The results and the model that the book ships.
///
/// They are part of the compiled crate, so no file is read.
///
/// # Errors
///
/// [`TrainedError`] if the files in `models/` were damaged when the
/// crate was compiled.
///
/// # Example
///
/// ```
/// use attention::attention_as_memory::{induction, trained};
///
/// let trained = trained()?;
/// assert!(induction::accuracy(&trained.induction) > 0.95);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn trained() -> Result<Trained, TrainedError> {
    let files =
        shipped!("attention-as-memory.json", "induction.safetensors");
    let read = |file: &str| read_file(Path::new("models"), file, files);
    let (path, card) = read(CARD)?;
    let card = read_card(&path, &card)?;
    let (path, bytes) = read(MODEL)?;
    let induction = untrained(&path)?;
    load_bytes(&induction, &bytes)
        .map_err(|problem| LoadError { path, problem })?;
    Ok(Trained { card, induction })
}
