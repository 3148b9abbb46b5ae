//! Compiles a student's folder as a student does: without a network or any crate that cargo has
//! downloaded.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use exercises::handout;

use crate::fixture::{HEAD, WORKSPACE, bytes, toolchain};

const COURSE: &str =
    "[[exercise]]\nid = \"rows-of-a-random-matrix\"\n[[exercise]]\nid = \"find-the-bug\"\n";

/// Makes `to` equal to `from`. Equal files keep their times, so that cargo recompiles little.
fn synchronize(from: &BTreeMap<String, Vec<u8>>, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for (name, bytes) in from {
        let path = to.join(name);
        if fs::read(&path).ok().as_ref() != Some(bytes) {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    }
    for name in bytes(to).keys() {
        if !from.contains_key(name) {
            fs::remove_file(to.join(name)).unwrap();
        }
    }
}

/// Runs all tests and returns the result of each.
fn test(workspace: &Path, home: &Path, target: &Path) -> BTreeMap<String, String> {
    let output = Command::new(env!("CARGO"))
        .args(["test", "--offline", "--locked", "--no-fail-fast"])
        .current_dir(workspace)
        .env("CARGO_HOME", home)
        .env("CARGO_TARGET_DIR", target)
        .output()
        .unwrap();
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(!err.contains("warning"), "{err}");
    let lines = out.lines().filter_map(|line| line.strip_prefix("test "));
    let results = lines.filter_map(|line| line.split_once(" ... "));
    let mut all = BTreeMap::new();
    for (name, result) in results {
        // Among tests with the same name, a failure counts.
        let kept = all.entry(name.to_owned()).or_insert(result.to_owned());
        if kept == "ok" {
            result.clone_into(kept);
        }
    }
    assert!(!all.is_empty(), "no test ran:\n{out}\n{err}");
    all
}

#[test]
#[ignore = "compiles the companion crate again, which takes a minute"]
fn a_student_needs_no_network_and_starts_with_failures() {
    let here = Path::new(env!("CARGO_TARGET_TMPDIR")).join("handout");
    let (workspace, home, target) =
        (here.join("workspace"), here.join("home"), here.join("target"));
    let folder = tempfile::tempdir().unwrap();
    let course = folder.path().join("course.toml");
    let head = HEAD.replace("vendor = false", "vendor = true");
    fs::write(&course, format!("{head}{COURSE}")).unwrap();
    let out = folder.path().join("out");
    let root = Path::new(WORKSPACE);
    handout::write(root, &course, &out, toolchain()).unwrap_or_else(|error| panic!("{error}"));
    synchronize(&bytes(&out.join("student")), &workspace);
    // Students start without the files of an earlier run.
    if home.exists() {
        fs::remove_dir_all(&home).unwrap();
    }
    fs::create_dir_all(&home).unwrap();

    let failed = test(&workspace, &home, &target);
    let names =
        ["band_at_temperature_one", "one_key_takes_everything", "output_stays_between_the_values"];
    let complete = "all_tests_came_to_their_end";
    let expected = |result: &str, completed: &str| {
        let mut expected = BTreeMap::from(names.map(|name| (name.to_owned(), result.to_owned())));
        expected.insert(complete.to_owned(), completed.to_owned());
        expected
    };
    assert_eq!(failed, expected("FAILED", "ok"));

    // To grade, an instructor adds the hidden tests, which use helpers of the public ones.
    let hidden = "rows-of-a-random-matrix/hidden.rs";
    let hidden = fs::read_to_string(out.join("instructor").join(hidden)).unwrap();
    assert!(hidden.contains("use public::check;"), "{hidden}");
    let place = workspace.join("rows-of-a-random-matrix/tests/hidden.rs");
    fs::write(&place, hidden).unwrap();
    for id in ["rows-of-a-random-matrix", "find-the-bug"] {
        let solution = out.join(format!("instructor/{id}/solution.rs"));
        let file = workspace.join(format!("{id}/src/lib.rs"));
        fs::write(file, fs::read(solution).unwrap()).unwrap();
    }
    let mut all = expected("ok", "ok");
    for name in [
        "band_at_temperature_one_tenth",
        "public::band_at_temperature_one",
        "public::one_key_takes_everything",
        "temperature_one_changes_nothing",
        "temperatures_from_near_zero_to_infinity",
    ] {
        all.insert(name.to_owned(), "ok".to_owned());
    }
    assert_eq!(test(&workspace, &home, &target), all);
    fs::remove_file(place).unwrap();

    // Code that ends the process has not passed.
    let file = workspace.join("find-the-bug/src/lib.rs");
    let solution = fs::read_to_string(&file).unwrap();
    let start = ") -> Array2<Real> {\n";
    assert!(solution.contains(start));
    let ends = solution.replace(start, &format!("{start}    std::process::exit(0);\n"));
    fs::write(&file, format!("#![allow(unreachable_code, unused)]\n{ends}")).unwrap();
    let ended = test(&workspace, &home, &target);
    assert_eq!(ended[complete], "FAILED", "{ended:?}");
    assert!(!home.join("registry").exists(), "cargo has downloaded something");
}
