//! Checks that the code of exercises is formatted and free of warnings.

use std::collections::BTreeSet;
use std::process::Command;

use dialect::{Annotated, Code, Exercise, Key, Problem, Values, View, announce, counted};

use crate::harness::{Case, Trial, compile, temporary_folder, write};
use crate::toolchain::{in_parallel, run};
use crate::variant::Drawn;
use crate::{Error, Toolchain, tree};

pub(super) type Coded<'a> = (&'a Exercise, &'a Code);

const EXERCISES_IN_PROGRAM: usize = 16;

/// Returns what rustfmt and clippy report about new or changed exercises.
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
    let groups: Vec<_> = unknown.chunks(EXERCISES_IN_PROGRAM).collect();
    if !groups.is_empty() {
        let count = counted(unknown.len(), "exercise");
        announce(&format!("checking the style of {count}"));
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

/// Reports files and stubs that rustfmt would change.
fn formatted(toolchain: &Toolchain, exercises: &[Coded<'_>]) -> Result<Vec<Problem>, Error> {
    let folder = temporary_folder()?;
    let mut rustfmt = Command::new("rustfmt");
    rustfmt.args(["--check", "--color", "never", "--edition", "2024"]);
    rustfmt.arg("--config-path").arg(toolchain.root.join("exercises/rustfmt.toml"));
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
        let message = format!("{what} not formatted as rustfmt does: {}", change(first));
        problems.push(Problem::new(&file.file, 1, message));
    }
    Ok(problems)
}

/// Describes a difference that rustfmt reports.
fn change(difference: &str) -> String {
    let starting = |sign| difference.lines().filter_map(move |it| it.strip_prefix(sign));
    let (mut old, mut new): (Vec<_>, Vec<_>) = (starting('-').collect(), starting('+').collect());
    old.sort_unstable();
    new.sort_unstable();
    if old == new {
        return format!("move `{}`", old.join("`, `"));
    }
    let changed = difference.lines().filter(|line| line.starts_with(['-', '+']));
    changed.take(4).collect::<Vec<_>>().join(" | ")
}

/// Returns the warnings of clippy about solutions with their tests and about stubs.
fn linted(toolchain: &Toolchain, exercises: &[Coded<'_>]) -> Result<BTreeSet<Problem>, Error> {
    let mut versions = Vec::new();
    for (exercise, code) in exercises {
        versions.extend([View::Solved, View::Stub].map(|view| {
            let trial = Trial::new(view, Drawn::default());
            Case::new(exercise, code, &trial, false).version
        }));
    }
    let folder = temporary_folder()?;
    let main = write(folder.path(), &versions.iter().collect::<Vec<_>>())?;
    let mut clippy = toolchain.compiler("clippy-driver");
    clippy.args(["--test", "--crate-name", "check", "--emit", "metadata", "-o"]);
    clippy.arg(folder.path().join("check")).arg(&main);
    let (compiled, found) = compile(&mut clippy, &folder)?;
    let mut problems = BTreeSet::new();
    for (diagnostic, (version, file, at)) in
        found.iter().filter_map(|one| Some((one, one.place()?)))
    {
        let view = ["solved", "as a stub"][version % 2];
        let file = match file {
            "library.rs" => format!("src/lib.rs, {view},"),
            file => format!("tests/{file}"),
        };
        let (_, code) = exercises[version / 2];
        let message = format!("{file}{at}: {}", diagnostic.title());
        problems.insert(Problem::new(&code.library.file, 1, message));
    }
    match compiled || !problems.is_empty() {
        true => Ok(problems),
        false => Err(Error::Failed(format!("clippy failed: {found:?}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::change;

    #[test]
    fn a_moved_line_is_the_same_line() {
        let moved = " in a.rs:1:\n-use b::B;\n use a::A;\n+use b::B;\n";
        assert_eq!(change(moved), "move `use b::B;`");
        let other = " in a.rs:1:\n-let a=1;\n+let a = 1;\n";
        assert_eq!(change(other), "-let a=1; | +let a = 1;");
    }
}
