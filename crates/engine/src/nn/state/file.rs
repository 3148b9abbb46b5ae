//! Files of saved models.

use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::format::to_bytes;
use super::{LoadProblem, Loaded, Metadata, SaveProblem, load_bytes, state};
use crate::file::replace;
use crate::nn::Module;

/// A failure to save a model.
#[derive(Debug, Error)]
#[error("{}: {problem}", path.display())]
pub struct SaveError {
    /// The path of the file.
    pub path: PathBuf,
    /// The reason.
    #[source]
    pub problem: SaveProblem,
}

/// A failure to load a model.
#[derive(Debug, Error)]
#[error("{}: {problem}", path.display())]
pub struct LoadError {
    /// The path of the file.
    pub path: PathBuf,
    /// The reason.
    #[source]
    pub problem: LoadProblem,
}

/// Saves all parameters of a model to a file, in the format *safetensors*.
///
/// Entries have the precision of this crate, 32 bits unless [`Real`](crate::Real) is `f64`. Equal
/// models yield equal bytes. The bytes are first written to a file with `.partial` appended to its
/// name, which then replaces the file at `path`, so a full disk does not destroy a saved model. Two
/// programs must not save to the same path at the same time.
///
/// # Errors
///
/// [`SaveError`] if the file cannot be written, or if an entry is not finite.
///
/// # Example
///
/// ```no_run
/// use attention::nn::{Linear, load, save};
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let model = Linear::new(2, 3, &mut ChaCha8Rng::seed_from_u64(0));
/// save(&model, "linear.safetensors")?;
/// load(&model, "linear.safetensors")?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[track_caller]
pub fn save(module: &dyn Module, path: impl AsRef<Path>) -> Result<(), SaveError> {
    save_with(module, &Metadata::new(), path)
}

/// Saves a model like [`save`], with metadata that [`load`] returns.
///
/// # Errors
///
/// As [`save`].
#[track_caller]
pub fn save_with(
    module: &dyn Module,
    metadata: &Metadata,
    path: impl AsRef<Path>,
) -> Result<(), SaveError> {
    let path = path.as_ref();
    let bytes = to_bytes(&state(module), metadata);
    let written =
        bytes.and_then(|bytes| replace(path, &bytes).map_err(SaveProblem::Write));
    written.map_err(|problem| SaveError { path: path.to_owned(), problem })
}

/// Loads all parameters of a model from a file in the format *safetensors*.
///
/// Entries may have 32 or 64 bits; [`Loaded::converted`] reports whether they were converted.
///
/// # Errors
///
/// [`LoadError`] if the file cannot be read, is damaged, does not fit the model, or has an entry
/// that is infinite or NaN. The error lists all names, shapes, and values that do not fit; the
/// model is then unchanged.
///
/// # Panics
///
/// Only if two parameters of the model have the same name; no contents of a file cause a panic.
#[track_caller]
pub fn load(module: &dyn Module, path: impl AsRef<Path>) -> Result<Loaded, LoadError> {
    let path = path.as_ref();
    let bytes = fs::read(path).map_err(LoadProblem::Read);
    let loaded = bytes.and_then(|bytes| load_bytes(module, &bytes));
    loaded.map_err(|problem| LoadError { path: path.to_owned(), problem })
}
