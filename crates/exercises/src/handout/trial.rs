//! What students get must be worth nothing before they start.

use chapters::{Code, Exercise, Problem, View};

use super::Handout;
use super::task::{Task, different};
use crate::harness::{Outcomes, Part, Rejected, try_all, version};
use crate::variant::Drawn;
use crate::verify::LIMIT;
use crate::{Error, Toolchain};

/// How many variants of an exercise are tried.
const MOST: usize = 20;

impl Handout<'_> {
    /// Runs all tests on the stub and on the solution of each exercise, with each set of values.
    ///
    /// # Errors
    ///
    /// [`Error::Problems`] with the line of the course file for each exercise whose stub does not
    /// compile or earns points, or whose solution does not.
    pub(super) fn try_stubs(&self, toolchain: &Toolchain) -> Result<(), Error> {
        let (mut tasks, mut parts) = (Vec::new(), Vec::new());
        for (index, task) in self.tasks.iter().enumerate() {
            if let Some(code) = &task.exercise.code {
                tasks.push(task);
                parts.push(part(task, code, &different(&self.copies, index, MOST)));
            }
        }
        let mut problems = Vec::new();
        for (task, tried) in tasks.iter().zip(try_all(toolchain, &parts, LIMIT)?) {
            let exercise = &task.exercise;
            let messages = match tried {
                Ok(versions) => wrong(exercise, &versions),
                Err(Rejected { said, .. }) => {
                    let first = said.lines().find(|line| line.starts_with("error"));
                    let first = first.unwrap_or("error");
                    vec![format!("what students get does not compile: {first}")]
                }
            };
            problems.extend(messages.into_iter().map(|message| {
                let message = format!("`{}`: {message}", exercise.id);
                Problem::new(&self.course.source.file, task.line, message)
            }));
        }
        problems.sort();
        match problems.is_empty() {
            true => Ok(()),
            false => Err(problems.into()),
        }
    }
}

/// The stub of each variant, then its solution.
fn part(task: &Task, code: &Code, variants: &[&Drawn]) -> Part {
    let versions = variants.iter().flat_map(|drawn| {
        [View::Stub, View::Solved].map(|view| version(code, view, drawn))
    });
    Part {
        crate_name: task.exercise.crate_name(),
        versions: versions.collect(),
    }
}

/// What is wrong with the stubs and the solutions, which take turns.
fn wrong(exercise: &Exercise, versions: &[Vec<Outcomes>]) -> Vec<String> {
    let mut messages = Vec::new();
    for (index, outcomes) in versions.iter().flatten().enumerate() {
        for test in &exercise.metadata.tests {
            let (name, points) = (&test.name, test.points);
            let passed = outcomes.get(name).map(|outcome| outcome.passed());
            let message = match (index % 2, passed) {
                (0, Some(true)) if points > 0 => {
                    "passes before a student has written anything"
                }
                (0, None) => "does not run",
                (1, Some(false) | None) => {
                    messages.push(format!("the solution does not pass `{name}`"));
                    continue;
                }
                _ => continue,
            };
            messages.push(format!("`{name}`, worth {points} points, {message}"));
        }
    }
    messages.dedup();
    messages
}
