//! The exercises of a course with its changes, and the values that each student gets.

use dialect::{Exercise, Library, Parameter, Problem, Source, Value, Values};

use super::course::{Course, Entry};
use crate::variant::Drawn;
use crate::{Error, LIBRARIES, draw};

/// Folders of a handout that hold no exercise.
const FOLDERS: [&str; 2] = ["target", "vendor"];

/// An exercise of the course.
pub(super) struct Task {
    /// With the points and the minutes of the course.
    pub(super) exercise: Exercise,
    /// Values that the course fixes for all students.
    fixed: Values,
    /// The text of the instructor in place of the prompt.
    pub(super) overlay: Option<Source>,
    /// Line of the course file.
    pub(super) line: usize,
}

/// What one student gets, or all if the course lists none.
pub(super) struct Copy {
    pub(super) student: Option<String>,
    /// For each task.
    pub(super) variants: Vec<Drawn>,
}

/// Chooses the exercises, in the order of the course.
pub(super) fn tasks(course: &Course, library: &Library) -> Result<Vec<Task>, Error> {
    let mut problems = Vec::new();
    let mut tasks = Vec::new();
    for entry in &course.entries {
        let mut wrong = |line, message: String| {
            problems.push(Problem::new(&course.source.file, line, message));
        };
        let Some(exercise) = library.get(&entry.id) else {
            wrong(entry.line, Error::unknown(&entry.id, library).to_string());
            continue;
        };
        let name = exercise.crate_name();
        if LIBRARIES.contains(&&*name) || FOLDERS.contains(&&*name) {
            wrong(
                entry.line,
                format!("`{name}` is a folder or a crate of each handout"),
            );
        }
        let task = Task {
            exercise: changed(exercise, entry, &mut wrong),
            fixed: fixed(exercise, entry, &mut wrong),
            overlay: entry.prompt.clone(),
            line: entry.line,
        };
        problems.extend(wrong_overlay(&task));
        tasks.push(task);
    }
    match problems.is_empty() {
        true => Ok(tasks),
        false => Err(problems.into()),
    }
}

/// The exercise with the points and minutes of the course.
fn changed(
    exercise: &Exercise,
    entry: &Entry,
    wrong: &mut impl FnMut(usize, String),
) -> Exercise {
    let mut exercise = exercise.clone();
    let metadata = &mut exercise.metadata;
    metadata.minutes = entry.minutes.unwrap_or(metadata.minutes);
    for (name, points, line) in &entry.points {
        let tests = metadata.tests.iter_mut();
        let tests = tests.map(|test| (&test.name, &mut test.points));
        let criteria = metadata.rubric.iter_mut();
        let criteria =
            criteria.map(|criterion| (&criterion.name, &mut criterion.points));
        match tests.chain(criteria).find(|(known, _)| *known == name) {
            Some((_, place)) => *place = *points,
            None => {
                let known = metadata.tests.iter().map(|test| &test.name);
                let criteria = metadata.rubric.iter().map(|criterion| &criterion.name);
                let known: Vec<_> = known.chain(criteria).cloned().collect();
                wrong(
                    *line,
                    format!(
                        "`{}` has no test or criterion `{name}`: it has {}",
                        entry.id,
                        listed(&known)
                    ),
                );
            }
        }
    }
    exercise
}

/// The values that the course fixes.
fn fixed(
    exercise: &Exercise,
    entry: &Entry,
    wrong: &mut impl FnMut(usize, String),
) -> Values {
    let parameters = &exercise.metadata.parameters;
    let mut values = Values::new();
    for (name, value, line) in &entry.parameters {
        let Some(parameter) = parameters.iter().find(|one| one.name == *name) else {
            let names: Vec<_> = parameters.iter().map(|one| one.name.clone()).collect();
            let message = match names.as_slice() {
                [] => format!("`{}` has no parameters", entry.id),
                names => format!(
                    "`{}` has no parameter `{name}`: it has {}",
                    entry.id,
                    listed(names)
                ),
            };
            wrong(*line, message);
            continue;
        };
        match allowed(parameter, value) {
            Ok(value) => drop(values.insert(name.clone(), value)),
            Err(choices) => wrong(
                *line,
                format!("parameter out of range: `{name}` is {choices}"),
            ),
        }
    }
    values
}

/// The value as the parameter has it, or what it may be.
fn allowed(parameter: &Parameter, value: &Value) -> Result<Value, String> {
    let value = match (parameter.seed, value) {
        (Some(_), Value::Integer(seed)) => u64::try_from(*seed).map(Value::Seed).ok(),
        _ => Some(value.clone()),
    };
    match value.filter(|value| parameter.allows(value)) {
        Some(value) => Ok(value),
        None if parameter.seed.is_some() => {
            Err("a seed: a whole number from 0 on".into())
        }
        None => {
            let choices: Vec<_> =
                parameter.choices.iter().map(Value::literal).collect();
            Err(format!("one of {}", choices.join(", ")))
        }
    }
}

/// `a`, `b`, `c`
fn listed(names: &[String]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// What is in braces in the text of the instructor and is no parameter.
fn wrong_overlay(task: &Task) -> Vec<Problem> {
    let Some(overlay) = &task.overlay else {
        return Vec::new();
    };
    let mut problems = Vec::new();
    for (index, line) in overlay.text.lines().enumerate() {
        let filled = task.exercise.fill(line, &Values::new());
        let places = filled.split("{{").skip(1);
        let names = places.filter_map(|rest| Some(rest.split_once("}}")?.0));
        for name in names {
            let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let message = match name.chars().all(word) {
                true => format!("`{}` has no parameter `{name}`", task.exercise.id),
                false if name.starts_with('#') => {
                    "a prompt of a course has no directives".into()
                }
                false => continue,
            };
            problems.push(Problem::new(&overlay.file, index + 1, message));
        }
    }
    problems
}

/// What each student gets.
pub(super) fn copies(course: &Course, tasks: &[Task]) -> Vec<Copy> {
    let Some(salt) = course
        .salt
        .as_deref()
        .filter(|_| !course.students.is_empty())
    else {
        let variants = tasks.iter().map(common).collect();
        return vec![Copy {
            student: None,
            variants,
        }];
    };
    let copies = course.students.iter().map(|student| {
        let words = |kind| [salt, &*course.name, &*course.term, kind, &**student];
        let variants = tasks.iter();
        let variants =
            variants.map(|task| drawn(task, &words("public"), &words("hidden")));
        Copy {
            student: Some(student.clone()),
            variants: variants.collect(),
        }
    });
    copies.collect()
}

/// The values of the sources or of the course.
pub(super) fn common(task: &Task) -> Drawn {
    let parameters = task.exercise.metadata.parameters.iter();
    let mut values: Values = parameters
        .map(|parameter| (parameter.name.clone(), parameter.default_value()))
        .collect();
    values.extend(task.fixed.clone());
    Drawn {
        hidden: values.clone(),
        public: values,
    }
}

/// Values for these key words.
fn drawn(task: &Task, public_words: &[&str], hidden_words: &[&str]) -> Drawn {
    let mut public = draw(&task.exercise, public_words);
    let mut hidden = draw(&task.exercise, hidden_words);
    for parameter in &task.exercise.metadata.parameters {
        if parameter.seed.is_none()
            && let Some(value) = public.get(&parameter.name)
        {
            hidden.insert(parameter.name.clone(), value.clone());
        }
    }
    for values in [&mut public, &mut hidden] {
        values.extend(task.fixed.clone());
    }
    Drawn { public, hidden }
}

/// The first `most` different variants of a task.
pub(super) fn different(copies: &[Copy], task: usize, most: usize) -> Vec<&Drawn> {
    let mut variants: Vec<&Drawn> = Vec::new();
    for copy in copies {
        let variant = &copy.variants[task];
        if variants.len() < most && !variants.contains(&variant) {
            variants.push(variant);
        }
    }
    variants
}
