//! `course.toml`: the exercises of a course, and its changes to them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use dialect::{Problem, Problems, Source, Value, parse_toml};
use serde::Deserialize;
use toml::Spanned;

use crate::Error;
use crate::error::one_line;

const FORMAT_VERSION: u32 = 1;
const SHORTEST_SALT: usize = 16;
const MAX_POINTS: u32 = 10_000;

/// A course file, with the files that it names.
pub(super) struct Course {
    /// The file, with its path from the command line.
    pub(super) source: Source,
    pub(super) settings: Settings,
    pub(super) salt: Option<String>,
    /// Empty if all share one handout.
    pub(super) students: Vec<String>,
    pub(super) exercises_from: Vec<PathBuf>,
    /// Instructors' texts that replace prompts, by the identifiers of exercises.
    pub(super) prompts: BTreeMap<String, Source>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Settings {
    format_version: u32,
    pub(super) title: String,
    pub(super) course: String,
    /// A part of every seed, so that a retake has other variants.
    pub(super) term: String,
    pub(super) due: Option<String>,
    salt: Option<Spanned<String>>,
    students: Option<Spanned<String>>,
    pub(super) target_minutes: Option<u32>,
    #[serde(default)]
    pub(super) hints: bool,
    pub(super) vendor: Option<bool>,
    #[serde(default)]
    exercises_from: Vec<Spanned<String>>,
    #[serde(default, rename = "exercise")]
    pub(super) entries: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    pub(super) id: Spanned<String>,
    #[serde(default)]
    pub(super) points: BTreeMap<String, Spanned<u32>>,
    pub(super) minutes: Option<Spanned<u32>>,
    #[serde(default)]
    pub(super) parameters: BTreeMap<String, Spanned<Value>>,
    prompt: Option<Spanned<String>>,
}

impl Course {
    pub(super) fn read(file: &Path) -> Result<Self, Error> {
        let source = Source::read(Path::new(""), file.to_string_lossy())?;
        let settings: Settings = parse_toml(&source)?;
        let mut course = Self {
            source,
            settings,
            salt: None,
            students: Vec::new(),
            exercises_from: Vec::new(),
            prompts: BTreeMap::new(),
        };
        Problems(course.wrong_settings()).or(())?;
        let mut problems = Vec::new();
        let folder = file.parent().unwrap_or(Path::new(""));
        if let Some(path) = &course.settings.salt {
            let source = course.file(folder, path)?;
            problems.extend(wrong_salt(&source));
            course.salt = Some(source.text.trim().to_owned());
        }
        if let Some(path) = &course.settings.students {
            let source = course.file(folder, path)?;
            course.students = students(&source, &mut problems);
            if course.students.is_empty() {
                problems.push(course.problem(path, "the list of students is empty"));
            }
        }
        for path in &course.settings.exercises_from {
            match fs::canonicalize(folder.join(path.get_ref())) {
                Ok(folder) if folder.is_dir() => course.exercises_from.push(folder),
                _ => {
                    let message = format!("no folder `{}`", path.get_ref());
                    problems.push(course.problem(path, message));
                }
            }
        }
        for entry in &course.settings.entries {
            if let Some(path) = &entry.prompt {
                let source = course.file(folder, path)?;
                if source.text.trim().is_empty() {
                    problems.push(Problem::new(&source.file, 1, "is empty"));
                }
                course.prompts.insert(entry.id.get_ref().clone(), source);
            }
        }
        Ok(Problems(problems).or(course)?)
    }

    pub(super) fn problem<T>(&self, place: &Spanned<T>, message: impl Into<String>) -> Problem {
        let message = one_line(&message.into());
        Problem::new(&self.source.file, self.line(place), message)
    }

    pub(super) fn line<T>(&self, place: &Spanned<T>) -> usize {
        self.source.line(place.span().start)
    }

    fn wrong_settings(&self) -> Vec<Problem> {
        let (settings, source) = (&self.settings, &self.source);
        let mut problems = Vec::new();
        let mut wrong = |key: &str, message: String| {
            let line = source.line_of(&format!("{key} ="));
            problems.push(Problem::new(&source.file, line, message));
        };
        if settings.format_version != FORMAT_VERSION {
            let message = format!("this program reads only format_version {FORMAT_VERSION}");
            wrong("format_version", message);
        }
        let due = settings.due.as_deref().unwrap_or("never");
        for (name, text) in [
            ("title", &*settings.title),
            ("course", &settings.course),
            ("term", &settings.term),
            ("due", due),
        ] {
            if text.trim().is_empty() {
                wrong(name, format!("the {name} is empty"));
            } else if one_line(text) != text {
                wrong(name, format!("the {name} is not a line of printable text"));
            }
        }
        if settings.students.is_some() && settings.salt.is_none() {
            let message = "students need a salt, from which their variants are drawn";
            wrong("students", message.into());
        }
        if settings.entries.is_empty() {
            let message = "no [[exercise]]: there is nothing to hand out";
            problems.push(Problem::new(&source.file, 1, message));
        }
        let mut ids = BTreeSet::new();
        for entry in &settings.entries {
            let id = entry.id.get_ref();
            if !ids.insert(id) {
                let message = format!("`{id}` is listed twice");
                problems.push(self.problem(&entry.id, message));
            }
            let many = |points: &&Spanned<u32>| *points.get_ref() > MAX_POINTS;
            for points in entry.points.values().filter(many) {
                let message = format!("a test has at most {MAX_POINTS} points");
                problems.push(self.problem(points, message));
            }
            let none = |minutes: &&Spanned<u32>| *minutes.get_ref() == 0;
            if let Some(minutes) = entry.minutes.as_ref().filter(none) {
                let message = "an exercise takes at least one minute";
                problems.push(self.problem(minutes, message));
            }
        }
        problems
    }

    /// Reads a file that the course file names, in the same folder or below.
    fn file(&self, folder: &Path, path: &Spanned<String>) -> Result<Source, Problem> {
        let inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        let name = path.get_ref();
        if !Path::new(name).components().all(inside) {
            let message = format!("`{name}` is outside the folder of the course");
            return Err(self.problem(path, message));
        }
        // A symbolic link may lead anywhere.
        let real = |path: &Path| fs::canonicalize(path).ok();
        let above = match folder.as_os_str().is_empty() {
            true => real(Path::new(".")),
            false => real(folder),
        };
        if let (Some(file), Some(above)) = (real(&folder.join(name)), above)
            && !file.starts_with(above)
        {
            let message = format!("`{name}` leads outside the folder of the course");
            return Err(self.problem(path, message));
        }
        let source = Source::read(Path::new(""), folder.join(name).to_string_lossy());
        source.map_err(|Problem { file, message, .. }| {
            self.problem(path, format!("{file} {message}"))
        })
    }
}

fn wrong_salt(source: &Source) -> Option<Problem> {
    let salt = source.text.trim();
    if salt.contains('\n') {
        return Some(Problem::new(&source.file, 2, "a salt is one line"));
    }
    let message = format!("a salt has at least {SHORTEST_SALT} characters, all secret");
    let is_short = salt.chars().count() < SHORTEST_SALT;
    is_short.then(|| Problem::new(&source.file, 1, message))
}

fn students(source: &Source, problems: &mut Vec<Problem>) -> Vec<String> {
    // Some file systems do not distinguish upper and lower case.
    let (mut students, mut taken) = (Vec::new(), BTreeMap::new());
    for (line, student) in (1..).zip(source.text.lines().map(str::trim)) {
        if student.is_empty() || student.starts_with('#') {
            continue;
        }
        let mut wrong = |message| problems.push(Problem::new(&source.file, line, message));
        let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        if !student.chars().all(plain) || student.starts_with(['.', '-']) || student.ends_with('.')
        {
            wrong(format!(
                "`{student}`: a student is named with A-Z, a-z, 0-9, ., _ and -, \
                 does not start with . or -, and does not end with ."
            ));
        } else if is_device(student) {
            wrong(format!("`{student}` cannot be the name of a folder on Windows"));
        }
        if let Some(first) = taken.insert(student.to_lowercase(), line) {
            wrong(format!("`{student}` is listed already, on line {first}"));
        }
        students.push(student.to_owned());
    }
    students
}

/// Returns whether Windows reserves the name, with or without an extension.
fn is_device(name: &str) -> bool {
    let name = name.to_lowercase();
    let stem = name.split('.').next().unwrap_or_default();
    let port = ["com", "lpt"].iter().find_map(|port| stem.strip_prefix(port));
    ["con", "prn", "aux", "nul"].contains(&stem)
        || port.is_some_and(|number| number.len() == 1 && number.as_bytes()[0].is_ascii_digit())
}
