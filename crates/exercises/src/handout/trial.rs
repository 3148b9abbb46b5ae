//! What students get must be worth nothing before they start.

use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use chapters::{Exercise, Problem, View};

use super::Handout;
use super::task::{Task, Variant, different};
use crate::harness::{Outcome, Outcomes, Program};
use crate::verify::{Drawn, version};
use crate::{Error, Toolchain};

/// How many variants of an exercise are tried.
const MOST: usize = 20;
const LIMIT: Duration = Duration::from_secs(10);

impl Handout<'_> {
    /// Compiles the stub of each exercise with each set of values, and runs all tests on it.
    ///
    /// # Errors
    ///
    /// [`Error::Problems`] with the line of the course file for each exercise whose stub does not
    /// compile or earns points.
    pub(super) fn try_stubs(&self, toolchain: &Toolchain) -> Result<(), Error> {
        let left = Mutex::new(self.tasks.iter().enumerate());
        let next = || left.lock().ok()?.next();
        let work = || -> Result<Vec<Problem>, Error> {
            let mut problems = Vec::new();
            while let Some((index, task)) = next() {
                let variants = different(&self.copies, index, MOST);
                problems.extend(self.try_stub(toolchain, task, &variants)?);
            }
            Ok(problems)
        };
        let mut problems = Vec::new();
        thread::scope(|scope| {
            let count = thread::available_parallelism().map_or(1, usize::from);
            let workers: Vec<_> = (0..count).map(|_| scope.spawn(work)).collect();
            for worker in workers {
                let stopped = |_| Error::Tool("a trial of a stub panicked".into());
                problems.extend(worker.join().map_err(stopped)??);
            }
            Ok::<_, Error>(())
        })?;
        problems.sort();
        match problems.is_empty() {
            true => Ok(()),
            false => Err(problems.into()),
        }
    }

    fn try_stub(
        &self,
        toolchain: &Toolchain,
        task: &Task,
        variants: &[&Variant],
    ) -> Result<Vec<Problem>, Error> {
        let exercise = &task.exercise;
        let Some(code) = &exercise.code else {
            return Ok(Vec::new());
        };
        // The stub of each variant, then its solution.
        let versions: Vec<_> = variants
            .iter()
            .flat_map(|variant| {
                let Variant { public, hidden } = (*variant).clone();
                let drawn = Drawn { public, hidden };
                [View::Stub, View::Solved].map(|view| version(code, view, &drawn))
            })
            .collect();
        let problem = |message: String| {
            let message = format!("`{}`: {message}", exercise.id);
            Problem::new(&self.course.source.file, task.line, message)
        };
        let program = Program::compile(toolchain, &exercise.crate_name(), &versions)?;
        let program = match program {
            Ok(program) => program,
            Err(rejected) => {
                let first =
                    rejected.said.lines().find(|line| line.starts_with("error"));
                let first = first.unwrap_or("error");
                let message = format!("what students get does not compile: {first}");
                return Ok(vec![problem(message)]);
            }
        };
        let mut problems = Vec::new();
        for index in 0..versions.len() {
            let outcomes = program.run(index, LIMIT)?;
            let wrong = match index % 2 {
                0 => earned(exercise, &outcomes),
                _ => missed(exercise, &outcomes),
            };
            problems.extend(wrong.into_iter().map(problem));
        }
        problems.dedup();
        Ok(problems)
    }
}

/// The tests that the solution does not pass.
fn missed(exercise: &Exercise, outcomes: &Outcomes) -> Vec<String> {
    let tests = exercise.metadata.tests.iter();
    let failed =
        tests.filter(|test| outcomes.get(&test.name) != Some(&Outcome::Passed));
    failed
        .map(|test| format!("the solution does not pass `{}`", test.name))
        .collect()
}

/// What is wrong with the outcomes of the tests of a stub.
fn earned(exercise: &Exercise, outcomes: &Outcomes) -> Vec<String> {
    let tests = exercise.metadata.tests.iter();
    let wrong = tests.filter_map(|test| {
        let message = match outcomes.get(&test.name) {
            Some(Outcome::Passed) if test.points > 0 => {
                "passes before a student has written anything"
            }
            Some(_) => return None,
            None => "does not run",
        };
        let (name, points) = (&test.name, test.points);
        Some(format!("`{name}`, worth {points} points, {message}"))
    });
    wrong.collect()
}
