//! What a snippet of the book is wrapped in when it is tested.
//!
//! A snippet is a program of its own. Its body runs in a child process of itself, so that what is
//! compared is exactly what the process writes to its standard output, whoever writes it.

use std::env;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio, Termination};

use dialect::{BLESS, output_file, shown};

/// The place of the snippet whose body the child process runs.
const CHILD: &str = "BOOK_SNIPPET_CHILD";

/// Runs `body` and succeeds only if it does, and prints exactly `expected`.
///
/// The reason of a failure goes to the standard error, with the place of the snippet. With the
/// environment variable [`BLESS`] set to a folder, what was printed is written there.
///
/// ```
/// use std::process::ExitCode;
///
/// // The body runs in a child process: this very program, started again.
/// fn main() -> ExitCode {
///     book_tests::compare_output("src/a.md", 3, "4\n", || println!("{}", 2 + 2))
/// }
/// ```
pub fn compare_output<T: Termination>(
    file: &str,
    line: usize,
    expected: &str,
    body: impl FnOnce() -> T,
) -> ExitCode {
    let place = format!("{file}:{line}");
    if let Some(child) = env::var_os(CHILD) {
        // Several snippets may be one program, which calls all of them.
        return match child == *place {
            true => body().report(),
            false => ExitCode::SUCCESS,
        };
    }
    match compared(file, line, expected) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{place}: {message}");
            ExitCode::FAILURE
        }
    }
}

fn compared(file: &str, line: usize, expected: &str) -> Result<(), String> {
    let program =
        env::current_exe().map_err(|error| format!("has no program: {error}"))?;
    let output = Command::new(program)
        .env(CHILD, format!("{file}:{line}"))
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot be started: {error}"))?;
    if !output.status.success() {
        return Err("the snippet fails when it runs (its message is above)".into());
    }
    let printed = shown(&String::from_utf8_lossy(&output.stdout));
    if let Some(folder) = env::var_os(BLESS) {
        let target = Path::new(&folder).join(output_file(file, line));
        return std::fs::write(&target, printed)
            .map_err(|error| format!("cannot write {}: {error}", target.display()));
    }
    if printed == expected {
        Ok(())
    } else {
        Err(difference(expected, &printed))
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
