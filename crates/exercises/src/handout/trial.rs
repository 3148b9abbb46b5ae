//! What students get must be worth nothing before they start.

use std::collections::BTreeSet;

use dialect::{Exercise, Problem, Test, View};

use super::Handout;
use super::task::different;
use crate::harness::{Outcome, Outcomes, Trial, Trials, try_values};
use crate::variant::Drawn;
use crate::verify::LIMIT;
use crate::{Error, Toolchain};

const MOST: usize = 20;

impl Handout<'_> {
    /// Runs all tests on the stub and on the solution of each exercise, with each set of values.
    pub(super) fn try_stubs(&self, toolchain: &Toolchain) -> Result<(), Error> {
        let (mut tasks, mut trials) = (Vec::new(), Vec::new());
        for (index, task) in self.tasks.iter().enumerate() {
            let exercise = &task.exercise;
            let Some(code) = &exercise.code else {
                continue;
            };
            let of_set = |values: &Drawn| {
                [View::Stub, View::Solved].map(|view| Trial {
                    view,
                    values: values.clone(),
                    only: None,
                })
            };
            let sets = different(&self.copies, index, MOST).into_iter();
            tasks.push(task);
            trials.push(Trials {
                exercise,
                code,
                trials: sets.flat_map(of_set).collect(),
            });
        }
        let mut problems = Vec::new();
        for (task, tried) in tasks.iter().zip(try_values(toolchain, &trials, LIMIT)?) {
            let exercise = &task.exercise;
            let messages = match tried {
                Ok(outcomes) => wrong(exercise, &outcomes),
                Err(rejected) => {
                    let message = "what students get does not compile";
                    [format!("{message}: {}", rejected.first_error())].into()
                }
            };
            problems.extend(messages.into_iter().map(|message| {
                let message = format!("`{}`: {message}", exercise.id);
                Problem::new(&self.course.source.file, task.line, message)
            }));
        }
        Ok(dialect::unless(problems, ())?)
    }
}

/// What is wrong with the stubs and the solutions, which take turns.
fn wrong(exercise: &Exercise, outcomes: &[Outcomes]) -> BTreeSet<String> {
    let mut messages = BTreeSet::new();
    for (index, outcomes) in outcomes.iter().enumerate() {
        let solved = index % 2 == 1;
        for Test { name, points, .. } in &exercise.metadata.tests {
            let passed = outcomes.get(name).map(Outcome::passed);
            messages.extend(match (solved, passed) {
                (false, Some(true)) if *points > 0 => Some(format!(
                    "`{name}`, worth {points} points, passes before a student has written anything"
                )),
                (true, Some(false) | None) => {
                    Some(format!("the solution does not pass `{name}`"))
                }
                _ => None,
            });
        }
    }
    messages
}
