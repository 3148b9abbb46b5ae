//! What the tests say about a reader's code.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::Path;
use std::time::Duration;

use dialect::{Exercise, Test, View};

use super::{code, file};
use crate::harness::version;
use crate::harness::{
    Library, Outcome, Outcomes, Panic, Part, Program, Tests, Verdict,
};
use crate::toolchain::patiently;
use crate::variant::Drawn;
use crate::{Error, Toolchain};

/// How many lines of what a test prints are shown.
const SHOWN: usize = 12;

/// What the tests say about a reader's code.
pub struct Checked<'a> {
    exercise: &'a Exercise,
    outcomes: Outcomes,
    /// Of the tests that the reader has written.
    own: Outcomes,
    /// What stands before the names of the reader's files in a message.
    root: String,
}

/// Runs the tests of an exercise, public and hidden, on the reader's file, and gives each `limit` to
/// finish. The tests are those of the book, whatever became of the reader's copy; tests in other files of
/// the reader run as well.
///
/// # Errors
///
/// [`Error::Unfit`] for an exercise without tests or one that was not started,
/// [`Error::DoesNotCompile`] after the message of the compiler.
pub fn check<'a>(
    root: &Path,
    toolchain: &Toolchain,
    exercise: &'a Exercise,
    limit: Duration,
) -> Result<Checked<'a>, Error> {
    let mut version = version(code(exercise)?, View::Solved, &Drawn::default());
    let library = file(root, exercise, "lib.rs")?;
    version.library = Library::File(library.clone());
    version.tests.extend(own_tests(root, exercise)?);
    let mut part = Part {
        crate_name: exercise.crate_name(),
        versions: vec![version],
    };
    let compile =
        |part: &Part| Program::compile(toolchain, &[(part, &part.versions[0])]);
    let compiled = patiently(&format!("compiling {}", exercise.id), || compile(&part))?;
    match compiled {
        Ok(program) => {
            let version = part.versions.remove(0);
            let waiting = format!("running the tests, each for at most {limit:?}");
            let outcomes = patiently(&waiting, || program.run(0, &version, limit))?;
            Ok(Checked {
                exercise,
                outcomes: outcomes.into_iter().flatten().collect(),
                own: program.run_own(&version, limit)?,
                root: format!("{}/", root.display()),
            })
        }
        Err(rejected) => {
            eprintln!("{}", rejected.for_reader());
            let library = library.strip_prefix(root).unwrap_or(&library);
            Err(Error::DoesNotCompile(library.display().to_string()))
        }
    }
}

/// The reader's files in `tests/`, but for those of the exercise.
fn own_tests(root: &Path, exercise: &Exercise) -> Result<Vec<Tests>, Error> {
    let tests = super::folder(root, exercise).join("tests");
    let mut own = Vec::new();
    if !tests.is_dir() {
        return Ok(own);
    }
    for entry in fs::read_dir(&tests).map_err(Error::file(&tests, "cannot read"))? {
        let path = entry.map_err(Error::file(&tests, "cannot read"))?.path();
        let module = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let rust = path.extension().is_some_and(|extension| extension == "rs");
        let taken = ["public", "hidden", "library"].contains(&&*module);
        let word = module
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '_');
        if rust && word && !taken {
            own.push(Tests {
                module,
                file: None,
                text: fs::read_to_string(&path)
                    .map_err(Error::file(&path, "cannot read"))?,
                data: Vec::new(),
            });
        }
    }
    own.sort_by(|one, other| one.module.cmp(&other.module));
    Ok(own)
}

impl Checked<'_> {
    /// Whether all tests passed.
    pub fn passed(&self) -> bool {
        let mut tests = self.exercise.metadata.tests.iter();
        tests.all(|test| self.outcome(test).is_some_and(Outcome::passed))
            && self.own.values().all(Outcome::passed)
    }

    fn outcome(&self, test: &Test) -> Option<&Outcome> {
        self.outcomes.get(&test.name)
    }

    /// Points earned and points there are, in the tests.
    fn points(&self) -> (u32, u32) {
        let tests = self.exercise.metadata.tests.iter();
        let earned = tests
            .clone()
            .filter(|test| self.outcome(test).is_some_and(Outcome::passed))
            .map(|test| test.points);
        (earned.sum(), tests.map(|test| test.points).sum())
    }

    /// What a reader learns of an outcome: what was printed, where it panicked, or how it ended. An assertion
    /// of a hidden test stays hidden.
    fn explained(&self, outcome: &Outcome) -> Vec<String> {
        let mut lines = Vec::new();
        for line in &outcome.printed {
            // Of libtest, and of the panic itself.
            let noise = [
                "note: run with `RUST_BACKTRACE",
                "running 1 test",
                "test ",
                "fatal runtime error: stack overflow",
            ];
            let noise = noise.iter().any(|noise| line.starts_with(noise));
            if noise || line.is_empty() || line.contains("has overflowed its stack") {
                continue;
            }
            match line
                .split_once(" panicked at ")
                .filter(|_| line.starts_with("thread '"))
            {
                Some((_, place)) if place.contains("/v0/hidden.rs:") => break,
                Some((_, place)) => {
                    lines.push(format!("panicked at {}", self.place(place)));
                }
                None => lines.push(line.clone()),
            }
        }
        let left_out = lines.len().saturating_sub(SHOWN);
        if left_out > 0 {
            let middle = SHOWN / 2..SHOWN / 2 + left_out;
            lines.splice(middle, ["...".to_owned()]);
        }
        match &outcome.verdict {
            Verdict::Passed | Verdict::Failed => {}
            Verdict::TookTooLong(limit) => lines.push(format!(
                "still runs after {limit:?}: does a loop end? (`--seconds` allows more)"
            )),
            Verdict::Ended(how) => lines.push(how.clone()),
        }
        lines
    }

    /// A place as the reader knows it.
    fn place(&self, place: &str) -> String {
        match place.split_once("/v0/") {
            Some((_, of_tests)) => format!("tests/{of_tests}"),
            None => place.replace(&self.root, ""),
        }
    }
}

impl fmt::Display for Checked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let metadata = &self.exercise.metadata;
        writeln!(f, "{}: {}", self.exercise.id, metadata.title)?;
        let width = metadata.tests.iter().map(|test| test.name.len()).max();
        let width = width.unwrap_or(0);
        let (mut to_do, mut advised) = (None, false);
        let mut shown = BTreeSet::new();
        for test in &metadata.tests {
            let outcome = self.outcome(test);
            let missing = outcome.and_then(Outcome::panic).filter(Panic::is_to_do);
            let word = match (outcome, &missing) {
                (Some(outcome), _) if outcome.passed() => "passed",
                (_, Some(_)) => "to do ",
                _ => "FAILED",
            };
            let points = match test.points {
                0 => "no points".to_owned(), // what is given passes it, too
                1 => "1 point".to_owned(),
                points => format!("{points} points"),
            };
            writeln!(f, "  {word}  {:width$}  {points}", test.name)?;
            if let Some(missing) = missing {
                to_do = to_do.or(Some(missing));
                continue;
            }
            let lines = outcome.map(|outcome| self.explained(outcome));
            let lines = lines.unwrap_or_else(|| vec!["did not run".to_owned()]);
            match lines.is_empty() || shown.insert(lines.clone()) {
                true => indented(f, &lines)?,
                false => writeln!(f, "          as above")?,
            }
            if word == "FAILED" && !advised {
                // One at a time: the next advice is for a reader who has followed this one.
                advised = test.on_fail.is_some();
                indented(f, test.on_fail.as_slice())?;
            }
        }
        for (name, outcome) in &self.own {
            let word = if outcome.passed() { "passed" } else { "FAILED" };
            writeln!(f, "  {word}  {name} (your own test)")?;
            indented(f, &self.explained(outcome))?;
        }
        if let Some(missing) = to_do {
            writeln!(f, "  not yet written: {}", self.place(missing.place))?;
        }
        let (earned, points) = self.points();
        write!(f, "  {earned} of {points} points")?;
        let by_hand = metadata.rubric.iter().map(|criterion| criterion.points);
        match by_hand.sum() {
            0 => Ok(()),
            by_hand => write!(f, ", and {by_hand} for what tests cannot see"),
        }
    }
}

fn indented(f: &mut fmt::Formatter<'_>, lines: &[String]) -> fmt::Result {
    for line in lines.iter().flat_map(|line| line.lines()) {
        writeln!(f, "          {line}")?;
    }
    Ok(())
}
