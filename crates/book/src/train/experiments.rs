use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use dialect::say;
use laboratory::trials::{Trials, run_chapter};
use mdbook_core::utils::fs::create_dir_all;

use super::folders::Folders;
use super::resumable::{NOT_TRAINED, Resumable, at_least_1, finish};

/// How often the experiments of a chapter are run, and where their card is written.
#[derive(Args)]
pub struct TrialsArgs {
    /// Run each experiment with N seeds (default: 5).
    #[arg(long, value_name = "N", value_parser = at_least_1)]
    seeds: Option<usize>,
    #[command(flatten)]
    resumable: Resumable,
    /// Folder for the card (default: models, or target/models with other seeds).
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The number of seeds in the book.
const SEEDS: usize = 5;

impl TrialsArgs {
    /// Runs all trials of a chapter and writes their card.
    ///
    /// The results of trials that have ended are kept as checkpoints, from which an interrupted run
    /// resumes.
    pub(super) fn run<C: Trials>(&self, chapter: &str, folders: &Folders) -> Result<()> {
        let folder = folders.models(self.out.as_deref(), self.seeds.is_none());
        create_dir_all(&folder).context(NOT_TRAINED)?;
        let seeds: Vec<u64> = (0..self.seeds.unwrap_or(SEEDS) as u64).collect();
        let kept = self.resumable.folder(&folders.checkpoints, chapter, &[])?;
        create_dir_all(&kept).context(NOT_TRAINED)?;
        let watch = |line: &str| say!("{line}");
        let threads = self.resumable.threads();
        let trained: C = run_chapter(&seeds, threads, Some(&kept), watch).context(NOT_TRAINED)?;
        finish(&kept, trained.save(&folder))?;
        say!("{chapter} written to {}", folder.display());
        Ok(())
    }
}
