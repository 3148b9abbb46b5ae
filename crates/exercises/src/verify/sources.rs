//! Whether the code of exercises is formatted and free of warnings.

use std::fs;

use dialect::{Code, Exercise, Key, Problem, TestFile, Values, View};

use super::Coded;
use crate::harness::{Part, temporary_folder, version, write};
use crate::toolchain::{in_parallel, run, say};
use crate::variant::Drawn;
use crate::{Error, Toolchain};

/// How many exercises are looked at together.
const TOGETHER: usize = 16;

/// What rustfmt and clippy say of exercises that are new or changed.
pub(super) fn problems(
    toolchain: &Toolchain,
    exercises: &[Coded<'_>],
) -> Result<Vec<Problem>, Error> {
    let key = |(_, code): &Coded<'_>| {
        let of = |file: &dialect::Annotated, view| file.render(view, &Values::new());
        Key::of([
            toolchain.stamp(),
            "formatted and free of warnings",
            &of(&code.library, View::Solved),
            &of(&code.library, View::Stub),
            &of(code.tests(TestFile::Public), View::Solved),
            &of(code.tests(TestFile::Hidden), View::Solved),
        ])
    };
    let kept = toolchain.kept();
    let unknown = |one: &&Coded<'_>| kept.get(&key(one)).is_none();
    let unknown: Vec<_> = exercises.iter().filter(unknown).copied().collect();
    let groups: Vec<_> = unknown.chunks(TOGETHER).collect();
    if !groups.is_empty() {
        say(&format!(
            "looking at the code of {} exercises",
            unknown.len()
        ));
    }
    let found = in_parallel(&groups, |group| {
        let mut problems = formatted(toolchain, group)?;
        problems.extend(linted(toolchain, group)?);
        if problems.is_empty() {
            group.iter().for_each(|one| kept.keep(&key(one), ""));
        }
        Ok(problems)
    })?;
    Ok(found.into_iter().flatten().collect())
}

/// Whether rustfmt would change a file of the exercises, or a stub.
fn formatted(
    toolchain: &Toolchain,
    exercises: &[Coded<'_>],
) -> Result<Vec<Problem>, Error> {
    let folder = temporary_folder()?;
    let files = exercises.iter().flat_map(|(_, code)| {
        [
            (&code.library, View::Solved),
            (&code.library, View::Stub),
            (&code.public, View::Solved),
            (&code.hidden, View::Solved),
        ]
    });
    let files: Vec<_> = files.collect();
    let mut paths = Vec::new();
    for (index, (file, view)) in files.iter().enumerate() {
        let path = folder.path().join(format!("file{index}.rs"));
        let text = file.render(*view, &Values::new());
        fs::write(&path, text).map_err(Error::file(&path, "cannot write"))?;
        paths.push(path);
    }
    let mut problems = Vec::new();
    if run(toolchain.rustfmt_check().args(&paths))?.0 {
        return Ok(problems);
    }
    for ((file, view), path) in files.into_iter().zip(&paths) {
        let (same, said) = run(toolchain.rustfmt_check().arg(path))?;
        if !same {
            let what = match view {
                View::Stub => "the stub is",
                _ => "is",
            };
            let change = said.lines().filter(|line| line.starts_with(['-', '+']));
            let change: Vec<_> = change.take(4).collect();
            let message = format!(
                "{what} not formatted as rustfmt does: {}",
                change.join(" | ")
            );
            problems.push(Problem::new(&file.file, 1, message));
        }
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
    let parts: Vec<_> = exercises.iter().map(|one| part(*one)).collect();
    if parts.len() > 1 && warnings(toolchain, &parts)?.is_none() {
        return Ok(Vec::new());
    }
    let mut problems = Vec::new();
    for ((_, code), part) in exercises.iter().zip(parts) {
        if let Some(said) = warnings(toolchain, &[part])? {
            problems.extend(named(code, &said));
        }
    }
    Ok(problems)
}

/// The solution and the stub.
fn part((exercise, code): (&Exercise, &Code)) -> Part {
    let views = [View::Solved, View::Stub];
    let versions = views.map(|view| version(code, view, &Drawn::default()));
    Part {
        crate_name: exercise.crate_name(),
        versions: versions.into(),
    }
}

/// What clippy says, with paths from the folder of the code, if it says anything.
fn warnings(toolchain: &Toolchain, parts: &[Part]) -> Result<Option<String>, Error> {
    let folder = temporary_folder()?;
    let versions = parts.iter();
    let versions = versions
        .flat_map(|part| part.versions.iter().map(move |version| (part, version)));
    let main = write(folder.path(), &versions.collect::<Vec<_>>())?;
    let mut clippy = toolchain.clippy();
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
fn named(code: &Code, said: &str) -> Vec<Problem> {
    let names = [
        ("v0/library.rs", "src/lib.rs, solved,"),
        ("v1/library.rs", "src/lib.rs, as a stub,"),
        ("v0/public.rs", "tests/public.rs"),
        ("v0/hidden.rs", "tests/hidden.rs"),
        ("v1/public.rs", "tests/public.rs"),
        ("v1/hidden.rs", "tests/hidden.rs"),
    ];
    let lines = said.lines().filter(|line| line.contains(": error"));
    let problems = lines.map(|line| {
        let message = names.iter().fold(line.to_owned(), |message, (file, name)| {
            message.replace(file, name)
        });
        Problem::new(&code.library.file, 1, message)
    });
    let mut problems: Vec<_> = problems.collect();
    if problems.is_empty() {
        let message = said.split_whitespace().collect::<Vec<_>>().join(" ");
        problems.push(Problem::new(&code.library.file, 1, message));
    }
    problems.sort();
    problems.dedup();
    problems
}
