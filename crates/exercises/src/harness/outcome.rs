//! What became of tests.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub(crate) type Outcomes = BTreeMap<String, Outcome>;

#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Outcome {
    pub(crate) verdict: Verdict,
    /// What it has printed, with the panic if there was one. Of many lines the first and the last.
    pub(crate) printed: Vec<String>,
}

#[derive(Debug, PartialEq, Deserialize, Serialize)]
pub(crate) enum Verdict {
    Passed,
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
    pub(crate) fn is_to_do(&self) -> bool {
        self.message.starts_with("not yet implemented")
    }
}

pub(crate) fn place_of_panic(line: &str) -> Option<&str> {
    let (thread, place) = line.split_once(" panicked at ")?;
    thread.starts_with("thread '").then_some(place)
}

/// Whether a line tells how to see more of a panic.
pub(crate) fn is_advice(line: &str) -> bool {
    line.starts_with("note: run with `RUST_BACKTRACE")
}

impl Outcome {
    pub(crate) fn passed(&self) -> bool {
        self.verdict == Verdict::Passed
    }

    /// Whether a test has said it, and not a clock or a crash.
    pub(crate) fn is_certain(&self) -> bool {
        matches!(self.verdict, Verdict::Passed | Verdict::Failed)
    }

    pub(crate) fn panic(&self) -> Option<Panic<'_>> {
        let mut lines = self.printed.iter().enumerate().rev();
        let (at, place) =
            lines.find_map(|(at, line)| Some((at, place_of_panic(line)?)))?;
        let message = self.printed[at + 1..].iter().map(|line| &**line);
        let message: Vec<_> = message.take_while(|line| !is_advice(line)).collect();
        Some(Panic {
            place: place.trim_end_matches(':'),
            message: message.join("\n"),
        })
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
