//! What can go wrong, each with its place.

use std::fmt;
use std::path::PathBuf;

use dialect::{Library, Listed, Problem};
use thiserror::Error;

/// Why a command of `cargo exercise` failed.
#[derive(Debug, Error)]
pub enum Error {
    /// Files of exercises or of a course have mistakes; each is named with its file and line.
    #[error("{}", Listed(.0))]
    Problems(Vec<Problem>),
    /// There is no book where it was looked for.
    #[error("no book.toml in {} or a folder above it", .0.display())]
    NoBook(PathBuf),
    /// No exercise has this id; perhaps another was meant.
    #[error("there is no exercise `{id}`{}", Suggested(.similar))]
    Unknown {
        /// What was asked for.
        id: String,
        /// The id that is most like it.
        similar: Option<String>,
    },
    /// The exercise is not of a kind that has what was asked for.
    #[error("{0}")]
    Unfit(String),
    /// A file or folder cannot be read or written.
    #[error("{}: {action}: {source}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What was tried.
        action: &'static str,
        /// What the system said.
        source: std::io::Error,
    },
    /// Something is there already, and nothing is overwritten.
    #[error("{} is there already: {advice}", path.display())]
    Exists {
        /// The file or folder.
        path: PathBuf,
        /// What to do.
        advice: &'static str,
    },
    /// A program that Rust brings along does not do what it should.
    #[error("{0}")]
    Tool(String),
    /// Code does not compile; the message of the compiler is on the standard error already.
    #[error("{0} does not compile (see above)")]
    DoesNotCompile(String),
    /// A handout would have told what students must not see.
    #[error("nothing was written, because the handout would tell a secret:\n{}", Listed(.0))]
    Leak(Vec<Problem>),
}

impl Error {
    /// No exercise of `library` has this id.
    ///
    /// ```
    /// let error = exercises::Error::unknown("softmax", &dialect::Library::default());
    /// assert!(error.to_string().starts_with("there is no exercise `softmax`"));
    /// ```
    pub fn unknown(id: &str, library: &Library) -> Self {
        let ids = || library.exercises.iter().map(|exercise| &exercise.id);
        let distance = |other: &String| distance(id, other);
        let similar = ids()
            .filter(|other| distance(other) <= 1 + id.len() / 3)
            .min_by_key(|other| distance(other))
            .or_else(|| ids().find(|other| id.len() > 2 && other.contains(id)));
        Self::Unknown {
            id: id.to_owned(),
            similar: similar.cloned(),
        }
    }

    /// For `map_err`: turns what the system says about `path` into an [`Error::File`].
    ///
    /// ```
    /// let error = std::fs::read("/nowhere");
    /// let error = error.map_err(exercises::Error::file("/nowhere", "cannot read"));
    /// assert!(error.unwrap_err().to_string().starts_with("/nowhere: cannot read: "));
    /// ```
    pub fn file(
        path: impl Into<PathBuf>,
        action: &'static str,
    ) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |source| Self::File {
            path,
            action,
            source,
        }
    }
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        Self::Problems(vec![problem])
    }
}

impl From<Vec<Problem>> for Error {
    fn from(problems: Vec<Problem>) -> Self {
        Self::Problems(problems)
    }
}

struct Suggested<'a>(&'a Option<String>);

impl fmt::Display for Suggested<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(id) => write!(f, ": did you mean `{id}`?"),
            None => f.write_str(" (`cargo exercise list` names all)"),
        }
    }
}

/// How many characters must be changed, added or left out to turn one text into the other.
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (i, one) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, other) in to.chars().enumerate() {
            let changed = diagonal + usize::from(one != other);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[to.chars().count()]
}
