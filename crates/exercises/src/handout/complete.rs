//! Checks that all tests in the other files finish. Otherwise, a test would count as passed if the
//! code under test ends the process.

use std::path::Path;
use std::process::{self, Command};
use std::{env, fs};

/// Runs the tests of a file and returns their output.
fn run(file: &str, arguments: &[&str]) -> String {
    let package = env!("CARGO_PKG_NAME");
    let mut command = Command::new(env!("CARGO"));
    command.args(["test", "--quiet", "--offline", "--package", package]);
    let output = command
        .args(["--test", file, "--"])
        .args(arguments)
        .output();
    String::from_utf8_lossy(&output.expect("cargo runs").stdout).into_owned()
}

/// Returns the first test of a file that does not finish.
fn endless(file: &str) -> Option<String> {
    // The code under test could forge printed results.
    let name = format!("{}-{file}-{}.log", env!("CARGO_PKG_NAME"), process::id());
    let log = env::temp_dir().join(name);
    run(file, &["--logfile", &log.to_string_lossy()]);
    let results = fs::read_to_string(&log).unwrap_or_default();
    let _ = fs::remove_file(&log);
    let ended: Vec<_> = results.split_whitespace().collect();
    let listed = run(file, &["--list"]);
    let lines = listed.lines();
    let mut names = lines.filter_map(|line| line.strip_suffix(": test"));
    names.find(|name| !ended.contains(name)).map(str::to_owned)
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
