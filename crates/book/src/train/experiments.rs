//! The experiments of a chapter.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use attention::trials::{self, Trials};
use clap::Args;
use mdbook_core::utils::fs::create_dir_all;

use super::{NOT_TRAINED, Threads, at_least_1};

/// How often the experiments of a chapter are run, and where their card is written.
#[derive(Args)]
pub struct Measuring {
    /// Run each experiment with N seeds (default: 5).
    #[arg(long, value_name = "N", value_parser = at_least_1)]
    seeds: Option<usize>,
    #[command(flatten)]
    threads: Threads,
    /// Folder for the card (default: models, or target/models with other seeds).
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
}

/// The number of seeds in the book.
const SEEDS: usize = 5;

impl Measuring {
    /// Returns whether the card is the one that the book ships.
    pub(super) fn is_of_the_book(&self) -> bool {
        self.seeds.is_none()
    }

    /// Runs all experiments of a chapter and writes their card into `folder`.
    pub(super) fn run<C: Trials + 'static>(&self, folder: &Path) -> Result<()> {
        create_dir_all(folder).context(NOT_TRAINED)?;
        let seeds: Vec<u64> = (0..self.seeds.unwrap_or(SEEDS) as u64).collect();
        let watch = |name: &str| println!("{name}");
        let card: C =
            trials::run(&seeds, self.threads.count(), watch).context(NOT_TRAINED)?;
        card.save(folder)?;
        println!("{} written to {}", C::CHAPTER, folder.display());
        Ok(())
    }
}
