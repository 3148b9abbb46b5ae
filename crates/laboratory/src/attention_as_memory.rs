//! [Chapter 10](#ch:attention-as-memory): memories that recall pairs, heads that find repetitions,
//! and text with nothing to look for.

pub mod induction;
pub mod recall;
pub mod sinks;

use attention::attention_as_memory::AttentionOnly;
use attention::attention_as_memory::recall::Rule;
use attention::nn::{Module, State, init, state};
use serde::{Deserialize, Serialize};

use self::induction::InductionRun;
use self::recall::RecallRun;
use self::sinks::SinkRun;
use crate::saved::{Problem, Saved, TrainedError, shipped};
use crate::trials::{Trial, Trials, keep};

/// The scores of all models of the chapter.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Memories that were written and read.
    pub recall: Vec<RecallRun>,
    /// Models of text that repeats.
    pub induction: Vec<InductionRun>,
    /// Models of text with nothing to look for.
    pub sinks: Vec<SinkRun>,
}

impl Card {
    /// Returns the runs on repeated text with these sizes, one for each seed.
    pub fn induction(&self, layers: usize, heads: usize) -> Vec<&InductionRun> {
        let runs = self.induction.iter();
        runs.filter(|run| (run.layers, run.heads) == (layers, heads)).collect()
    }

    /// Returns the runs on text with nothing to look for, one for each seed.
    pub fn sinks(&self, sink: bool) -> Vec<&SinkRun> {
        self.sinks.iter().filter(|run| run.sink == sink).collect()
    }
}

/// The position of the seed whose model of repeated text is kept, or the last position if there are
/// fewer seeds.
const KEPT: usize = 3;
const RECALL_STEPS: usize = 1_500;
const INDUCTION_STEPS: usize = 600;
const SINK_STEPS: usize = 800;

/// The results of the chapter's trials, and its trained model.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The scores of all models.
    pub card: Card,
    /// A model of repeated text with two layers and two heads.
    pub induction: AttentionOnly,
}

/// Returns the results and the model that the book ships, written by
/// `cargo book train attention-as-memory`.
///
/// They are compiled into the crate, so no file is read at run time.
///
/// # Errors
///
/// [`TrainedError`] if a file in `models/` was damaged when the crate was compiled.
pub fn trained() -> Result<Trained, TrainedError> {
    shipped()
}

impl Saved for Trained {
    type Card = Card;

    const CARD: &'static str = "attention-as-memory.json";
    const MODELS: &'static [&'static str] = &["induction.safetensors"];

    fn card(&self) -> &Card {
        &self.card
    }

    fn models(&self) -> Vec<&dyn Module> {
        vec![&self.induction]
    }

    fn untrained(card: Card) -> Result<Self, Problem> {
        let rng = &mut *init::rng(0);
        let config = induction::config(2, 2);
        Ok(Self { card, induction: AttentionOnly::new(&config, rng)? })
    }
}

impl Trials for Trained {
    fn trials(seeds: &[u64]) -> Vec<Trial<'static, Self>> {
        let mut trials = Vec::new();
        let kept = seeds.get(KEPT).or(seeds.last()).copied();
        for (layers, heads) in [(1, 2), (2, 2), (2, 4)] {
            for &seed in seeds {
                let kept = (layers, heads, Some(seed)) == (2, 2, kept);
                trials.push(induction_trial(layers, heads, seed, kept));
            }
        }
        for sink in [false, true] {
            for &seed in seeds {
                trials.push(Trial::new(
                    format!("sink logit {sink}, seed {seed}"),
                    move || Ok(sinks::run(sink, SINK_STEPS, seed)?),
                    |trained: &mut Self, run| trained.card.sinks.push(run),
                ));
            }
        }
        for (dim, twice) in [(8, false), (16, false), (16, true)] {
            let times = if twice { "twice" } else { "once" };
            for rule in Rule::ALL {
                for &seed in seeds {
                    trials.push(Trial::new(
                        format!("{rule}, width {dim}, written {times}, seed {seed}"),
                        move || Ok(recall::run(rule, dim, twice, RECALL_STEPS, seed)?),
                        |trained: &mut Self, run| trained.card.recall.push(run),
                    ));
                }
            }
        }
        trials
    }
}

/// Returns a training on repeated text, whose model may be kept.
fn induction_trial(layers: usize, heads: usize, seed: u64, kept: bool) -> Trial<'static, Trained> {
    let name = format!("{layers} layers, {heads} heads, seed {seed}");
    let train = move || induction::run(layers, heads, INDUCTION_STEPS, seed);
    if !kept {
        return Trial::new(
            name,
            move || Ok(train()?.0),
            |trained: &mut Trained, run| trained.card.induction.push(run),
        );
    }
    Trial::unstored(
        name.clone(),
        move || {
            let (run, model) = train()?;
            Ok((run, state(&model)))
        },
        |trained: &mut Trained, (run, state): (InductionRun, State)| {
            keep(&trained.induction, &state);
            trained.card.induction.push(run);
            name
        },
    )
}

#[cfg(test)]
mod tests;
