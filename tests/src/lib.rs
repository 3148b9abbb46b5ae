//! What the programs of the snippets have in common.
//!
//! A program has several snippets, because most of the time goes into starting the compiler and the linker.
//! The body of each runs in a child process of its own, so that what is compared is exactly what a process
//! writes to its standard output, whoever writes it.

use std::env;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use dialect::{BLESS, output_file, shown};

/// The index of the snippet whose body the child process runs.
const CHILD: &str = "BOOK_SNIPPET_CHILD";

/// A snippet of the book, compiled.
pub struct Snippet {
    /// The file that it stands in.
    pub file: &'static str,
    /// The line of its opening fence.
    pub line: usize,
    /// What the chapter says that it prints.
    pub expected: &'static str,
    /// Its code.
    pub body: fn() -> ExitCode,
}

/// Runs all snippets, and succeeds only if each does and prints exactly what is expected.
///
/// The reasons of failures go to the standard error. With the environment variable [`BLESS`] set to a
/// folder, what was printed is written there and not compared.
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

/// What is wrong with the snippets, one message for each that fails.
///
/// # Errors
///
/// The exit code with which `main` must return at once, in a child process that has run one body.
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
        let program =
            env::current_exe().map_err(|error| format!("has no program: {error}"))?;
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
            return std::fs::write(&target, printed).map_err(|error| {
                format!("cannot write {}: {error}", target.display())
            });
        }
        if printed == self.expected {
            Ok(())
        } else {
            Err(difference(self.expected, &printed))
        }
    }
}

fn difference(expected: &str, printed: &str) -> String {
    let mark = |text: &str, sign: char| -> String {
        text.lines()
            .map(|line| format!("  {sign} {line}\n"))
            .collect()
    };
    format!(
        "the output differs (`cargo book bless` rewrites it)\n the chapter shows\n{} the snippet prints\n{}",
        mark(expected, '-'),
        mark(printed, '+')
    )
}
