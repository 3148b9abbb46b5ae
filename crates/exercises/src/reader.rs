//! What a reader does with an exercise: start it, run it, have it checked, ask for a hint.
//!
//! Solutions of a reader lie in the package `my-solutions/`, each as an example, so that cargo and an editor
//! know them. Git ignores them, and nothing is ever overwritten.

mod answer;
mod check;
mod formula;
mod hint;
mod progress;
mod run;
mod start;
mod watch;

use std::path::{Path, PathBuf};

use dialect::{Code, Exercise};

use crate::Error;

pub use answer::judge;
pub use check::{Checked, check};
pub use hint::hint;
pub use progress::{Progress, State};
pub use run::run;
pub use start::start;
pub use watch::watch;

const FOLDER: &str = "my-solutions";

/// Where a reader works on an exercise. Cargo finds a program in each folder of `examples`.
pub fn folder(root: &Path, exercise: &Exercise) -> PathBuf {
    let kind = if exercise.code.is_some() {
        "examples"
    } else {
        "answers"
    };
    root.join(FOLDER).join(kind).join(&exercise.id)
}

/// A file that the reader works on.
fn file(root: &Path, exercise: &Exercise, name: &str) -> Result<PathBuf, Error> {
    let file = folder(root, exercise).join(name);
    if file.is_file() {
        return Ok(file);
    }
    let shown = file.strip_prefix(root).unwrap_or(&file).display();
    let id = &exercise.id;
    Err(Error::Unfit(format!(
        "there is no {shown}: `cargo exercise start {id}` writes it"
    )))
}

fn code(exercise: &Exercise) -> Result<&Code, Error> {
    exercise.code.as_ref().ok_or_else(|| {
        let (id, kind) = (&exercise.id, exercise.metadata.kind.word());
        Error::Unfit(format!(
            "`{id}` is a {kind}: it has no program and no tests"
        ))
    })
}
