//! Compiles versions of exercises with their tests, and runs the tests.
//!
//! Versions of many exercises become modules of one program, because the time goes into starting the
//! compiler and the linker, and into generic code that they all use. What came of a version is kept until
//! the compiler, a library or a text that it depends on is changed.

mod process;
mod program;
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use dialect::{Kept, Key, TestFile};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::toolchain::{Toolchain, in_parallel, run, say};
pub(crate) use program::{Program, Rejected, temporary_folder, write};
pub(crate) use values::{Trial, Trials, Tried, try_values, version};

/// How many versions become one program, unless one exercise has more: all wait for the mistake of one,
/// and all processors have work.
const TOGETHER: usize = 40;

/// An exercise, to be compiled.
pub(crate) struct Part {
    /// The name by which its tests import it.
    pub(crate) crate_name: String,
    /// What is compiled of it.
    pub(crate) versions: Vec<Version>,
}

/// One version of an exercise.
pub(crate) struct Version {
    /// Its library: a text, or a file of the reader.
    pub(crate) library: Library,
    /// The tests to compile with it.
    pub(crate) tests: Vec<Tests>,
    /// How they are run.
    pub(crate) runs: Vec<Run>,
}

/// Where the code of a version is.
pub(crate) enum Library {
    /// Rendered from an exercise.
    Text(String),
    /// Written by a reader, whose errors name it.
    File(PathBuf),
}

/// A file of tests.
pub(crate) struct Tests {
    pub(crate) module: String,
    /// Which file of the exercise it is, if a reader has not written it.
    pub(crate) file: Option<TestFile>,
    pub(crate) text: String,
    /// Constants whose values are known when the tests run.
    pub(crate) data: Vec<Datum>,
}

/// A constant whose value is no part of the program.
#[derive(Clone)]
pub(crate) struct Datum {
    /// The whole declaration.
    pub(crate) line: String,
    pub(crate) name: String,
    /// Its type.
    pub(crate) kind: String,
    /// Where the value is: a variable of the environment.
    pub(crate) variable: String,
}

/// One run of the tests of a version.
#[derive(Clone, Debug, Default)]
pub(crate) struct Run {
    /// The variables that hold values of constants.
    pub(crate) values: Vec<(String, String)>,
    /// The names of the tests to run, if not all.
    pub(crate) only: Option<Vec<String>>,
}

/// What became of a test.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) struct Outcome {
    pub(crate) verdict: Verdict,
    /// What it has printed, with the panic if there was one. Of many lines the first and the last.
    pub(crate) printed: Vec<String>,
}

/// Whether a test passed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) enum Verdict {
    /// It came to its end.
    Passed,
    /// It panicked.
    Failed,
    /// It was still running after so long.
    TookTooLong(Duration),
    /// The process ended in it, and how.
    Ended(String),
}

/// A panic in what a test has printed.
pub(crate) struct Panic<'a> {
    /// File, line and column.
    pub(crate) place: &'a str,
    pub(crate) message: String,
}

impl Panic<'_> {
    /// Whether the code is not written yet.
    pub(crate) fn is_to_do(&self) -> bool {
        self.message.starts_with("not yet implemented")
    }
}

/// The outcome of each test, by its name: that of the function for tests of the exercise.
pub(crate) type Outcomes = BTreeMap<String, Outcome>;

impl Outcome {
    pub(crate) fn passed(&self) -> bool {
        self.verdict == Verdict::Passed
    }

    /// The last panic.
    pub(crate) fn panic(&self) -> Option<Panic<'_>> {
        let starts = |line: &String| {
            line.starts_with("thread '") && line.contains(" panicked at ")
        };
        let at = self.printed.iter().rposition(starts)?;
        let (_, place) = self.printed[at].split_once(" panicked at ")?;
        let noise =
            |line: &&String| !line.starts_with("note: run with `RUST_BACKTRACE");
        let message: Vec<_> = self.printed[at + 1..]
            .iter()
            .take_while(noise)
            .cloned()
            .collect();
        Some(Panic {
            place: place.trim_end_matches(':'),
            message: message.join("\n"),
        })
    }

    /// In one line.
    pub(crate) fn said(&self) -> String {
        match &self.verdict {
            Verdict::Passed => "passes".into(),
            Verdict::Failed => match self.panic() {
                Some(panic) => panic.message.replace('\n', " "),
                None => "fails".into(),
            },
            Verdict::TookTooLong(limit) => format!("takes longer than {limit:?}"),
            Verdict::Ended(how) => how.clone(),
        }
    }
}

/// A version by the indices of its part and of itself.
type At = (usize, usize);

/// For each version the outcomes of its runs, or what the compiler says. What is not known yet is compiled,
/// several programs at a time.
fn try_all(
    toolchain: &Toolchain,
    parts: &[Part],
    limit: Duration,
) -> Result<Vec<Tried>, Error> {
    let kept = toolchain.kept();
    let keys = |(part, version): At| {
        let (part, version) = (&parts[part], &parts[part].versions[version]);
        let runs = version.runs.iter();
        runs.map(|run| key(toolchain, part, version, run))
    };
    let known = |at: At| -> Option<Vec<Outcomes>> {
        keys(at)
            .map(|key| serde_json::from_str(&kept.get(&key)?).ok())
            .collect()
    };
    let mut missing = Vec::new();
    let mut tried = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let versions = (0..part.versions.len()).map(|version| {
            let known = known((index, version));
            if known.is_none() {
                missing.push((index, version));
            }
            known.unwrap_or_default()
        });
        tried.push(Ok(versions.collect::<Vec<_>>()));
    }
    let groups = groups(&missing);
    if !groups.is_empty() {
        say(&format!(
            "compiling {} versions of {} exercises",
            missing.len(),
            missing.chunk_by(|one, other| one.0 == other.0).count()
        ));
    }
    let found =
        in_parallel(&groups, |group| try_group(toolchain, parts, group, limit))?;
    for (at, result) in found.into_iter().flatten() {
        match (&mut tried[at.0], result) {
            (Ok(versions), Ok(outcomes)) => {
                for (key, outcomes) in keys(at).zip(&outcomes) {
                    keep(kept, &key, outcomes);
                }
                versions[at.1] = outcomes;
            }
            (place, Err(rejected)) => *place = Err(rejected),
            (Err(_), Ok(_)) => {}
        }
    }
    Ok(tried)
}

/// All that the outcomes of a run depend on.
fn key(toolchain: &Toolchain, part: &Part, version: &Version, run: &Run) -> Key {
    let library = match &version.library {
        Library::Text(text) => text.clone(),
        Library::File(path) => fs::read_to_string(path).unwrap_or_default(),
    };
    let mut texts = vec![
        toolchain.stamp().to_owned(),
        part.crate_name.clone(),
        library,
    ];
    texts.extend(version.tests.iter().map(|tests| tests.text.clone()));
    texts.push(format!("{run:?}"));
    Key::of(texts)
}

/// Keeps outcomes, unless a clock or a crash is among them.
fn keep(kept: &Kept, key: &Key, outcomes: &Outcomes) {
    let certain =
        |one: &Outcome| matches!(one.verdict, Verdict::Passed | Verdict::Failed);
    if outcomes.values().all(certain)
        && let Ok(text) = serde_json::to_string(outcomes)
    {
        kept.keep(key, &text);
    }
}

/// Whole exercises, as many as have [`TOGETHER`] versions.
fn groups(versions: &[At]) -> Vec<Vec<At>> {
    let mut groups: Vec<Vec<At>> = Vec::new();
    for exercise in versions.chunk_by(|one, other| one.0 == other.0) {
        match groups.last_mut() {
            Some(group) if group.len() + exercise.len() <= TOGETHER => {
                group.extend(exercise);
            }
            _ => groups.push(exercise.to_vec()),
        }
    }
    groups
}

type Found = Vec<(At, Result<Vec<Outcomes>, Rejected>)>;

/// Compiles versions together. If that does not do, those of each exercise alone, so that the compiler
/// speaks of this one.
fn try_group(
    toolchain: &Toolchain,
    parts: &[Part],
    group: &[At],
    limit: Duration,
) -> Result<Found, Error> {
    let versions = group
        .iter()
        .map(|at| (&parts[at.0], &parts[at.0].versions[at.1]));
    let program = match Program::compile(toolchain, &versions.collect::<Vec<_>>())? {
        Ok(program) => program,
        Err(mut rejected) => {
            let mut exercises: Vec<_> =
                group.chunk_by(|one, other| one.0 == other.0).collect();
            if exercises.len() == 1 {
                rejected.version = rejected.version.map(|position| group[position].1);
                return Ok(vec![(group[0], Err(rejected))]);
            }
            let alone = exercises.drain(..);
            let alone =
                alone.map(|exercise| try_group(toolchain, parts, exercise, limit));
            return Ok(alone
                .collect::<Result<Vec<_>, _>>()?
                .into_iter()
                .flatten()
                .collect());
        }
    };
    let runs = group.iter().enumerate().map(|(position, at)| {
        let version = &parts[at.0].versions[at.1];
        Ok((*at, Ok(program.run(position, version, limit)?)))
    });
    runs.collect()
}

impl Program {
    /// The outcomes of all runs of the version at this position.
    pub(crate) fn run(
        &self,
        position: usize,
        version: &Version,
        limit: Duration,
    ) -> Result<Vec<Outcomes>, Error> {
        let runs = version.runs.iter().map(|run| {
            let mut paths = Vec::new();
            for tests in version.tests.iter().filter(|tests| tests.file.is_some()) {
                let asked = |name: &&str| match &run.only {
                    Some(only) => only.iter().any(|asked| asked == name),
                    None => true,
                };
                let names = program::names(&tests.text).filter(asked);
                paths.extend(
                    names.map(|name| program::path(position, &tests.module, name)),
                );
            }
            let outcomes =
                process::run(&self.executable(), &paths, &run.values, limit)?;
            let short =
                |path: String| path.rsplit("::").next().unwrap_or_default().to_owned();
            let outcomes = outcomes.into_iter();
            Ok(outcomes
                .map(|(path, outcome)| (short(path), outcome))
                .collect())
        });
        runs.collect()
    }

    /// The outcomes of all other tests of the first version, which a reader has written.
    pub(crate) fn run_own(
        &self,
        version: &Version,
        limit: Duration,
    ) -> Result<Outcomes, Error> {
        let mut known = BTreeSet::new();
        for tests in version.tests.iter().filter(|tests| tests.file.is_some()) {
            let names = program::names(&tests.text);
            known.extend(names.map(|name| program::path(0, &tests.module, name)));
        }
        let (_, listed) = run(Command::new(self.executable()).arg("--list"))?;
        let names = listed
            .lines()
            .filter_map(|line| line.strip_suffix(": test"));
        let own = names.filter(|name| !known.contains(*name));
        let outcomes = own.map(|name| {
            let outcome = process::run_unmarked(&self.executable(), name, limit)?;
            Ok((name.trim_start_matches("v0::").to_owned(), outcome))
        });
        outcomes.collect()
    }
}
