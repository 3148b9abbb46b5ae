//! The exercises that a reader has solved.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use dialect::Exercise;

use super::attempt::{Attempt, FOLDER};
use crate::Error;

/// The file in [`FOLDER`] that lists solved exercises, one on each line.
const FILE: &str = "solved.txt";

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    New,
    Started,
    /// All tests passed once, or the reader confirmed an answer in words.
    Solved,
}

pub(crate) struct Progress<'a> {
    root: &'a Path,
    solved: BTreeSet<String>,
}

impl<'a> Progress<'a> {
    /// Reads the recorded progress. Without the file, no exercise is solved.
    pub(crate) fn read(root: &'a Path) -> Self {
        let text = fs::read(file(root)).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let solved = text.lines().map(|line| line.trim().to_owned()).collect();
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

    /// Records a solved exercise. It appends a line in one step and rewrites nothing, because
    /// commands in other terminals do the same.
    pub(crate) fn solve(root: &Path, exercise: &Exercise) -> Result<(), Error> {
        let (file, id) = (file(root), &exercise.id);
        if Progress::read(root).solved.contains(id) {
            return Ok(());
        }
        // An editor may have removed the end of the last line.
        let text = fs::read(&file).unwrap_or_default();
        let end = if text.is_empty() || text.ends_with(b"\n") { "" } else { "\n" };
        let line = format!("{end}{id}\n");
        let opened = File::options().create(true).append(true).open(&file);
        let written = opened.and_then(|mut opened| opened.write_all(line.as_bytes()));
        written.map_err(Error::file(file, "cannot write"))
    }
}

fn file(root: &Path) -> PathBuf {
    root.join(FOLDER).join(FILE)
}
