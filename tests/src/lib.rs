//! The runtime of the programs made from snippets.
//!
//! Starting the compiler and the linker costs most of the time, so a program contains several
//! snippets. Each body runs in a child process, whose entire standard output is compared, no matter
//! which code writes it.

use std::env;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use dialect::{BLESS, output_file, shown};

/// The variable with the index of the snippet that a child process runs.
const CHILD: &str = "BOOK_SNIPPET_CHILD";

/// A compiled snippet of the book.
pub struct Snippet {
    /// The file of the snippet.
    pub file: &'static str,
    /// The line of its opening fence.
    pub line: usize,
    /// The output printed in the chapter.
    pub expected: &'static str,
    /// The code.
    pub body: fn() -> ExitCode,
}

/// Runs all snippets, and succeeds only if each succeeds and prints exactly the expected output.
///
/// Failures are reported on the standard error. If the environment variable [`BLESS`] names a
/// folder, the output is written into it instead of being compared.
pub fn run(snippets: &[Snippet]) -> ExitCode {
    match check(snippets) {
        Ok(failures) if failures.is_empty() => ExitCode::SUCCESS,
        Ok(failures) => {
            for failure in failures {
                eprintln!("{failure}");
            }
            ExitCode::FAILURE
        }
        Err(child) => child,
    }
}

/// Runs all snippets, and returns one message for each that fails.
///
/// # Errors
///
/// In a child process, which has run one body, the error is the exit code that `main` must return
/// at once.
pub fn check(snippets: &[Snippet]) -> Result<Vec<String>, ExitCode> {
    if let Some(index) = env::var(CHILD).ok().and_then(|index| index.parse().ok()) {
        let snippet: Option<&Snippet> = snippets.get::<usize>(index);
        return Err(snippet.map_or(ExitCode::FAILURE, |snippet| (snippet.body)()));
    }
    let mut failures = Vec::new();
    for (index, snippet) in snippets.iter().enumerate() {
        if let Err(message) = snippet.check(index) {
            failures.push(format!("{}:{}: {message}", snippet.file, snippet.line));
        }
    }
    Ok(failures)
}

impl Snippet {
    fn check(&self, index: usize) -> Result<(), String> {
        let program = env::current_exe().map_err(|error| format!("has no program: {error}"))?;
        let output = Command::new(program)
            .env(CHILD, index.to_string())
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| format!("cannot be started: {error}"))?;
        if !output.status.success() {
            return Err("the snippet fails when it runs (its message is above)".into());
        }
        let printed = shown(&String::from_utf8_lossy(&output.stdout));
        if let Some(folder) = env::var_os(BLESS) {
            let target = Path::new(&folder).join(output_file(self.file, self.line));
            return std::fs::write(&target, printed)
                .map_err(|error| format!("cannot write {}: {error}", target.display()));
        }
        if printed == self.expected { Ok(()) } else { Err(difference(self.expected, &printed)) }
    }
}

fn difference(expected: &str, printed: &str) -> String {
    let mark = |text: &str, sign: char| -> String {
        text.lines().map(|line| format!("  {sign} {line}\n")).collect()
    };
    format!(
        "the output differs (`cargo book bless` rewrites it)\n the chapter shows\n{} the snippet prints\n{}",
        mark(expected, '-'),
        mark(printed, '+')
    )
}
