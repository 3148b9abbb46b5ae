//! Loads all exercises of a folder.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::Deserialize;

use super::Exercise;
use super::directive::Directive;
use super::metadata::parse_toml;
use crate::contents::{Contents, Listing};
use crate::{Problem, Problems, Source};

/// The folder of the exercises, and the file in it that lists the objectives.
const FOLDER: &str = "exercises";
const OBJECTIVES: &str = "exercises/objectives.toml";

/// A learning objective.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Objective {
    /// The id in the metadata of an exercise.
    #[serde(skip)]
    pub id: String,
    /// The skill that students learn.
    pub text: String,
}

/// The exercises of the book.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The exercises in the order of the book, followed by those that it does not show.
    pub exercises: Vec<Exercise>,
    /// The objectives in the order of the file.
    pub objectives: Vec<Objective>,
}

impl Library {
    /// Reads `root/exercises`. A book without this folder has no exercises.
    ///
    /// # Errors
    ///
    /// Returns a [`Problem`] with file and line for each mistake in the folder.
    pub fn load(root: &Path) -> Result<Self, Problems> {
        Self::load_only(root, &[])
    }

    /// Reads only the exercises with these ids, or all if `ids` is empty. Mistakes in other
    /// exercises are ignored, which helps while one is being written.
    pub fn load_only(root: &Path, ids: &[String]) -> Result<Self, Problems> {
        let contents = Contents::read(root);
        // Building the book reports a table of contents that cannot be read.
        let pages = contents.map_or_else(|_| Vec::new(), |contents| contents.pages);
        Self::in_order_of(root, &pages, ids)
    }

    /// Reads the exercises and sorts them by the pages that show them.
    pub(crate) fn in_order_of(
        root: &Path,
        pages: &[Listing],
        ids: &[String],
    ) -> Result<Self, Problems> {
        let mut library = Self::default();
        if root.join(FOLDER).is_dir() {
            library.objectives = objectives(root)?;
            library.add(root, FOLDER, ids)?;
            let places = places(root, pages);
            let place = |id: &str| places.get(id).copied().unwrap_or(usize::MAX);
            library.exercises.sort_by_key(|one| place(&one.id));
        }
        Ok(library)
    }

    /// Adds exercises from another folder with the same structure, relative to `root`, such as
    /// those that an instructor keeps outside the book. Only those with these ids are added, or all
    /// if `ids` is empty. An id that is already taken is a mistake as well.
    pub fn add(&mut self, root: &Path, folder: &str, ids: &[String]) -> Result<(), Problems> {
        let of_wanted = |folder: &String| {
            ids.is_empty() || ids.iter().any(|id| folder.ends_with(&format!("/{id}")))
        };
        let known = self.objectives.iter().map(|one| one.id.clone()).collect();
        let mut problems = Vec::new();
        for chapter in folders(root, folder)? {
            for exercise in folders(root, &chapter)?.iter().filter(|it| of_wanted(it)) {
                match Exercise::read(root, exercise, &known) {
                    Ok(exercise) => self.exercises.push(exercise),
                    Err(found) => problems.extend(found),
                }
            }
        }
        let mut first: BTreeMap<&str, &Exercise> = BTreeMap::new();
        for exercise in &self.exercises {
            if let Some(other) = first.insert(&exercise.id, exercise) {
                let message = format!("{} is an exercise of the same name", other.prompt.file);
                problems.push(Problem::new(&exercise.prompt.file, 1, message));
            }
        }
        Problems(problems).or(())
    }

    /// Returns the exercise with this id.
    pub fn get(&self, id: &str) -> Option<&Exercise> {
        self.exercises.iter().find(|exercise| exercise.id == id)
    }

    /// Returns the Markdown files of all exercises whose code blocks are tested.
    pub fn sources(&self) -> Vec<Source> {
        let texts = |one: &Exercise| [one.prompt.clone(), one.solution.clone()];
        self.exercises.iter().flat_map(texts).collect()
    }
}

fn objectives(root: &Path) -> Result<Vec<Objective>, Problem> {
    let source = Source::read(root, OBJECTIVES)?;
    let texts: BTreeMap<String, Objective> = parse_toml(&source)?;
    let named = texts.into_iter().map(|(id, one)| Objective { id, ..one });
    let mut all: Vec<_> = named.collect();
    all.sort_by_key(|one| source.line_of(&format!("[{}]", one.id)));
    Ok(all)
}

/// Returns the position of each exercise in the book.
fn places(root: &Path, pages: &[Listing]) -> BTreeMap<String, usize> {
    let mut places = BTreeMap::new();
    for page in pages {
        // Building the book reports files that cannot be read.
        let chapter = Source::read(root, format!("src/{}", page.path));
        let text = chapter.map(|chapter| chapter.text).unwrap_or_default();
        for line in text.lines() {
            if let Some(Directive::Exercise(id)) = Directive::parse(line) {
                let place = places.len();
                places.entry(id.to_owned()).or_insert(place);
            }
        }
    }
    places
}

/// Returns the folders in `folder`, sorted, relative to `root`.
fn folders(root: &Path, folder: &str) -> Result<Vec<String>, Problem> {
    let unreadable = |error: io::Error| Problem::new(folder, 1, format!("cannot be read: {error}"));
    let mut found = Vec::new();
    for entry in fs::read_dir(root.join(folder)).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        // Hidden folders such as `.git` are not exercises.
        if entry.path().is_dir() && !name.starts_with('.') {
            found.push(format!("{folder}/{name}"));
        }
    }
    found.sort();
    Ok(found)
}
