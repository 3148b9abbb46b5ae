//! What students get must be worth nothing before they start.

use dialect::{Exercise, Problem, View};

use super::Handout;
use super::task::different;
use crate::harness::{Outcome, Outcomes, Rejected, Trial, Trials, try_values};
use crate::verify::LIMIT;
use crate::{Error, Toolchain};

/// How many variants of an exercise are tried.
const MOST: usize = 20;

impl Handout<'_> {
    /// Runs all tests on the stub and on the solution of each exercise, with each set of values.
    pub(super) fn try_stubs(&self, toolchain: &Toolchain) -> Result<(), Error> {
        let tasks = self.tasks.iter().enumerate();
        let with_code = tasks.filter_map(|(index, task)| {
            let sets = || {
                let different = different(&self.copies, index, MOST);
                different.into_iter().cloned().collect()
            };
            let trials = [View::Stub, View::Solved].map(|view| Trial {
                view,
                sets: sets(),
                only: None,
            });
            let trials = Trials {
                exercise: &task.exercise,
                code: task.exercise.code.as_ref()?,
                trials: trials.into(),
            };
            Some((task, trials))
        });
        let (tasks, trials): (Vec<_>, Vec<_>) = with_code.unzip();
        let mut problems = Vec::new();
        for (task, tried) in tasks.iter().zip(try_values(toolchain, &trials, LIMIT)?) {
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

/// What is wrong with the stub, and then with the solution.
fn wrong(exercise: &Exercise, trials: &[Vec<Outcomes>]) -> Vec<String> {
    let mut messages = Vec::new();
    let runs = trials.iter().enumerate();
    for (trial, outcomes) in
        runs.flat_map(|(trial, runs)| runs.iter().map(move |run| (trial, run)))
    {
        for test in &exercise.metadata.tests {
            let (name, points) = (&test.name, test.points);
            let passed = outcomes.get(name).map(Outcome::passed);
            let message = match (trial, passed) {
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
