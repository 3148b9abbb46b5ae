//! Options and checkpoints that all trainings share.

use std::path::{Path, PathBuf};
use std::{fs, thread};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use dialect::{Key, say};
use laboratory::TrainedError;

use crate::cache;

/// The start of the message if a training fails.
pub(super) const NOT_TRAINED: &str = "the models were not trained";

/// The largest count; nobody waits for more.
pub(super) const MAX_COUNT: usize = 999_999;

/// Parses a count from 1 to [`MAX_COUNT`].
pub(super) fn at_least_1(text: &str) -> Result<usize, String> {
    match text.parse::<usize>().map_err(|error| error.to_string())? {
        count @ 1..=MAX_COUNT => Ok(count),
        count => Err(format!("{count} is not a number from 1 to {MAX_COUNT}")),
    }
}

/// How a training runs, which does not change its result.
#[derive(Args)]
pub(super) struct Resumable {
    /// Use N threads (default: one for each core).
    #[arg(long, value_name = "N", value_parser = at_least_1)]
    threads: Option<usize>,
    /// Start over instead of resuming an interrupted training.
    #[arg(long)]
    fresh: bool,
}

impl Resumable {
    pub(super) fn threads(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(cores)
    }

    /// Returns the folder of checkpoints that only the same training by the same program uses.
    ///
    /// After a change of the code, a training that resumed would mix two versions of a model, so it
    /// starts over.
    pub(super) fn folder(&self, checkpoints: &Path, name: &str, parts: &[&str]) -> Result<PathBuf> {
        let version = cache::program().context("cannot read the program that trains")?;
        let key = Key::of([&&*version].into_iter().chain(parts));
        let path = checkpoints.join(format!("{name}-{key}"));
        let kept = path.display();
        if path.exists() && self.fresh {
            fs::remove_dir_all(&path)
                .with_context(|| format!("{NOT_TRAINED}: {kept}: cannot be removed"))?;
        } else if path.exists() {
            say!("resuming the training from {kept} (--fresh starts over)");
        }
        Ok(path)
    }
}

/// Removes the checkpoints if the models have been saved.
pub(super) fn finish(kept: &Path, saved: Result<(), TrainedError>) -> Result<()> {
    saved.map_err(|error| {
        anyhow!(
            "the models are trained, but cannot be written: {error}. Free some space or choose another folder \
             with --out, and run the same command again; it resumes from {}",
            kept.display()
        )
    })?;
    // A folder that cannot be removed only wastes disk space.
    let _ = fs::remove_dir_all(kept);
    Ok(())
}
