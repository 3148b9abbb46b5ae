//! `cargo exercise list`: which exercises there are.

use std::fmt;

use clap::Args;
use dialect::{Exercise, Kind, Library};

use crate::{Error, Progress, State};

/// Which exercises to list.
#[derive(Args, Clone, Debug, Default)]
pub struct Filter {
    /// Exercises of this chapter, by the name of its file: attention-cues.
    #[arg(long)]
    pub chapter: Option<String>,
    /// Exercises that train this: weights, numerics, ... (`--objectives` names all).
    #[arg(long)]
    pub objective: Option<String>,
    /// Exercises of this kind: code, bug, proof, experiment or essay.
    #[arg(long)]
    pub kind: Option<String>,
    /// Exercises up to this difficulty: 1 warm-up, 2 core, 3 stretch, 4 project.
    #[arg(long)]
    pub max_difficulty: Option<u8>,
    /// Exercises that take at most so long.
    #[arg(long)]
    pub max_minutes: Option<u32>,
}

/// The exercises that a filter lets through, as a table with the progress of a reader.
pub struct List<'a> {
    exercises: Vec<&'a Exercise>,
    states: Vec<State>,
}

impl<'a> List<'a> {
    /// The first exercise that is not solved.
    pub fn next(&self) -> Option<&'a Exercise> {
        let unsolved = self
            .states
            .iter()
            .position(|state| *state != State::Solved)?;
        Some(self.exercises[unsolved])
    }
}

/// The exercises of `library` that pass the filter.
///
/// # Errors
///
/// [`Error::Unfit`] if the filter names a chapter, an objective or a kind that does not exist.
///
/// ```
/// use exercises::{Filter, Progress, list};
///
/// let filter = Filter { chapter: Some("no-such-chapter".into()), ..Filter::default() };
/// let progress = Progress::read("/nowhere".as_ref());
/// let error = list(&dialect::Library::default(), &progress, &filter).err().unwrap();
/// assert!(error.to_string().starts_with("no chapter is called `no-such-chapter`"));
/// ```
pub fn list<'a>(
    library: &'a Library,
    progress: &Progress<'_>,
    filter: &Filter,
) -> Result<List<'a>, Error> {
    let mut chapters: Vec<_> =
        library.exercises.iter().map(|one| &*one.chapter).collect();
    chapters.dedup();
    let objectives = library.objectives.iter().map(|one| &*one.id);
    known("chapter", filter.chapter.as_deref(), chapters)?;
    known(
        "objective",
        filter.objective.as_deref(),
        objectives.collect(),
    )?;
    let kinds = [
        Kind::Code,
        Kind::Bug,
        Kind::Proof,
        Kind::Experiment,
        Kind::Essay,
    ];
    known("kind", filter.kind.as_deref(), kinds.map(Kind::word).into())?;
    let passes = |exercise: &&Exercise| {
        let metadata = &exercise.metadata;
        let is = |wanted: &Option<String>, found: &str| {
            wanted.as_deref().is_none_or(|wanted| wanted == found)
        };
        is(&filter.chapter, &exercise.chapter)
            && is(&filter.kind, metadata.kind.word())
            && filter
                .objective
                .as_ref()
                .is_none_or(|wanted| metadata.objectives.contains(wanted))
            && filter
                .max_difficulty
                .is_none_or(|most| metadata.difficulty <= most)
            && filter
                .max_minutes
                .is_none_or(|most| metadata.minutes <= most)
    };
    let exercises: Vec<_> = library.exercises.iter().filter(passes).collect();
    let states = exercises.iter().map(|one| progress.state(one)).collect();
    Ok(List { exercises, states })
}

/// Whether the word of a filter, if there is one, is among those that exist.
fn known(what: &str, word: Option<&str>, words: Vec<&str>) -> Result<(), Error> {
    match word {
        Some(word) if !words.contains(&word) => {
            let words = words.join(", ");
            let message = format!("no {what} is called `{word}` (there are: {words})");
            Err(Error::Unfit(message))
        }
        _ => Ok(()),
    }
}

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self
            .exercises
            .iter()
            .map(|one| one.id.len())
            .max()
            .unwrap_or(0);
        let mut chapter = "";
        for (exercise, state) in self.exercises.iter().zip(&self.states) {
            if exercise.chapter != chapter {
                chapter = &exercise.chapter;
                writeln!(f, "{chapter}")?;
            }
            let metadata = &exercise.metadata;
            writeln!(
                f,
                "{} {:width$}  {:10}  {} {:8} {:4} min {:3} points  {}{}",
                match state {
                    State::New => ' ',
                    State::Started => '.',
                    State::Solved => 'x',
                },
                exercise.id,
                metadata.kind.word(),
                metadata.difficulty,
                metadata.difficulty_word(),
                metadata.minutes,
                metadata.points(),
                metadata.title,
                if metadata.parameters.is_empty() {
                    ""
                } else {
                    " (variants)"
                },
            )?;
        }
        let minutes: u32 = self.exercises.iter().map(|one| one.metadata.minutes).sum();
        let points: u32 = self.exercises.iter().map(|one| one.metadata.points()).sum();
        let count = self.exercises.len();
        let s = if count == 1 { "" } else { "s" };
        write!(f, "{count} exercise{s}, {minutes} minutes, {points} points")?;
        let of = |state| self.states.iter().filter(|one| **one == state).count();
        match (of(State::Started), of(State::Solved)) {
            (0, 0) => Ok(()),
            (started, solved) => {
                write!(f, "; {solved} solved (x), {started} started (.)")
            }
        }
    }
}
