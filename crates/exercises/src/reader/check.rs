//! The results of the tests on a reader's code.

use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

use dialect::{View, counted};

use super::attempt::Attempt;
use crate::harness::{
    Case, Library, Outcome, Outcomes, Panic, Program, Trial, Verdict, imported,
    is_advice, place_of_panic,
};
use crate::toolchain::patiently;
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
    /// Runs the public and hidden tests on the reader's file, each with a limit. They are read from the
    /// book, even if the reader has changed a copy; tests in other files of the reader also run.
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
        let compiled = patiently(&format!("compiling {}", self.exercise.id), || {
            Program::compile(toolchain, &[&case.version])
        })?;
        let program = compiled.map_err(|rejected| {
            let said = rejected.said.trim_end();
            eprintln!("{}", said.replace(" v0/", " tests/"));
            let library = self.shown(&library);
            Error::Unfit(format!("{library} does not compile (see above)"))
        })?;
        let waiting = format!("running the tests, each for at most {limit:?}");
        Ok(Checked {
            attempt: *self,
            outcomes: patiently(&waiting, || program.run(0, &case, limit))?,
            own: program.run_own(&case, limit)?,
        })
    }

    /// Returns the reader's files in `tests/` as modules, without those of the exercise.
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
                let text = tree::read(&folder.join(&file))?;
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

    /// Describes an outcome to a reader: the output, the position of a panic, or how the process ended. An
    /// assertion of a hidden test stays hidden.
    fn explained(&self, outcome: &Outcome) -> Vec<String> {
        let mut lines = Vec::new();
        for line in &outcome.printed {
            match place_of_panic(line) {
                Some(place) if place.contains("/v0/hidden.rs:") => break,
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
                "still running after {limit:?}; check that every loop ends (`--seconds` allows more)"
            )),
            Verdict::Ended(how) => lines.push(how.clone()),
        }
        lines
    }

    /// Returns a position with the reader's path.
    fn place(&self, place: &str) -> String {
        match place.split_once("/v0/") {
            Some((_, of_tests)) => format!("tests/{of_tests}"),
            None => place.replace(&format!("{}/", self.attempt.root.display()), ""),
        }
    }
}

/// Returns whether a line comes from libtest or the panic itself.
fn is_noise(line: &str) -> bool {
    let starts = [
        "running 1 test",
        "test ",
        "fatal runtime error: stack overflow",
    ];
    line.is_empty()
        || is_advice(line)
        || line.contains("has overflowed its stack")
        || starts.iter().any(|noise| line.starts_with(noise))
}

impl fmt::Display for Checked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (id, metadata) =
            (&self.attempt.exercise.id, &self.attempt.exercise.metadata);
        writeln!(f, "{id}: {}", metadata.title)?;
        let width = metadata.tests.iter().map(|test| test.name.len()).max();
        let width = width.unwrap_or(0);
        let (mut earned, mut to_do, mut advised) = (0, None, false);
        let mut shown = BTreeSet::new();
        for test in &metadata.tests {
            let Some(outcome) = self.outcomes.get(&test.name) else {
                continue;
            };
            let missing = outcome.panic().filter(Panic::is_to_do);
            let word = match (outcome.passed(), &missing) {
                (true, _) => "passed",
                (_, Some(_)) => "to do ",
                _ => "FAILED",
            };
            let points = match test.points {
                0 => "no points".to_owned(), // what is given passes it as well
                points => counted(points, "point"),
            };
            writeln!(f, "  {word}  {:width$}  {points}", test.name)?;
            earned += if outcome.passed() { test.points } else { 0 };
            if let Some(missing) = missing {
                to_do = to_do.or(Some(missing));
                continue;
            }
            let lines = self.explained(outcome);
            match lines.is_empty() || shown.insert(lines.clone()) {
                true => indented(f, &lines)?,
                false => writeln!(f, "          as above")?,
            }
            if word == "FAILED" && !advised {
                // One at a time, because the next advice assumes that the reader has followed this one.
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
        let points: u32 = metadata.tests.iter().map(|test| test.points).sum();
        write!(f, "  {earned} of {points} points")?;
        match metadata.points() - points {
            0 => Ok(()),
            by_hand => write!(f, ", and {by_hand} that tests cannot check"),
        }
    }
}

fn indented(f: &mut fmt::Formatter<'_>, lines: &[String]) -> fmt::Result {
    for line in lines.iter().flat_map(|line| line.lines()) {
        writeln!(f, "          {line}")?;
    }
    Ok(())
}
