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

pub(crate) use formula::readable;
pub(crate) use hint::hint;
pub(crate) use progress::{Progress, State};

const FOLDER: &str = "my-solutions";

/// An exercise as a reader works on it.
#[derive(Clone, Copy)]
pub(crate) struct Work<'a> {
    /// The folder of the book.
    pub(crate) root: &'a Path,
    pub(crate) exercise: &'a Exercise,
}

impl<'a> Work<'a> {
    /// Cargo finds a program in each folder of `examples`.
    fn folder(&self) -> PathBuf {
        let kind = match self.exercise.code {
            Some(_) => "examples",
            None => "answers",
        };
        self.root.join(FOLDER).join(kind).join(&self.exercise.id)
    }

    pub(crate) fn is_started(&self) -> bool {
        self.folder().is_dir()
    }

    /// A file that the reader works on.
    fn file(&self, name: &str) -> Result<PathBuf, Error> {
        let file = self.folder().join(name);
        if file.is_file() {
            return Ok(file);
        }
        let (shown, id) = (self.shown(&file), &self.exercise.id);
        let message =
            format!("there is no {shown}: `cargo exercise start {id}` writes it");
        Err(Error::Unfit(message))
    }

    /// A path as the reader knows it.
    pub(crate) fn shown(&self, path: &Path) -> String {
        let path = path.strip_prefix(self.root).unwrap_or(path);
        path.display().to_string()
    }

    fn code(&self) -> Result<&'a Code, Error> {
        self.exercise.code.as_ref().ok_or_else(|| {
            let (id, kind) = (&self.exercise.id, self.exercise.metadata.kind.word());
            Error::Unfit(format!(
                "`{id}` is a {kind}: it has no program and no tests"
            ))
        })
    }
}
