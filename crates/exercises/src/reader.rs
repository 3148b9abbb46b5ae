//! What a reader does with an exercise: start it, run it, have it checked, ask for a hint.
//!
//! Solutions of a reader lie in `my-solutions/`, which git ignores. It is a workspace of its own, so an
//! editor understands it, and nothing in it is ever overwritten.

mod check;
mod hint;
mod run;
mod start;

use std::path::{Path, PathBuf};

use dialect::{Code, Exercise, Library};

use crate::Error;

pub use check::{Checked, check};
pub use hint::hint;
pub use run::run;
pub use start::start;

const FOLDER: &str = "my-solutions";

/// Where answers without code lie: cargo takes each other folder for a package.
const ANSWERS: &str = "answers";

/// Where a reader works on an exercise.
pub fn folder(root: &Path, exercise: &Exercise) -> PathBuf {
    let solutions = root.join(FOLDER);
    match exercise.code {
        Some(_) => solutions.join(&exercise.id),
        None => solutions.join(ANSWERS).join(&exercise.id),
    }
}

/// The exercises that a reader has started, in the order of `library`.
pub fn started<'a>(root: &Path, library: &'a Library) -> Vec<&'a Exercise> {
    let exercises = library.exercises.iter();
    exercises
        .filter(|exercise| folder(root, exercise).is_dir())
        .collect()
}

fn code(exercise: &Exercise) -> Result<&Code, Error> {
    exercise.code.as_ref().ok_or_else(|| {
        let (id, kind) = (&exercise.id, exercise.metadata.kind.word());
        let message = format!(
            "`{id}` is a {kind}: it has no program and no tests. Compare {FOLDER}/{ANSWERS}/{id}/answer.md with {}",
            exercise.solution.file
        );
        Error::Unfit(message)
    })
}
