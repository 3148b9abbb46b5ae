//! Where a training writes its files.

use std::path::{Path, PathBuf};

/// The folders of a training.
pub(super) struct Folders {
    /// The folder of the user.
    pub(super) here: PathBuf,
    /// The models that the book ships, and all others.
    pub(super) of_the_book: PathBuf,
    pub(super) others: PathBuf,
    pub(super) checkpoints: PathBuf,
}

impl Folders {
    /// Returns the folder `out` of the command line, or else the usual one.
    pub(super) fn models(&self, out: Option<&Path>, is_of_the_book: bool) -> PathBuf {
        match out {
            Some(folder) => self.here.join(folder),
            None if is_of_the_book => self.of_the_book.clone(),
            None => self.others.clone(),
        }
    }
}
