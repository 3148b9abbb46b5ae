//! The set for Rustlings: its files, the exercises that it refuses, and the results of its
//! programs.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use dialect::{Kind, Library, Release};
use exercises::{Error, LIBRARIES, rustlings};
use tempfile::TempDir;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

struct Set {
    _temporary: TempDir,
    out: PathBuf,
}

impl Set {
    fn new(ids: &[&str]) -> Self {
        let temporary = TempDir::new().unwrap();
        let out = temporary.path().join("new/set");
        let written = write(&library(), ids, &out).unwrap();
        assert!(ids.is_empty() || written == ids.len());
        Self { _temporary: temporary, out }
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.out.join(file)).unwrap()
    }

    fn info(&self) -> Vec<toml::Table> {
        let info: toml::Table = self.read("info.toml").parse().unwrap();
        assert_eq!(info["format_version"].as_integer(), Some(1));
        let exercises = info["exercises"].as_array().unwrap().iter();
        exercises.map(|entry| entry.as_table().unwrap().clone()).collect()
    }
}

fn library() -> Library {
    Library::load(ROOT.as_ref()).unwrap()
}

fn write(library: &Library, ids: &[&str], out: &Path) -> Result<usize, Error> {
    let ids: Vec<_> = ids.iter().map(|&id| id.to_owned()).collect();
    rustlings(ROOT.as_ref(), library, &ids, out)
}

/// Returns the set of all exercises, which several tests read.
fn all() -> &'static Set {
    static ALL: OnceLock<Set> = OnceLock::new();
    ALL.get_or_init(|| Set::new(&[]))
}

#[test]
fn every_exercise_with_code_is_there_in_the_order_of_the_book() {
    let (set, library) = (all(), library());
    let with_code = library.exercises.iter().filter(|one| one.code.is_some());
    let expected: Vec<_> = with_code.map(dialect::Exercise::crate_name).collect();
    let (info, cargo) = (set.info(), set.read("Cargo.toml"));
    let names: Vec<_> = info.iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, expected);
    for entry in &info {
        let (name, dir) = (entry["name"].as_str().unwrap(), entry["dir"].as_str().unwrap());
        assert!(name.len() <= 32 && !dir.contains('-'), "{dir}/{name}");
        assert!(!entry["hint"].as_str().unwrap().trim().is_empty(), "{name}");
        let exercise = set.read(&format!("exercises/{dir}/{name}.rs"));
        let solution = set.read(&format!("solutions/{dir}/{name}.rs"));
        for text in [&exercise, &solution] {
            assert!(text.contains("fn main() {}") && text.contains("#[test]\n"));
            assert!(!text.contains("//@") && !text.contains("](#"), "{name}");
        }
        assert!(exercise.contains("// TODO") && !solution.contains("// TODO"));
        assert!(cargo.contains(&format!("\"exercises/{dir}/{name}.rs\" }},\n")));
        assert!(cargo.contains(&format!("\"{name}_sol\", path = \"solutions/")));
    }
}

#[test]
fn the_companion_crate_has_all_that_its_manifests_need() {
    let set = all();
    let manifest = set.read("attention/Cargo.toml");
    assert!(manifest.contains("\nengine = { path = \"engine\" }\n"));
    assert!(!manifest.contains("divan") && !manifest.contains("katex"));
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--format-version", "1", "--manifest-path"]);
    let known = cargo.arg(set.out.join("attention/Cargo.toml")).output().unwrap();
    assert!(known.status.success(), "{known:?}");
    assert_eq!(known.stderr, b"");
    assert!(set.read("Cargo.toml").contains("attention = { path = \"attention\" }"));
    for file in [
        "attention/src/lib.rs",
        "attention/engine/src/lib.rs",
        "attention/laboratory/Cargo.toml",
        "attention/translation/Cargo.toml",
        "attention/LICENSE-MIT",
        "README.md",
        ".gitignore",
    ] {
        assert!(set.out.join(file).is_file(), "{file}");
    }
    // The trained models of all chapters must be where the crate reads them.
    let models = fs::read_dir(Path::new(ROOT).join("models")).unwrap();
    for model in models.map(|entry| entry.unwrap().path()) {
        let copy = set.out.join("attention/models").join(model.file_name().unwrap());
        assert!(fs::read(&copy).unwrap() == fs::read(model).unwrap(), "{copy:?}");
    }
    let reads = set.read("attention/laboratory/src/shipped.rs");
    assert!(reads.contains("\"/../models/\""), "{reads}");
}

#[test]
fn the_prompt_is_a_comment_without_hidden_lines() {
    let set = all();
    let text = set.read("exercises/array/two_heads.rs");
    assert!(text.starts_with("// "), "{text}");
    assert!(text.contains("// TODO: Find the mistake"), "{text}");
    assert!(!text.contains("// # "), "{text}");
    let mut comments = text.lines().filter(|line| line.starts_with("// "));
    assert!(comments.all(|line| line.chars().count() <= 88), "{text}");
}

#[test]
fn long_names_are_cut_and_stay_different() {
    let mut library = library();
    let ids: Vec<_> =
        ["one", "two"].map(|end| format!("a-name-of-more-than-thirty-letters-{end}")).into();
    let one = library.get("the-best-key").unwrap().clone();
    library.exercises =
        ids.iter().map(|id| dialect::Exercise { id: id.clone(), ..one.clone() }).collect();
    let temporary = TempDir::new().unwrap();
    let out = temporary.path().join("set");
    assert_eq!(write(&library, &[], &out).unwrap(), 2);
    let files = fs::read_dir(out.join("exercises/array")).unwrap();
    let names: BTreeSet<_> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    let expected = ["a_name_of_more_than_thirty_let_2.rs", "a_name_of_more_than_thirty_lette.rs"];
    assert!(names.iter().eq(expected), "{names:?}");
}

#[test]
fn unsuitable_exercises_are_refused_and_nothing_is_written() {
    let mut library = library();
    let temporary = TempDir::new().unwrap();
    let out = temporary.path().join("set");
    let proof = library.exercises.iter().find(|one| one.metadata.kind == Kind::Proof);
    let proof = proof.unwrap().id.clone();
    let said = |library: &Library, id: &str| write(library, &[id], &out).unwrap_err().to_string();
    assert!(said(&library, &proof).contains("is a proof: it has no tests"));
    assert!(said(&library, "the-best-kee").contains("did you mean `the-best-key`?"));
    for exercise in &mut library.exercises {
        exercise.metadata.release = Release::Graded;
    }
    assert!(said(&library, "the-best-key").contains("is graded"));
    assert!(write(&library, &[], &out).is_err(), "all are graded");
    assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 0);
}

#[test]
fn a_folder_that_holds_something_is_left_alone() {
    let temporary = TempDir::new().unwrap();
    let out = temporary.path().join("set");
    fs::create_dir(&out).unwrap();
    assert_eq!(write(&library(), &["two-heads"], &out).unwrap(), 1, "it was empty");
    let again = write(&library(), &["the-best-key"], &out);
    assert!(matches!(again, Err(Error::Exists { .. })));
    let file = temporary.path().join("set/README.md");
    assert!(matches!(write(&library(), &[], &file), Err(Error::Exists { .. })));
    assert!(!out.join("exercises/array/the_best_key.rs").exists());
    let inside = Path::new(ROOT).join("models/set");
    let said = write(&library(), &["the-best-key"], &inside).unwrap_err();
    assert!(said.to_string().contains(" is inside "), "{said}");
    assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 1);
}

/// Returns the libraries that cargo has compiled for this package, as arguments of the compiler.
fn libraries() -> Vec<String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--quiet", "--package", "exercises", "--lib", "--message-format=json"])
        .current_dir(ROOT)
        .output()
        .unwrap();
    let mut arguments = Vec::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let message: serde_json::Value = serde_json::from_str(line).unwrap();
        let name = message["target"]["name"].as_str().unwrap_or_default();
        let files = message["filenames"].as_array().into_iter().flatten();
        let mut files = files.filter_map(|file| file.as_str());
        let rlib = files.find(|file| file.ends_with(".rlib"));
        if let Some(rlib) = rlib.filter(|_| LIBRARIES.contains(&name)) {
            let folder = Path::new(rlib).parent().unwrap().display();
            arguments.extend(["--extern".into(), format!("{name}={rlib}")]);
            arguments.extend(["-L".into(), format!("dependency={folder}")]);
        }
    }
    arguments
}

#[test]
fn an_exercise_fails_and_its_solution_passes() {
    let set = all();
    let programs = TempDir::new().unwrap();
    let libraries = libraries();
    for name in ["two_heads", "the_best_key"] {
        for (folder, passes) in [("exercises", false), ("solutions", true)] {
            let program = programs.path().join(format!("{name}-{folder}"));
            let compiled = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
                .args(["--test", "--edition", "2024", "-D", "warnings", "-o"])
                .arg(&program)
                .arg(set.out.join(format!("{folder}/array/{name}.rs")))
                .args(&libraries)
                .status()
                .unwrap();
            assert!(compiled.success(), "{folder}/{name}");
            let run = Command::new(&program).output().unwrap();
            assert_eq!(run.status.success(), passes, "{folder}/{name}");
        }
    }
}
