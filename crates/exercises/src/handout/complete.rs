//! Whether all tests in the other files came to their end. A test that ends its process, because the code
//! under test does, counts as passed otherwise.

use std::path::Path;
use std::process::{self, Command};
use std::{env, fs};

/// Runs the tests of a file and returns what they print.
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

/// The first test of a file that does not come to its end.
fn endless(file: &str) -> Option<String> {
    // Results are written where the code under test does not write.
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
    // Who asks for one test by its name waits for no others.
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
