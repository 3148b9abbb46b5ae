//! What can go wrong when the book is built, each with its place.

use std::path::PathBuf;

use dialect::{Listed, Problem};
use thiserror::Error;

/// Why a command of `cargo book` failed.
#[derive(Debug, Error)]
pub enum Error {
    /// The sources of the book have mistakes; each is named with its file and line.
    #[error("{}", Listed(.0))]
    Problems(Vec<Problem>),
    /// There is no book where it was looked for.
    #[error("no book.toml in {} or a folder above it", .0.display())]
    NoBook(PathBuf),
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
    /// The folder for the site holds something else than a site built by this program: other files,
    /// the sources of the book, or a git repository.
    #[error("{} is not a folder for the book alone: choose an empty one", .0.display())]
    ForeignFolder(PathBuf),
    /// The server cannot use the port.
    #[error("cannot serve on 127.0.0.1:{port}: {source} (choose another with --port)")]
    Port {
        /// The port that was asked for.
        port: u16,
        /// What the system said.
        source: std::io::Error,
    },
    /// Changes cannot be noticed.
    #[error("cannot watch the sources: {0}")]
    Watch(#[from] notify::Error),
    /// mdBook failed in a way that has no place in the sources.
    #[error("mdBook: {0}")]
    MdBook(String),
    /// rustdoc does not accept the crate; what it says is on the standard error already.
    #[error("the API documentation was not built: {0}")]
    Api(String),
    /// Models were not trained.
    #[error(transparent)]
    Train(#[from] crate::TrainingError),
    /// Sentences were not translated.
    #[error(transparent)]
    Translate(#[from] crate::TranslateError),
    /// Outputs cannot be rewritten because snippets do not pass.
    #[error("the outputs were not rewritten: {0}")]
    Bless(String),
}

impl Error {
    /// For `map_err`: turns what the system says about `path` into an [`Error::File`].
    ///
    /// ```
    /// let error = std::fs::read("/nowhere").map_err(book::Error::file("/nowhere", "cannot read"));
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

impl From<Vec<Problem>> for Error {
    fn from(problems: Vec<Problem>) -> Self {
        Self::Problems(problems)
    }
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        Self::Problems(vec![problem])
    }
}
