//! Checks that all tests in the other files finish. Otherwise, a test would count as passed if the
//! code under test ends the process.

use std::path::Path;
use std::process::{self, Command};
use std::{env, fs};

/// Returns the test of a file that does not finish.
fn endless(file: &str) -> Option<String> {
    let package = env!("CARGO_PKG_NAME");
    let mut command = Command::new(env!("CARGO"));
    command.args(["test", "--offline", "--package", package]);
    // One after the other, so that the last one that has started is the one that does not finish.
    command.args(["--test", file, "--", "--test-threads", "1"]);
    let output = command.output().expect("cargo runs");
    let printed = String::from_utf8_lossy(&output.stdout);
    // Code that does not compile prints neither.
    if !printed.contains("\nrunning ") || printed.contains("\ntest result: ") {
        return None;
    }
    let mut started = printed.lines().filter_map(|line| line.strip_prefix("test "));
    let last = started.next_back().and_then(|test| test.split(' ').next());
    Some(last.unwrap_or("the first test").to_owned())
}

const NAME: &str = "all_tests_came_to_their_end";

fn main() {
    // A request for one test by name should run no others.
    let filter = env::args().nth(1).filter(|it| !it.starts_with('-'));
    if filter.is_some_and(|filter| !NAME.contains(&filter)) {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for entry in fs::read_dir(folder).expect("the folder of this file") {
        let path = entry.expect("a file").path();
        let file = path.file_stem().unwrap_or_default().to_string_lossy();
        if file == "complete" || path.extension().is_none_or(|it| it != "rs") {
            continue;
        }
        if let Some(test) = endless(&file) {
            println!("test {NAME} ... FAILED");
            println!(
                "\n`{test}` in {file}.rs does not finish: your code ends the program."
            );
            process::exit(101); // as other tests that fail
        }
    }
    println!("test {NAME} ... ok");
}
