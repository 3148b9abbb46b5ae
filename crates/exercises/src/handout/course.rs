//! `course.toml`: which exercises a course hands out, and what it changes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use dialect::{Problem, Source, Value, parse_toml};
use serde::Deserialize;
use toml::Spanned;

use crate::Error;

/// The only version of the format so far.
const FORMAT_VERSION: u32 = 1;
const SHORTEST_SALT: usize = 16;

/// A course file that has been read, with the files that it names.
pub(super) struct Course {
    /// The file, as the command names it.
    pub(super) source: Source,
    pub(super) title: String,
    /// What the course is called.
    pub(super) name: String,
    /// Part of every seed, so that a retake has other variants.
    pub(super) term: String,
    pub(super) due: Option<String>,
    pub(super) salt: Option<String>,
    /// Empty: one handout for all.
    pub(super) students: Vec<String>,
    pub(super) target_minutes: Option<u32>,
    pub(super) hints: bool,
    pub(super) vendor: bool,
    /// Folders with more exercises.
    pub(super) exercises_from: Vec<PathBuf>,
    pub(super) entries: Vec<Entry>,
}

/// An exercise of the course. Numbers after names are lines of the course file.
pub(super) struct Entry {
    pub(super) id: String,
    pub(super) line: usize,
    pub(super) points: Vec<(String, u32, usize)>,
    pub(super) minutes: Option<u32>,
    pub(super) parameters: Vec<(String, Value, usize)>,
    /// The text of the instructor in place of `prompt.md`.
    pub(super) prompt: Option<Source>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    format_version: Spanned<u32>,
    title: Spanned<String>,
    course: Spanned<String>,
    term: Spanned<String>,
    due: Option<String>,
    salt: Option<Spanned<String>>,
    students: Option<Spanned<String>>,
    target_minutes: Option<u32>,
    #[serde(default)]
    hints: bool,
    #[serde(default = "yes")]
    vendor: bool,
    #[serde(default)]
    exercises_from: Vec<Spanned<String>>,
    #[serde(default)]
    exercise: Vec<RawEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEntry {
    id: Spanned<String>,
    #[serde(default)]
    points: BTreeMap<String, Spanned<u32>>,
    minutes: Option<Spanned<u32>>,
    #[serde(default)]
    parameters: BTreeMap<String, Spanned<Value>>,
    prompt: Option<Spanned<String>>,
}

fn yes() -> bool {
    true
}

impl Course {
    /// Reads the file and those that it names.
    pub(super) fn read(file: &Path) -> Result<Self, Error> {
        let source = Source::read(Path::new(""), file.to_string_lossy())?;
        let raw: Raw = parse_toml(&source)?;
        let mut reader = Reader {
            folder: file.parent().unwrap_or(Path::new("")).to_owned(),
            source,
            problems: Vec::new(),
        };
        let course = reader.course(raw);
        match reader.problems.is_empty() {
            true => Ok(Self {
                source: reader.source,
                ..course
            }),
            false => {
                reader.problems.sort();
                Err(reader.problems.into())
            }
        }
    }
}

/// Collects what is wrong in a course file.
struct Reader {
    folder: PathBuf,
    source: Source,
    problems: Vec<Problem>,
}

impl Reader {
    fn course(&mut self, raw: Raw) -> Course {
        if *raw.format_version.get_ref() != FORMAT_VERSION {
            let message =
                format!("this program reads format_version {FORMAT_VERSION} alone");
            self.wrong(&raw.format_version, message);
        }
        for (name, text) in [
            ("title", &raw.title),
            ("course", &raw.course),
            ("term", &raw.term),
        ] {
            if text.get_ref().trim().is_empty() {
                self.wrong(text, format!("the {name} is empty"));
            }
        }
        if let (Some(students), None) = (&raw.students, &raw.salt) {
            let message = "students need a salt, from which their variants are drawn";
            self.wrong(students, message);
        }
        Course {
            salt: raw.salt.and_then(|path| self.salt(&path)),
            students: raw
                .students
                .map(|path| self.students(&path))
                .unwrap_or_default(),
            exercises_from: self.folders(&raw.exercises_from),
            entries: self.entries(raw.exercise),
            source: Source {
                file: String::new(),
                text: String::new(),
            },
            title: raw.title.into_inner(),
            name: raw.course.into_inner(),
            term: raw.term.into_inner(),
            due: raw.due,
            target_minutes: raw.target_minutes,
            hints: raw.hints,
            vendor: raw.vendor,
        }
    }

    fn line<T>(&self, place: &Spanned<T>) -> usize {
        let start = place.span().start.min(self.source.text.len());
        self.source.text[..start].matches('\n').count() + 1
    }

    fn wrong<T>(&mut self, place: &Spanned<T>, message: impl Into<String>) {
        let line = self.line(place);
        let problem = Problem::new(&self.source.file, line, message);
        self.problems.push(problem);
    }

    /// A file that the course file names, which stands in its folder or below.
    fn file(&mut self, path: &Spanned<String>) -> Option<Source> {
        let inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        let relative = Path::new(path.get_ref());
        if !relative.components().all(inside) {
            let message = format!(
                "`{}` lies outside of the folder of the course",
                path.get_ref()
            );
            self.wrong(path, message);
            return None;
        }
        let file = self.folder.join(relative);
        match Source::read(Path::new(""), file.to_string_lossy()) {
            Ok(source) => Some(source),
            Err(problem) => {
                let message = format!("{} {}", problem.file, problem.message);
                self.wrong(path, message);
                None
            }
        }
    }

    fn salt(&mut self, path: &Spanned<String>) -> Option<String> {
        let source = self.file(path)?;
        let salt = source.text.trim();
        if salt.contains('\n') {
            let message = "a salt is one line";
            self.problems.push(Problem::new(&source.file, 2, message));
        }
        if salt.chars().count() < SHORTEST_SALT {
            let message =
                format!("a salt has at least {SHORTEST_SALT} characters, all secret");
            self.problems.push(Problem::new(&source.file, 1, message));
        }
        Some(salt.to_owned())
    }

    fn students(&mut self, path: &Spanned<String>) -> Vec<String> {
        let Some(source) = self.file(path) else {
            return Vec::new();
        };
        let mut students = Vec::new();
        // Folders of some systems do not tell capitals from small letters.
        let mut taken = BTreeMap::new();
        for (index, line) in source.text.lines().enumerate() {
            let student = line.trim();
            if student.is_empty() || student.starts_with('#') {
                continue;
            }
            let mut wrong = |message| {
                let problem = Problem::new(&source.file, index + 1, message);
                self.problems.push(problem);
            };
            let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
            if !student.chars().all(plain) || student.starts_with('.') {
                wrong(format!(
                    "`{student}`: a student is named with A-Z, a-z, 0-9, ., _ and -, \
                     and the first is no point"
                ));
            }
            if let Some(line) = taken.insert(student.to_lowercase(), index + 1) {
                wrong(format!("`{student}` is listed already, on line {line}"));
            }
            students.push(student.to_owned());
        }
        if students.is_empty() {
            self.wrong(path, "the list of students is empty");
        }
        students
    }

    fn folders(&mut self, paths: &[Spanned<String>]) -> Vec<PathBuf> {
        let mut folders = Vec::new();
        for path in paths {
            match fs::canonicalize(self.folder.join(path.get_ref())) {
                Ok(folder) if folder.is_dir() => folders.push(folder),
                _ => self.wrong(path, format!("no folder `{}`", path.get_ref())),
            }
        }
        folders
    }

    fn entries(&mut self, raw: Vec<RawEntry>) -> Vec<Entry> {
        if raw.is_empty() {
            let message = "no [[exercise]]: there is nothing to hand out";
            self.problems
                .push(Problem::new(&self.source.file, 1, message));
        }
        let mut ids = BTreeSet::new();
        let mut entries = Vec::new();
        for entry in raw {
            if !ids.insert(entry.id.get_ref().clone()) {
                let message = format!("`{}` is listed twice", entry.id.get_ref());
                self.wrong(&entry.id, message);
            }
            entries.push(self.entry(entry));
        }
        entries
    }

    fn entry(&mut self, raw: RawEntry) -> Entry {
        if let Some(minutes) = &raw.minutes
            && *minutes.get_ref() == 0
        {
            self.wrong(minutes, "an exercise takes at least one minute");
        }
        let prompt = raw.prompt.and_then(|path| {
            let source = self.file(&path)?;
            if source.text.trim().is_empty() {
                self.problems
                    .push(Problem::new(&source.file, 1, "is empty"));
            }
            Some(source)
        });
        let points = raw.points.into_iter();
        let points = points
            .map(|(name, points)| {
                let line = self.line(&points);
                (name, points.into_inner(), line)
            })
            .collect();
        let parameters = raw.parameters.into_iter();
        let parameters = parameters
            .map(|(name, value)| {
                let line = self.line(&value);
                (name, value.into_inner(), line)
            })
            .collect();
        Entry {
            line: self.line(&raw.id),
            id: raw.id.into_inner(),
            points,
            minutes: raw.minutes.map(Spanned::into_inner),
            parameters,
            prompt,
        }
    }
}
