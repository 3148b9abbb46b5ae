//! `cargo book write`: continues a text with a language model.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use attention::transformer::Sampling;
use clap::Args;
use laboratory::{Saved, own_text};
use rand::{SeedableRng, rngs::ChaCha8Rng};

/// The model that writes, and how it chooses tokens.
#[derive(Args)]
pub struct WriteArgs {
    /// Folder with a model written by `cargo book train language-model` (default: the model of the
    /// book).
    #[arg(long, value_name = "DIR")]
    model: Option<PathBuf>,
    /// Text to continue (default: none, as at the start of a line).
    #[arg(long, value_name = "TEXT", default_value = "")]
    prompt: String,
    /// Temperature, above 0; 1 is the model's own distribution.
    #[arg(long, value_name = "T", default_value_t = 0.8)]
    temperature: f32,
    /// Choose from the fewest tokens whose probabilities together reach P.
    #[arg(long, value_name = "P", default_value_t = 0.95)]
    top_p: f32,
    /// Number of tokens to write.
    #[arg(long, value_name = "N", default_value_t = 200)]
    tokens: usize,
    /// Seed of the choices.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
}

/// Prints a text as it is written, to standard output.
///
/// The folder of the model is relative to `here`. Errors name the file or setting at fault.
pub fn write(writing: &WriteArgs, here: &Path) -> Result<()> {
    let sampling =
        Sampling::new(writing.temperature).and_then(|sampling| sampling.top_p(writing.top_p))?;
    let trained = match &writing.model {
        Some(folder) => own_text::Trained::load(here.join(folder))?,
        None => own_text::trained()?,
    };
    let mut out = io::stdout().lock();
    let mut tell = |new: &str| {
        write!(out, "{new}")?;
        out.flush()
    };
    let rng = &mut ChaCha8Rng::seed_from_u64(writing.seed);
    let (prompt, count) = (&writing.prompt, writing.tokens);
    tell(prompt)
        .and_then(|()| trained.model.write(prompt, count, &sampling, rng, &mut tell))
        .and_then(|()| tell("\n"))
        .context("cannot write the text")
}
