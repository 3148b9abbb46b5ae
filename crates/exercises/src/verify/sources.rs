//! Whether the code of exercises is formatted and free of warnings.

use std::collections::BTreeSet;

use dialect::{Annotated, Code, Key, Problem, Values, View};

use super::Coded;
use crate::harness::{Case, Trial, Version, temporary_folder, write};
use crate::toolchain::{in_parallel, run, say};
use crate::variant::Drawn;
use crate::{Error, Toolchain, tree};

const TOGETHER: usize = 16;

/// What rustfmt and clippy say of exercises that are new or changed.
pub(super) fn problems(
    toolchain: &Toolchain,
    exercises: &[Coded<'_>],
) -> Result<Vec<Problem>, Error> {
    let key = |(_, code): &Coded<'_>| {
        let texts = files(code).map(|(file, view)| file.render(view, &Values::new()));
        let about = [toolchain.stamp.clone(), "free of warnings".into()];
        Key::of(about.into_iter().chain(texts))
    };
    let unknown = |one: &&Coded<'_>| toolchain.kept.get(&key(one)).is_none();
    let unknown: Vec<_> = exercises.iter().filter(unknown).copied().collect();
    let groups: Vec<_> = unknown.chunks(TOGETHER).collect();
    if !groups.is_empty() {
        let count = unknown.len();
        say(&format!("looking at the code of {count} exercises"));
    }
    let found = in_parallel(&groups, |group| {
        let mut problems = formatted(toolchain, group)?;
        problems.extend(linted(toolchain, group)?);
        if problems.is_empty() {
            for one in group.iter() {
                toolchain.kept.keep(&key(one), "");
            }
        }
        Ok(problems)
    })?;
    Ok(found.into_iter().flatten().collect())
}

fn files(code: &Code) -> [(&Annotated, View<'_>); 4] {
    [
        (&code.library, View::Solved),
        (&code.library, View::Stub),
        (&code.public, View::Solved),
        (&code.hidden, View::Solved),
    ]
}

/// Whether rustfmt would change a file of the exercises, or a stub.
fn formatted(
    toolchain: &Toolchain,
    exercises: &[Coded<'_>],
) -> Result<Vec<Problem>, Error> {
    let folder = temporary_folder()?;
    let mut rustfmt = toolchain.rustfmt_check();
    let mut written = Vec::new();
    for (file, view) in exercises.iter().flat_map(|(_, code)| files(code)) {
        let name = format!("file{}.rs", written.len());
        tree::write(folder.path(), &name, &file.render(view, &Values::new()))?;
        rustfmt.arg(folder.path().join(&name));
        written.push((format!("/{name}:"), file, view));
    }
    let (_, said) = run(&mut rustfmt)?;
    let mut problems = Vec::new();
    for (name, file, view) in written {
        let mut differences = said.split("Diff in ").skip(1);
        let Some(first) = differences.find(|one| one.contains(&name)) else {
            continue;
        };
        let what = match view {
            View::Stub => "the stub is",
            _ => "is",
        };
        let change = first.lines().filter(|line| line.starts_with(['-', '+']));
        let change = change.take(4).collect::<Vec<_>>().join(" | ");
        let message = format!("{what} not formatted as rustfmt does: {change}");
        problems.push(Problem::new(&file.file, 1, message));
    }
    Ok(problems)
}

/// The warnings of clippy about solutions with their tests and about stubs.
///
/// All are looked at together. If there is a warning, each exercise is looked at alone, because the first
/// error may keep clippy from going on.
fn linted(
    toolchain: &Toolchain,
    exercises: &[Coded<'_>],
) -> Result<Vec<Problem>, Error> {
    let versions = exercises.iter().map(|(exercise, code)| {
        [View::Solved, View::Stub].map(|view| {
            let trial = Trial {
                view,
                values: Drawn::default(),
                only: None,
            };
            Case::new(exercise, code, &trial, false).version
        })
    });
    let versions: Vec<_> = versions.collect();
    let all: Vec<_> = versions.iter().flatten().collect();
    let mut problems = Vec::new();
    if warnings(toolchain, &all)?.is_none() {
        return Ok(problems);
    }
    for ((_, code), [solved, stub]) in exercises.iter().zip(&versions) {
        if let Some(said) = warnings(toolchain, &[solved, stub])? {
            let file = &code.library.file;
            let messages = named(&said).into_iter();
            problems.extend(messages.map(|message| Problem::new(file, 1, message)));
        }
    }
    Ok(problems)
}

/// What clippy says, with paths from the folder of the code, if it says anything.
fn warnings(
    toolchain: &Toolchain,
    versions: &[&Version],
) -> Result<Option<String>, Error> {
    let folder = temporary_folder()?;
    let main = write(folder.path(), versions)?;
    let mut clippy = toolchain.compiler("clippy-driver");
    clippy
        .args(["--test", "--crate-name", "check", "-D", "warnings"])
        .args(["--error-format", "short", "--emit", "metadata", "-o"])
        .arg(folder.path().join("check"))
        .arg(&main);
    let (clean, said) = run(&mut clippy)?;
    let prefix = format!("{}/", folder.path().display());
    Ok((!clean).then(|| said.replace(&prefix, "")))
}

/// Warnings about one exercise, with the names that its author knows.
fn named(said: &str) -> BTreeSet<String> {
    let mut said = said.to_owned();
    for (file, name) in [
        ("v0/library.rs", "src/lib.rs, solved,"),
        ("v1/library.rs", "src/lib.rs, as a stub,"),
        ("v0/", "tests/"),
        ("v1/", "tests/"),
    ] {
        said = said.replace(file, name);
    }
    let errors = said.lines().filter(|line| line.contains(": error"));
    let errors: BTreeSet<_> = errors.map(str::to_owned).collect();
    match errors.is_empty() {
        true => [said.split_whitespace().collect::<Vec<_>>().join(" ")].into(),
        false => errors,
    }
}
