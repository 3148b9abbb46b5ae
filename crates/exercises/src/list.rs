//! `cargo exercise list`: the exercises of the book.

use std::fmt;

use clap::Args;
use dialect::{Exercise, Library, counted};

use crate::Error;
use crate::reader::{Progress, State};

#[derive(Args)]
pub(crate) struct Filter {
    /// Exercises of this chapter, by the name of its file: attention-cues.
    #[arg(long)]
    chapter: Option<String>,
    /// Exercises that train this: weights, numerics, ... (`--objectives` names all).
    #[arg(long)]
    objective: Option<String>,
    /// Exercises of this kind.
    #[arg(long, value_parser = ["code", "bug", "proof", "experiment", "essay"])]
    kind: Option<String>,
    /// Exercises up to this difficulty: 1 warm-up, 2 core, 3 stretch, 4 project.
    #[arg(long)]
    max_difficulty: Option<u8>,
    /// Exercises that take at most so long.
    #[arg(long)]
    max_minutes: Option<u32>,
}

/// The exercises that match a filter, with the progress of a reader.
pub(crate) struct List<'a>(pub(crate) Vec<(&'a Exercise, State)>);

pub(crate) fn list<'a>(
    library: &'a Library,
    progress: &Progress<'_>,
    filter: &Filter,
) -> Result<List<'a>, Error> {
    let mut exercises: Vec<_> = library.exercises.iter().collect();
    if let Some(word) = &filter.chapter {
        let mut chapters: Vec<_> = exercises.iter().map(|one| &*one.chapter).collect();
        chapters.dedup();
        known("chapter", word, &chapters)?;
        exercises.retain(|one| one.chapter == *word);
    }
    if let Some(word) = &filter.objective {
        let all: Vec<_> = library.objectives.iter().map(|one| &*one.id).collect();
        known("objective", word, &all)?;
        exercises.retain(|one| one.metadata.objectives.contains(word));
    }
    if let Some(word) = &filter.kind {
        exercises.retain(|one| one.metadata.kind.word() == word);
    }
    let difficulty = filter.max_difficulty.unwrap_or(u8::MAX);
    let minutes = filter.max_minutes.unwrap_or(u32::MAX);
    let short = exercises.into_iter().filter(|Exercise { metadata, .. }| {
        metadata.difficulty <= difficulty && metadata.minutes <= minutes
    });
    Ok(List(short.map(|one| (one, progress.state(one))).collect()))
}

/// Checks that the word of a filter exists.
fn known(what: &str, word: &str, words: &[&str]) -> Result<(), Error> {
    if words.contains(&word) {
        return Ok(());
    }
    let words = words.join(", ");
    let message = format!("no {what} is called `{word}` (there are: {words})");
    Err(Error::Failed(message))
}

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.0.iter().map(|(one, _)| one.id.len()).max();
        let width = width.unwrap_or(0);
        let mut chapter = "";
        let (mut minutes, mut points, mut started, mut solved) = (0, 0, 0, 0);
        for (exercise, state) in &self.0 {
            if exercise.chapter != chapter {
                chapter = &exercise.chapter;
                writeln!(f, "{chapter}")?;
            }
            let mark = match state {
                State::New => ' ',
                State::Started => '.',
                State::Solved => 'x',
            };
            let metadata = &exercise.metadata;
            let variants = match metadata.parameters.as_slice() {
                [] => "",
                _ => " (variants)",
            };
            writeln!(
                f,
                "{mark} {:width$}  {:10}  {} {:8} {:4} min {:3} points  {}{variants}",
                exercise.id,
                metadata.kind.word(),
                metadata.difficulty,
                metadata.difficulty_word(),
                metadata.minutes,
                metadata.points(),
                metadata.title,
            )?;
            minutes += metadata.minutes;
            points += metadata.points();
            started += usize::from(*state == State::Started);
            solved += usize::from(*state == State::Solved);
        }
        let count = counted(self.0.len(), "exercise");
        write!(f, "{count}, {minutes} minutes, {points} points")?;
        match started + solved {
            0 => Ok(()),
            _ => write!(f, "; {solved} solved (x), {started} started (.)"),
        }
    }
}
