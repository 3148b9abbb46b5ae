//! Whether all tests in the other files came to their end. A test that ends its process, because the code
//! under test does, counts as passed otherwise.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Runs the tests of a file and returns what they print.
fn run(file: &str, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO"));
    command.args([
        "test",
        "--quiet",
        "--offline",
        "--package",
        env!("CARGO_PKG_NAME"),
    ]);
    let output = command
        .args(["--test", file, "--"])
        .args(arguments)
        .output();
    String::from_utf8_lossy(&output.expect("cargo runs").stdout).into_owned()
}

fn others() -> impl Iterator<Item = PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let files = fs::read_dir(folder).expect("the folder of this file");
    let paths = files.map(|entry| entry.expect("a file").path());
    paths.filter(|path| {
        path.extension().is_some_and(|it| it == "rs") && !path.ends_with("complete.rs")
    })
}

#[test]
fn all_tests_came_to_their_end() {
    for path in others() {
        let file = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        // Results are written where the code under test does not write.
        let name = format!(
            "{}-{file}-{}.log",
            env!("CARGO_PKG_NAME"),
            std::process::id()
        );
        let log = env::temp_dir().join(name);
        run(&file, &["--logfile", &log.to_string_lossy()]);
        let results = fs::read_to_string(&log).unwrap_or_default();
        let _ = fs::remove_file(&log);
        let ended = |name: &str| {
            results
                .lines()
                .any(|line| line.ends_with(&format!(" {name}")))
        };
        let listed = run(&file, &["--list"]);
        for name in listed
            .lines()
            .filter_map(|line| line.strip_suffix(": test"))
        {
            assert!(
                ended(name),
                "`{name}` in {file}.rs does not come to its end"
            );
        }
    }
}
