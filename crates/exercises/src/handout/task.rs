//! The exercises of a course with its changes, and the values for each student.

use dialect::{Exercise, Library, Parameter, Problem, Problems, Source, Value, Values};

use super::course::{Course, Entry};
use crate::Error;
use crate::toolchain::LIBRARIES;
use crate::variant::Drawn;

/// Folders of a handout that hold no exercise.
const FOLDERS: [&str; 2] = ["target", "vendor"];

pub(super) struct Task {
    /// The exercise, with the points and minutes of the course.
    pub(super) exercise: Exercise,
    /// Values that the course fixes for all students.
    fixed: Values,
    /// The instructor's text, which replaces the prompt.
    pub(super) overlay: Option<Source>,
    pub(super) line: usize,
}

/// The copy of one student, or of all if the course lists none.
pub(super) struct Copy {
    pub(super) student: Option<String>,
    /// The values for each task.
    pub(super) variants: Vec<Drawn>,
}

impl Copy {
    pub(super) fn folder(&self) -> String {
        match &self.student {
            Some(student) => format!("students/{student}"),
            None => "student".to_owned(),
        }
    }
}

pub(super) fn tasks(course: &Course, library: &Library) -> Result<Vec<Task>, Error> {
    let (mut problems, mut tasks) = (Vec::new(), Vec::new());
    for entry in &course.settings.entries {
        let Some(exercise) = library.get(entry.id.get_ref()) else {
            let error = Error::unknown(entry.id.get_ref(), library).to_string();
            problems.push(course.problem(&entry.id, error));
            continue;
        };
        let name = exercise.crate_name();
        if LIBRARIES.contains(&&*name) || FOLDERS.contains(&&*name) {
            let message = format!("`{name}` is a folder or a crate of each handout");
            problems.push(course.problem(&entry.id, message));
        }
        let overlay = course.prompts.get(&exercise.id);
        if let Some(text) = overlay {
            problems.extend(wrong_overlay(exercise, text));
        }
        tasks.push(Task {
            exercise: changed(exercise, course, entry, &mut problems),
            fixed: fixed(exercise, course, entry, &mut problems),
            overlay: overlay.cloned(),
            line: course.line(&entry.id),
        });
    }
    Ok(Problems(problems).or(tasks)?)
}

fn changed(
    exercise: &Exercise,
    course: &Course,
    entry: &Entry,
    problems: &mut Vec<Problem>,
) -> Exercise {
    let mut exercise = exercise.clone();
    let metadata = &mut exercise.metadata;
    if let Some(minutes) = &entry.minutes {
        metadata.minutes = *minutes.get_ref();
    }
    let tests = metadata.tests.iter_mut();
    let tests = tests.map(|test| (&test.name, &mut test.points));
    let criteria = metadata.rubric.iter_mut();
    let criteria = criteria.map(|criterion| (&criterion.name, &mut criterion.points));
    let mut places: Vec<_> = tests.chain(criteria).collect();
    for (name, points) in &entry.points {
        match places.iter_mut().find(|(known, _)| *known == name) {
            Some((_, place)) => **place = *points.get_ref(),
            None => {
                let known = listed(places.iter().map(|one| one.0));
                let message =
                    format!("`{}` has no test or criterion `{name}`: it has {known}", exercise.id);
                problems.push(course.problem(points, message));
            }
        }
    }
    exercise
}

fn fixed(
    exercise: &Exercise,
    course: &Course,
    entry: &Entry,
    problems: &mut Vec<Problem>,
) -> Values {
    let (id, parameters) = (&exercise.id, &exercise.metadata.parameters);
    let mut values = Values::new();
    for (name, given) in &entry.parameters {
        let parameter = parameters.iter().find(|one| one.name == *name);
        let value = match parameter {
            Some(parameter) => allowed(parameter, given.get_ref()),
            None if parameters.is_empty() => Err(format!("`{id}` has no parameters")),
            None => {
                let known = listed(parameters.iter().map(|one| &one.name));
                Err(format!("`{id}` has no parameter `{name}`: it has {known}"))
            }
        };
        match value {
            Ok(value) => drop(values.insert(name.clone(), value)),
            Err(message) => problems.push(course.problem(given, message)),
        }
    }
    values
}

fn allowed(parameter: &Parameter, value: &Value) -> Result<Value, String> {
    if parameter.allows(value) {
        return Ok(value.clone());
    }
    let choices: Vec<_> = parameter.choices.iter().map(Value::literal).collect();
    let (name, choices) = (&parameter.name, choices.join(", "));
    Err(match parameter.seed {
        Some(_) => format!("parameter out of range: `{name}` is a seed: a whole number from 0 on"),
        None => format!("parameter out of range: `{name}` is one of {choices}"),
    })
}

/// Formats `a`, `b`, `c`.
fn listed<'a>(names: impl Iterator<Item = &'a String>) -> String {
    let names: Vec<_> = names.map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// Finds parts in braces in the instructor's text that are not parameters.
fn wrong_overlay(exercise: &Exercise, overlay: &Source) -> Vec<Problem> {
    let problem = |line, message: String| Problem::new(&overlay.file, line, message);
    let id = &exercise.id;
    let unknown = exercise.unknown_parameters(overlay).into_iter();
    let unknown =
        unknown.map(|(line, name)| problem(line, format!("`{id}` has no parameter `{name}`")));
    let mut lines = (1..).zip(overlay.text.lines());
    let directive = lines.find(|(_, line)| line.contains("{{#"));
    let message = "a prompt of a course has no directives";
    let directive = directive.map(|(line, _)| problem(line, message.into()));
    unknown.chain(directive).collect()
}

pub(super) fn copies(course: &Course, tasks: &[Task]) -> Vec<Copy> {
    if course.students.is_empty() {
        let variants = tasks.iter().map(common).collect();
        return vec![Copy { student: None, variants }];
    }
    let (course_name, term) = (&*course.settings.course, &*course.settings.term);
    // A course with students requires a salt.
    let salt = course.salt.as_deref().unwrap_or_default();
    let mut copies = Vec::new();
    for student in &course.students {
        let words = |kind| vec![salt, course_name, term, kind, &**student];
        let mut variants = Vec::new();
        for task in tasks {
            let mut drawn = Drawn::new(&task.exercise, words);
            for (name, value) in &task.fixed {
                drawn.set(name, value);
            }
            variants.push(drawn);
        }
        let student = Some(student.clone());
        copies.push(Copy { student, variants });
    }
    copies
}

/// Returns the values from the sources or the course.
pub(super) fn common(task: &Task) -> Drawn {
    let mut drawn = Drawn::default();
    for parameter in &task.exercise.metadata.parameters {
        let fixed = task.fixed.get(&parameter.name).cloned();
        let value = fixed.unwrap_or_else(|| parameter.default_value());
        drawn.set(&parameter.name, &value);
    }
    drawn
}

pub(super) fn different(copies: &[Copy], task: usize, most: usize) -> Vec<Drawn> {
    let mut variants = Vec::new();
    for variant in copies.iter().map(|copy| &copy.variants[task]) {
        if variants.len() < most && !variants.contains(variant) {
            variants.push(variant.clone());
        }
    }
    variants
}
