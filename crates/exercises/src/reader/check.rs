//! The results of the tests on a reader's code.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::time::Duration;

use dialect::{View, counted, with_progress};

use super::attempt::Attempt;
use crate::harness::{
    Case, Diagnostic, Library, Outcome, Outcomes, Panic, Program, Rejected, Trial, Verdict,
    imported, in_version, is_advice, place_of_panic,
};
use crate::variant::Drawn;
use crate::{Error, Toolchain, tree};

/// The number of lines shown of the output of a test.
const SHOWN: usize = 12;

pub(crate) struct Checked<'a> {
    attempt: Attempt<'a>,
    outcomes: Outcomes,
    /// The outcomes of tests that the reader has written.
    own: Outcomes,
}

impl<'a> Attempt<'a> {
    /// Runs the public and hidden tests on the reader's file, each with a limit. They are read from
    /// the book, even if the reader has changed a copy; tests in other files of the reader also
    /// run.
    pub(crate) fn check(
        &self,
        toolchain: &Toolchain,
        limit: Duration,
    ) -> Result<Checked<'a>, Error> {
        let trial = Trial::new(View::Solved, Drawn::default());
        let mut case = Case::new(self.exercise, self.code()?, &trial, false);
        let library = self.file("lib.rs")?;
        case.version.library = Library::File(library.clone());
        case.version.tests.extend(self.own_tests()?);
        self.read(&library)?;
        let compiling = format!("compiling {}", self.exercise.id);
        let compile = || Program::compile(toolchain, &[&case.version]);
        let program = with_progress(&compiling, compile)?
            .map_err(|rejected| self.explain(&library, &rejected))?;
        let waiting = format!("running the tests, each for at most {limit:?}");
        Ok(Checked {
            attempt: *self,
            outcomes: with_progress(&waiting, || program.run(0, &case, limit))?,
            own: program.run_own(&case, limit)?,
        })
    }

    /// Prints the errors in the reader's code. Errors in the tests of the exercise mean that it has
    /// lost a name or a type.
    fn explain(&self, library: &Path, rejected: &Rejected) -> Error {
        let (mut missing, mut misfit, mut printed) = (BTreeSet::new(), None, false);
        for error in &rejected.errors {
            match error.place() {
                Some((_, file @ ("public.rs" | "hidden.rs"), _)) => {
                    missing.extend(missing_names(error));
                    misfit = misfit.or(Some((file, error)));
                }
                _ => {
                    let shown = error.rendered.replace(" v0/", " tests/");
                    eprint!("{}", shown.replace(r" v0\", r" tests\"));
                    printed = true;
                }
            }
        }
        let (library, id) = (self.shown(library), &self.exercise.id);
        let missing: Vec<_> = missing.iter().map(|name| format!("`{name}`")).collect();
        Error::Unfit(match misfit {
            _ if printed => format!("{library} does not compile (see above)"),
            Some(_) if !missing.is_empty() => {
                let names = missing.join(" and ");
                format!("{library} no longer has {names}, which the tests of `{id}` use")
            }
            Some((file, error)) => {
                let message = &error.message;
                format!("{library} no longer fits tests/{file} of `{id}`: {message}")
            }
            None => format!("{library} does not compile"),
        })
    }

    /// Returns the reader's files in `tests/` as modules, without the files of the exercise.
    fn own_tests(&self) -> Result<Vec<(String, String)>, Error> {
        let (folder, mut modules) = (self.folder().join("tests"), Vec::new());
        if !folder.is_dir() {
            return Ok(modules);
        }
        for file in tree::files(&folder)? {
            let name = file.to_str().and_then(|file| file.strip_suffix(".rs"));
            let Some(name) = name else { continue };
            let word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            if word && !["public", "hidden", "library"].contains(&name) {
                let text = self.read(&folder.join(&file))?;
                modules.push((name.to_owned(), imported(&text, self.exercise)));
            }
        }
        Ok(modules)
    }
}

impl Checked<'_> {
    pub(crate) fn passed(&self) -> bool {
        let mut all = self.outcomes.values().chain(self.own.values());
        all.all(Outcome::passed)
    }

    /// Describes an outcome to a reader: the output, the position of a panic, or how the process
    /// ended. An assertion of a hidden test stays hidden, and `todo!()` is listed once for all
    /// tests.
    fn explained(&self, outcome: &Outcome) -> Vec<String> {
        let to_do = outcome.panic().is_some_and(|panic| panic.is_to_do());
        let is_hidden = |(_, file): (usize, &str)| file.starts_with("hidden.rs:");
        let mut lines = Vec::new();
        for line in &outcome.printed {
            match place_of_panic(line) {
                Some(_) if to_do => break,
                Some(place) if in_version(place).is_some_and(is_hidden) => break,
                Some(place) => lines.push(format!("panicked at {}", self.place(place))),
                None if is_noise(line) => {}
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
                "still running after {limit:?}{}; check that every loop ends (`--seconds` allows more)",
                self.why_less(*limit)
            )),
            Verdict::Ended(how) => lines.push(how.clone()),
        }
        lines
    }

    /// Explains a limit that is lower because another test has reached the full one.
    fn why_less(&self, limit: Duration) -> String {
        let limits = self.outcomes.values().filter_map(|one| match one.verdict {
            Verdict::TookTooLong(limit) => Some(limit),
            _ => None,
        });
        let full = limits.max().filter(|full| *full > limit);
        let full = full.map(|full| format!(", the limit once a test has run for {full:?}"));
        full.unwrap_or_default()
    }

    /// Returns a position with the reader's path.
    fn place(&self, place: &str) -> String {
        match in_version(place) {
            Some((_, of_tests)) => format!("tests/{of_tests}"),
            None => self.attempt.shown(Path::new(place)),
        }
    }
}

/// Returns the names that an error of the compiler does not find.
fn missing_names(error: &Diagnostic) -> Vec<&str> {
    let mut quoted = error.message.split('`').skip(1).step_by(2);
    match error.error_code() {
        Some("E0432") => quoted.filter_map(|path| path.rsplit("::").next()).collect(),
        Some("E0412" | "E0422" | "E0425" | "E0433" | "E0599" | "E0609") => {
            quoted.next().into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Returns whether a line explains the panic or a crash that the outcome states already.
fn is_noise(line: &str) -> bool {
    line.is_empty()
        || is_advice(line)
        || line.contains("has overflowed its stack")
        || line.starts_with("fatal runtime error: stack overflow")
}

impl fmt::Display for Checked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (id, metadata) = (&self.attempt.exercise.id, &self.attempt.exercise.metadata);
        writeln!(f, "{id}: {}", metadata.title)?;
        let width = metadata.tests.iter().map(|test| test.name.len()).max();
        let width = width.unwrap_or(0);
        let (mut earned, mut to_do, mut advised) = (0, None, false);
        let mut shown = BTreeSet::new();
        for test in &metadata.tests {
            let Some(outcome) = self.outcomes.get(&test.name) else {
                continue;
            };
            let points = match test.points {
                0 => "no points".to_owned(), // the starter code passes it as well
                points => counted(points, "point"),
            };
            let word = word(outcome);
            writeln!(f, "  {word}  {:width$}  {points}", test.name)?;
            earned += if outcome.passed() { test.points } else { 0 };
            to_do = to_do.or(outcome.panic().filter(Panic::is_to_do));
            let lines = self.explained(outcome);
            match lines.is_empty() || shown.insert(lines.clone()) {
                true => indented(f, &lines)?,
                false => writeln!(f, "          as above")?,
            }
            if word == FAILED && !advised {
                // One at a time, because the next advice assumes that the reader has followed this
                // one.
                advised = test.on_fail.is_some();
                indented(f, test.on_fail.as_slice())?;
            }
        }
        for (name, outcome) in &self.own {
            writeln!(f, "  {}  {name} (your own test)", word(outcome))?;
            to_do = to_do.or(outcome.panic().filter(Panic::is_to_do));
            indented(f, &self.explained(outcome))?;
        }
        if let Some(missing) = to_do {
            writeln!(f, "  not yet written: {}", self.place(missing.place))?;
        }
        let points: u32 = metadata.tests.iter().map(|test| test.points).sum();
        write!(f, "  {earned} of {points} points")?;
        match metadata.points() - points {
            0 => Ok(()),
            by_hand => {
                let by_hand = counted(by_hand, "point");
                write!(f, ", and {by_hand} that tests cannot check:")?;
                let mut criteria = metadata.rubric.iter();
                criteria.try_for_each(|one| write!(f, "\n  [ ] {one}"))
            }
        }
    }
}

const FAILED: &str = "FAILED";

fn word(outcome: &Outcome) -> &'static str {
    match outcome.panic() {
        _ if outcome.passed() => "passed",
        Some(panic) if panic.is_to_do() => "to do ",
        _ => FAILED,
    }
}

fn indented(f: &mut fmt::Formatter<'_>, lines: &[String]) -> fmt::Result {
    for line in lines.iter().flat_map(|line| line.lines()) {
        writeln!(f, "          {line}")?;
    }
    Ok(())
}
