//! What a snippet of the book is wrapped in when it is tested.
//!
//! A snippet is a program of its own. Its body runs in a child process of itself, so that what is
//! compared is exactly what the process writes to its standard output, whoever writes it.

use std::env;
use std::path::Path;
use std::process::{self, Command, Stdio};

use chapters::{BLESS, output_file};

const CHILD: &str = "BOOK_SNIPPET_CHILD";

/// Runs `body` and fails, with the place of the snippet, unless it prints exactly `expected`.
///
/// With the environment variable [`BLESS`] set to a folder, writes there what was printed.
///
/// # Panics
///
/// If `body` panics, or prints something else than the chapter shows.
///
/// ```
/// // The body runs in a child process: this very program, started again.
/// book_tests::compare_output("src/a.md", 3, "4\n", || println!("{}", 2 + 2));
/// ```
pub fn compare_output(file: &str, line: usize, expected: &str, body: impl FnOnce()) {
    if env::var_os(CHILD).is_some() {
        return body();
    }
    let child = env::current_exe().and_then(|program| {
        Command::new(program)
            .env(CHILD, "1")
            .stderr(Stdio::inherit())
            .output()
    });
    let output = match child {
        Ok(output) => output,
        Err(error) => fail(file, line, &format!("cannot be started: {error}")),
    };
    if !output.status.success() {
        fail(
            file,
            line,
            "the snippet fails when it runs (its message is above)",
        );
    }
    let printed = String::from_utf8_lossy(&output.stdout);
    if let Some(folder) = env::var_os(BLESS) {
        let target = Path::new(&folder).join(output_file(file, line));
        if let Err(error) = std::fs::write(&target, printed.as_bytes()) {
            fail(
                file,
                line,
                &format!("cannot write {}: {error}", target.display()),
            );
        }
    } else if printed != expected {
        fail(file, line, &difference(expected, &printed));
    }
}

fn fail(file: &str, line: usize, message: &str) -> ! {
    eprintln!("{file}:{line}: {message}");
    process::exit(1)
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
