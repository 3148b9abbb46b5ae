//! The exercises that a reader has solved.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use dialect::Exercise;

use super::attempt::{Attempt, FOLDER};
use crate::{Error, tree};

/// The file in [`FOLDER`] that lists solved exercises, one on each line.
const FILE: &str = "solved.txt";

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    New,
    Started,
    /// All tests passed once, or an answer in words exists.
    Solved,
}

pub(crate) struct Progress<'a> {
    root: &'a Path,
    solved: BTreeSet<String>,
}

impl<'a> Progress<'a> {
    /// Reads the recorded progress. Without the file, no exercise is solved.
    pub(crate) fn read(root: &'a Path) -> Self {
        let text = fs::read_to_string(root.join(FOLDER).join(FILE)).unwrap_or_default();
        let solved = text.lines().map(str::to_owned).collect();
        Self { root, solved }
    }

    pub(crate) fn state(&self, exercise: &Exercise) -> State {
        let root = self.root;
        if self.solved.contains(&exercise.id) {
            State::Solved
        } else if (Attempt { root, exercise }).is_started() {
            State::Started
        } else {
            State::New
        }
    }

    pub(crate) fn solve(&mut self, exercise: &Exercise) -> Result<(), Error> {
        if self.solved.insert(exercise.id.clone()) {
            let solved = self.solved.iter().map(|id| format!("{id}\n"));
            let lines: String = solved.collect();
            tree::write(&self.root.join(FOLDER), FILE, &lines)?;
        }
        Ok(())
    }
}
