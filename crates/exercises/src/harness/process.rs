//! Runs tests in processes and reads their results.

use std::io::{self, BufRead, BufReader, Read};
use std::iter;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::{Outcome, Outcomes, Verdict};
use crate::Error;
use crate::cleanup::Running;

/// The limits on the stored output of a test: its first lines, its last lines, and their length.
const FIRST: usize = 12;
const LAST: usize = 30;
const LONGEST: usize = 200;
const MOST_BYTES: u64 = 4 * LONGEST as u64;

/// The exit code of libtest for a test that fails, and what it prints after one that passes.
const FAILED: i32 = 101;
const PASSED: &str = "test result: ok. 1 passed";

const SECOND: Duration = Duration::from_secs(1);

/// The time between two checks whether the process still runs.
const PAUSE: Duration = Duration::from_millis(2);

/// The time to wait for the last output of a process if a program that it started holds the pipe
/// open.
const ECHO: Duration = Duration::from_secs(2);

/// Runs tests, given by their names and paths, one after the other, each in a process of its own
/// and with a limit. A test passes only if it runs to its end, not if its process ends early. After
/// a test that exceeds the limit, the others have less time, because they probably loop as well.
pub(super) fn run(
    executable: &Path,
    tests: impl Iterator<Item = (String, String)>,
    values: &[(String, String)],
    mut limit: Duration,
) -> Result<Outcomes, Error> {
    let failed = |error| Error::Failed(format!("the tests cannot be run: {error}"));
    let mut outcomes = Outcomes::new();
    for (name, path) in tests {
        let mut command = Command::new(executable);
        command.args(["--exact", &path]);
        command.envs(values.iter().cloned());
        let (end, printed) = run_program(&mut command, limit).map_err(failed)?;
        let verdict = match end.map(|status| (status, status.code())) {
            None => Verdict::TookTooLong(limit),
            Some((_, Some(0))) if printed.iter().any(|line| line.starts_with(PASSED)) => {
                Verdict::Passed
            }
            Some((_, Some(FAILED))) => Verdict::Failed,
            Some((status, _)) => Verdict::Ended(how(status, &printed)),
        };
        if end.is_none() {
            limit = limit.min(SECOND.max(limit / 5));
        }
        let printed = without_frame(&path, printed);
        outcomes.insert(name, Outcome { verdict, printed });
    }
    Ok(outcomes)
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

/// Runs a program and returns its status, or `None` if it still runs after the limit, and what it
/// has printed. Programs that it started may continue to run.
fn run_program(
    command: &mut Command,
    limit: Duration,
) -> io::Result<(Option<ExitStatus>, Vec<String>)> {
    let (reader, writer) = io::pipe()?;
    command
        .args(["--test-threads", "1", "--color", "never", "--nocapture"])
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(writer.try_clone()?)
        .stderr(writer);
    let program = Running::start(command)?;
    // The command would otherwise hold the pipe open.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let (lines, mut printed, start) = (lines(reader), Printed::default(), Instant::now());
    while start.elapsed() <= limit {
        match lines.recv_timeout(PAUSE) {
            Ok(line) => {
                printed.add(line);
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => thread::sleep(PAUSE),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Some(status) = program.status()? {
            while let Ok(line) = lines.recv_timeout(ECHO) {
                printed.add(line);
            }
            return Ok((Some(status), printed.lines()));
        }
    }
    Ok((None, printed.lines()))
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

/// The first and last lines that a program has printed.
#[derive(Default)]
struct Printed {
    lines: Vec<String>,
    left_out: usize,
}

impl Printed {
    fn add(&mut self, line: String) {
        self.lines.push(match line.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}...", &line[..end]),
            None => line,
        });
        if self.lines.len() > FIRST + LAST {
            self.lines.remove(FIRST);
            self.left_out += 1;
        }
    }

    fn lines(mut self) -> Vec<String> {
        if self.left_out > 0 {
            self.lines.insert(FIRST, format!("... ({} lines are left out)", self.left_out));
        }
        self.lines
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
