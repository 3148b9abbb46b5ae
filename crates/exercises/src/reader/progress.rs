//! Which exercises a reader has solved.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use dialect::Exercise;

use super::{FOLDER, folder};
use crate::{Error, tree};

/// The file in [`FOLDER`] with the ids of what is solved, one a line.
const FILE: &str = "solved.txt";

/// How far a reader is with an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Not started.
    New,
    /// Started.
    Started,
    /// All tests passed once, or there is an answer in words.
    Solved,
}

/// What a reader has solved and started.
pub struct Progress<'a> {
    root: &'a Path,
    solved: BTreeSet<String>,
}

impl<'a> Progress<'a> {
    /// Reads what was noted. Without the file nothing is solved.
    pub fn read(root: &'a Path) -> Self {
        let text = fs::read_to_string(root.join(FOLDER).join(FILE)).unwrap_or_default();
        let solved = text.lines().map(str::to_owned).collect();
        Self { root, solved }
    }

    /// How far the reader is with this exercise.
    pub fn state(&self, exercise: &Exercise) -> State {
        if self.solved.contains(&exercise.id) {
            State::Solved
        } else if folder(self.root, exercise).is_dir() {
            State::Started
        } else {
            State::New
        }
    }

    /// Notes that this exercise is solved.
    ///
    /// # Errors
    ///
    /// [`Error::File`] if that cannot be written.
    pub fn solve(&mut self, exercise: &Exercise) -> Result<(), Error> {
        if self.solved.insert(exercise.id.clone()) {
            let lines: String =
                self.solved.iter().map(|id| format!("{id}\n")).collect();
            tree::write(&self.root.join(FOLDER), FILE, &lines)?;
        }
        Ok(())
    }
}
