//! Files with saved models.

use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::format::to_bytes;
use super::{LoadProblem, Loaded, Metadata, SaveProblem, load_bytes, state};
use crate::file::replace;
use crate::nn::Module;

/// A model was not saved.
///
/// # Example
///
/// ```
/// use attention::nn::{LayerNorm, save};
///
/// let error = save(&LayerNorm::new(4), "no such folder/model").unwrap_err();
/// assert!(error.to_string().starts_with("no such folder/model: cannot be written: "));
/// ```
#[derive(Debug, Error)]
#[error("{}: {problem}", path.display())]
pub struct SaveError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    #[source]
    pub problem: SaveProblem,
}

/// A model was not loaded.
#[derive(Debug, Error)]
#[error("{}: {problem}", path.display())]
pub struct LoadError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    #[source]
    pub problem: LoadProblem,
}

/// Writes all parameters of a model to a file, in the format *safetensors*.
///
/// Numbers are saved in the precision of this crate, 32 bits, or 64 with the feature `f64`. The same
/// model gives the same bytes. What is at `path` is replaced only once everything is written beside
/// it, under the same name with `.partial` at the end, so a full disk costs no saved model. Two
/// programs must not save to the same path at the same time.
///
/// # Errors
///
/// [`SaveError`] if the file cannot be written, or if a number is not finite.
///
/// # Panics
///
/// If two parameters have the same name.
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

/// Like [`save`], with texts that [`load`] gives back.
///
/// # Errors
///
/// As [`save`].
///
/// # Panics
///
/// As [`save`].
///
/// # Example
///
/// ```no_run
/// use attention::nn::{Linear, Metadata, load, save_with};
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let model = Linear::new(2, 3, &mut ChaCha8Rng::seed_from_u64(0));
/// let metadata = Metadata::from([("steps".into(), "1000".into())]);
/// save_with(&model, &metadata, "linear.safetensors")?;
/// assert_eq!(load(&model, "linear.safetensors")?.metadata["steps"], "1000");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    written.map_err(|problem| SaveError {
        path: path.to_owned(),
        problem,
    })
}

/// Gives all parameters of a model the numbers from a file in the format *safetensors*.
///
/// Numbers of 32 and of 64 bits are both read; [`Loaded::converted`] says whether they had to be
/// converted.
///
/// # Errors
///
/// [`LoadError`] if the file cannot be read, is damaged, or does not fit the model. All names, shapes
/// and numbers are looked at first, and all that differ are named; nothing is changed then. Numbers
/// that are infinite or NaN are refused, because a model that has one computes nothing else.
///
/// # Panics
///
/// If two parameters of the model have the same name. What is in the file never panics.
///
/// # Example
///
/// ```
/// use attention::nn::{LayerNorm, load};
///
/// let error = load(&LayerNorm::new(4), "no such file").unwrap_err();
/// assert!(error.to_string().starts_with("no such file: cannot be read: "));
/// ```
#[track_caller]
pub fn load(module: &dyn Module, path: impl AsRef<Path>) -> Result<Loaded, LoadError> {
    let path = path.as_ref();
    let bytes = fs::read(path).map_err(LoadProblem::Read);
    let loaded = bytes.and_then(|bytes| load_bytes(module, &bytes));
    loaded.map_err(|problem| LoadError {
        path: path.to_owned(),
        problem,
    })
}
