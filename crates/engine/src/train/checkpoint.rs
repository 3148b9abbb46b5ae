//! Checkpoints, from which interrupted training resumes.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::{Optimizer, TrainingStep};
use crate::nn::{
    Metadata, Module, Param, SaveError, SaveProblem, Visitor, load, restore, save_with,
    state,
};

/// The path and the interval of checkpoints; see
/// [`Trainer::checkpoint`](super::Trainer::checkpoint).
#[derive(Debug, Clone, PartialEq)]
pub struct Checkpoint {
    /// The path of the file, whose folder is created if necessary.
    pub path: PathBuf,
    /// The time between checkpoints, measured in training steps; the last step always writes one.
    pub every: Duration,
}

/// The keys of the metadata: the settings that identify a training run, its steps, and the digest
/// that reveals a damaged file.
const TRAINING: &str = "training";
const STEPS: &str = "steps";
const DIGEST: &str = "digest";

impl Checkpoint {
    /// Restores the module and the optimizer, and returns the steps so far, or none if there is no
    /// file.
    ///
    /// If the file cannot be used, nothing is changed.
    pub(super) fn load(
        &self,
        training: &str,
        module: &dyn Module,
        optimizer: &mut dyn Optimizer,
    ) -> Result<Vec<TrainingStep>, String> {
        if !self.path.exists() {
            return Ok(Vec::new());
        }
        let before = state(module);
        let all = All::of(module, optimizer);
        let loaded = load(&all, &self.path).map_err(|error| error.to_string())?;
        let text = |name| loaded.metadata.get(name).map_or("", String::as_str);
        let digest = all.digest(text(TRAINING), text(STEPS));
        let problem = match serde_json::from_str(text(STEPS)) {
            _ if text(TRAINING) != training || loaded.converted => {
                "checkpoint of another training run"
            }
            Ok(steps) if text(DIGEST) == digest => {
                all.hand_to(optimizer);
                return Ok(steps);
            }
            _ => "damaged checkpoint",
        };
        restore(module, &before).expect("the values come from the same module");
        Err(format!("{}: {problem}", self.path.display()))
    }

    pub(super) fn save(
        &self,
        training: &str,
        module: &dyn Module,
        optimizer: &mut dyn Optimizer,
        steps: &[TrainingStep],
    ) -> Result<(), SaveError> {
        let folder = self.path.parent().map_or(Ok(()), fs::create_dir_all);
        folder.map_err(|problem| SaveError {
            path: self.path.clone(),
            problem: SaveProblem::Write(problem),
        })?;
        let steps = serde_json::to_string(steps).expect("numbers only");
        let all = All::of(module, optimizer);
        let digest = all.digest(training, &steps);
        let metadata = [(TRAINING, training.into()), (STEPS, steps), (DIGEST, digest)];
        let metadata: Metadata = metadata.map(|(key, text)| (key.into(), text)).into();
        save_with(&all, &metadata, &self.path)
    }
}

/// All state that steps change: each named parameter with copies of its optimizer state.
struct All(Vec<(String, Param, Vec<Param>)>);

impl All {
    fn of(module: &dyn Module, optimizer: &mut dyn Optimizer) -> Self {
        let params = module.params().into_iter().map(|(name, param)| {
            let memory = optimizer.memory(&param).into_iter();
            let memory = memory.map(|numbers| Param::new(numbers.clone())).collect();
            (name, param, memory)
        });
        Self(params.collect())
    }

    /// Returns a digest of everything in a checkpoint.
    fn digest(&self, training: &str, steps: &str) -> String {
        let mut digest = Sha256::new();
        for text in [training, steps] {
            digest.update(text.len().to_le_bytes());
            digest.update(text);
        }
        for (_, value) in state(self).iter() {
            value.iter().for_each(|number| digest.update(number.to_le_bytes()));
        }
        format!("{:x}", digest.finalize())
    }

    fn hand_to(&self, optimizer: &mut dyn Optimizer) {
        for (_, param, memory) in &self.0 {
            for (numbers, kept) in optimizer.memory(param).into_iter().zip(memory) {
                numbers.assign(&kept.value());
            }
        }
    }
}

impl Module for All {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        for (name, param, memory) in &self.0 {
            visitor.param(name, param);
            for (place, kept) in memory.iter().enumerate() {
                visitor.param(&format!("{name}.memory.{place}"), kept);
            }
        }
    }
}
