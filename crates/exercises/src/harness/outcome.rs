use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub(crate) type Outcomes = BTreeMap<String, Outcome>;

#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Outcome {
    pub(crate) verdict: Verdict,
    /// The output, with the panic if there was one; if it is long, its first and last lines.
    pub(crate) printed: Vec<String>,
}

#[derive(Debug, PartialEq, Deserialize, Serialize)]
pub(crate) enum Verdict {
    Passed,
    Failed,
    /// It was still running at the limit.
    TookTooLong(Duration),
    /// The process ended, for this reason.
    Ended(String),
}

pub(crate) struct Panic<'a> {
    /// File, line, and column.
    pub(crate) place: &'a str,
    pub(crate) message: String,
}

impl Panic<'_> {
    pub(crate) fn is_to_do(&self) -> bool {
        self.message.starts_with("not yet implemented")
    }
}

pub(crate) fn place_of_panic(line: &str) -> Option<&str> {
    let (thread, place) = line.split_once(" panicked at ")?;
    thread.starts_with("thread '").then_some(place)
}

/// Returns whether a line explains how to see more of a panic.
pub(crate) fn is_advice(line: &str) -> bool {
    line.starts_with("note: run with `RUST_BACKTRACE")
}

impl Outcome {
    pub(crate) fn passed(&self) -> bool {
        self.verdict == Verdict::Passed
    }

    /// Returns whether the test itself passed or failed.
    pub(crate) fn is_certain(&self) -> bool {
        matches!(self.verdict, Verdict::Passed | Verdict::Failed)
    }

    pub(crate) fn panic(&self) -> Option<Panic<'_>> {
        let mut lines = self.printed.iter().enumerate().rev();
        let (at, place) = lines.find_map(|(at, line)| Some((at, place_of_panic(line)?)))?;
        let message = self.printed[at + 1..].iter().map(|line| &**line);
        let message: Vec<_> = message.take_while(|line| !is_advice(line)).collect();
        Some(Panic { place: place.trim_end_matches(':'), message: message.join("\n") })
    }

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
