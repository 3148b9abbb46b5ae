//! Runs tests in processes and reads their reports.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read};
use std::iter;
use std::mem;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::{Outcome, Verdict};
use crate::Error;
use crate::cleanup::Running;

/// The limits on the stored output of a test: its first lines, its last lines, and their length.
const FIRST: usize = 10;
const LAST: usize = 20;
const LONGEST: usize = 200;
const MOST_BYTES: u64 = 4 * LONGEST as u64;

/// The start of a line in which a test reports its start or end, as in `mark.rs`.
const REPORT: &str = "\u{1e}exercise ";

const SECOND: Duration = Duration::from_secs(1);

/// The time between two checks whether the process still runs.
const PAUSE: Duration = Duration::from_millis(20);

/// The time to wait for the last output of a process if a program that it started holds the pipe
/// open.
const ECHO: Duration = Duration::from_secs(2);

/// Runs tests one after the other, each with a limit. A test that ends its process does not affect
/// the others. After a test that exceeds the limit, the others have less time, because they
/// probably loop as well.
pub(super) fn run(
    executable: &Path,
    mut tests: Vec<String>,
    values: &[(String, String)],
    mut limit: Duration,
) -> Result<BTreeMap<String, Outcome>, Error> {
    let mut outcomes = BTreeMap::new();
    while !tests.is_empty() {
        let mut command = Command::new(executable);
        command.arg("--exact").args(&tests);
        command.envs(values.iter().map(|(name, value)| (name, value)));
        let mut reports = Reports::new(None);
        let end = run_program(&mut command, limit, &mut reports)?;
        outcomes.append(&mut reports.outcomes);
        tests.retain(|name| !outcomes.contains_key(name));
        if tests.is_empty() {
            break;
        }
        // The test that did not finish, or the first one if none started.
        let name = reports.test.take().unwrap_or_else(|| tests[0].clone());
        let printed = reports.printed();
        let verdict = match end {
            None => Verdict::TookTooLong(limit),
            Some(status) => Verdict::Ended(how(status, &printed)),
        };
        if end.is_none() {
            limit = limit.min(SECOND.max(limit / 5));
        }
        tests.retain(|other| *other != name);
        outcomes.insert(name, Outcome { verdict, printed });
    }
    Ok(outcomes)
}

/// Runs one test without a mark, so that the exit status of libtest decides whether it passed.
pub(super) fn run_unmarked(
    executable: &Path,
    test: &str,
    limit: Duration,
) -> Result<Outcome, Error> {
    const FAILED: i32 = 101;
    let mut reports = Reports::new(Some(test.to_owned()));
    let mut command = Command::new(executable);
    let end = run_program(command.args(["--exact", test]), limit, &mut reports)?;
    let printed = without_frame(test, reports.printed());
    let verdict = match end.map(|status| (status, status.code())) {
        None => Verdict::TookTooLong(limit),
        Some((_, Some(0))) => Verdict::Passed,
        Some((_, Some(FAILED))) => Verdict::Failed,
        Some((status, _)) => Verdict::Ended(how(status, &printed)),
    };
    Ok(Outcome { verdict, printed })
}

/// Removes what libtest prints around the output of a test.
fn without_frame(test: &str, printed: Vec<String>) -> Vec<String> {
    let announced = format!("test {test}");
    let mut lines = printed.into_iter().skip_while(|it| !it.starts_with(&announced));
    let first = lines.next().unwrap_or_default();
    let first = first.split_once(" ... ").map_or("", |(_, output)| output);
    let mut output: Vec<_> = iter::once(first.to_owned()).chain(lines).collect();
    let is_end = |three: &[String]| three == ["failures:", "", "failures:"];
    let end = output.windows(3).position(is_end);
    let result = |line: &String| line.starts_with("test result: ");
    let end = end.or_else(|| output.iter().rposition(result));
    output.truncate(end.unwrap_or(output.len()));
    while output.last().is_some_and(String::is_empty) {
        output.pop();
    }
    if let Some(last) = output.last_mut() {
        let word = ["ok", "FAILED"].into_iter().find(|word| last.ends_with(word));
        last.truncate(last.len() - word.map_or(0, str::len));
    }
    output
}

fn how(status: ExitStatus, printed: &[String]) -> String {
    let mut lines = printed.iter();
    if lines.any(|line| line.contains("has overflowed its stack")) {
        return "overflows the stack; check that every recursion ends".into();
    }
    match status.code() {
        Some(code) => format!("ends the whole process, with exit code {code}"),
        None => format!("ends the whole process ({status})"),
    }
}

/// Runs a program and returns its status, or `None` if no test reports anything within the limit.
/// Programs that it started may continue to run.
fn run_program(
    command: &mut Command,
    limit: Duration,
    reports: &mut Reports,
) -> Result<Option<ExitStatus>, Error> {
    let failed = |error| Error::Failed(format!("the tests cannot be run: {error}"));
    let (reader, writer) = io::pipe().map_err(failed)?;
    let both = writer.try_clone().map_err(failed)?;
    command
        .args(["--test-threads", "1", "--color", "never", "--nocapture"])
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(both)
        .stderr(writer);
    let program = Running::start(command).map_err(failed)?;
    // The command would otherwise hold the pipe open.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    read_reports(&program, &lines(reader), limit, reports).map_err(failed)
}

fn read_reports(
    program: &Running,
    lines: &Receiver<String>,
    limit: Duration,
    reports: &mut Reports,
) -> io::Result<Option<ExitStatus>> {
    while reports.last.elapsed() <= limit {
        let silence = match lines.recv_timeout(PAUSE) {
            Ok(line) => {
                reports.line(line);
                continue;
            }
            Err(silence) => silence,
        };
        if let Some(status) = program.status()? {
            while let Ok(line) = lines.recv_timeout(ECHO) {
                reports.line(line);
            }
            return Ok(Some(status));
        }
        if silence == RecvTimeoutError::Disconnected {
            thread::sleep(PAUSE);
        }
    }
    Ok(None)
}

/// Reads the starts of lines in a thread, which ends when the receiver or all writers are gone.
fn lines(reader: io::PipeReader) -> Receiver<String> {
    let (sender, receiver) = mpsc::sync_channel(64);
    thread::spawn(move || {
        let (mut reader, mut line) = (BufReader::new(reader), Vec::new());
        while let Ok(1..) = (&mut reader).take(MOST_BYTES).read_until(b'\n', &mut line) {
            if !line.ends_with(b"\n") {
                let _ = reader.skip_until(b'\n');
            }
            let text = String::from_utf8_lossy(&line).trim_end().to_owned();
            line.clear();
            if sender.send(text).is_err() {
                break;
            }
        }
    });
    receiver
}

struct Reports {
    /// The test that has started but not ended.
    test: Option<String>,
    /// The first and last lines that it has printed.
    printed: Vec<String>,
    left_out: usize,
    outcomes: BTreeMap<String, Outcome>,
    /// The time of the last report of a test.
    last: Instant,
}

impl Reports {
    fn new(test: Option<String>) -> Self {
        Self {
            test,
            printed: Vec::new(),
            left_out: 0,
            outcomes: BTreeMap::new(),
            last: Instant::now(),
        }
    }

    fn line(&mut self, line: String) {
        let said = line.strip_prefix(REPORT);
        match said.and_then(|rest| rest.split_once(' ')) {
            Some(("starts", test)) => self.test = Some(test.to_owned()),
            Some((said, test)) => {
                let verdict = match said {
                    "passed" => Verdict::Passed,
                    _ => Verdict::Failed,
                };
                let printed = self.printed();
                let outcome = Outcome { verdict, printed };
                self.outcomes.insert(test.to_owned(), outcome);
                self.test = None;
            }
            // Between tests, only libtest prints.
            None if self.test.is_none() => return,
            None => return self.print(line),
        }
        self.last = Instant::now();
    }

    fn print(&mut self, line: String) {
        self.printed.push(match line.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}...", &line[..end]),
            None => line,
        });
        if self.printed.len() > FIRST + LAST {
            self.printed.remove(FIRST);
            self.left_out += 1;
        }
    }

    fn printed(&mut self) -> Vec<String> {
        let mut lines = mem::take(&mut self.printed);
        let left_out = mem::take(&mut self.left_out);
        if left_out > 0 {
            lines.insert(FIRST, format!("... ({left_out} lines are left out)"));
        }
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_an_end_is_cut() {
        let (reader, mut writer) = io::pipe().unwrap();
        let found = lines(reader);
        let long = "x".repeat(3 * MOST_BYTES as usize);
        io::Write::write_all(&mut writer, format!("{long}\nsecond\nlast").as_bytes()).unwrap();
        drop(writer);
        let found: Vec<_> = found.iter().collect();
        assert_eq!(found[0].len(), MOST_BYTES as usize);
        assert_eq!(found[1..], ["second", "last"]);
    }
}
