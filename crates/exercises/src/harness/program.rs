//! Writes and compiles a program of many versions.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{Library, Part, Tests, Version};
use crate::toolchain::{Toolchain, run};
use crate::{Error, tree};

const MAIN: &str = "main.rs";

/// The code that the program starts with.
const MARK: &str = include_str!("mark.rs");

/// How the compiler is called. The code of readers and wrong versions may have warnings, and nobody
/// debugs it.
const ARGUMENTS: [&str; 7] = [
    "--test",
    "--crate-name",
    "check",
    "-A",
    "warnings",
    "-C",
    "strip=symbols",
];

/// What the compiler said about code that it does not accept.
#[derive(Debug)]
pub(crate) struct Rejected {
    pub(crate) said: String,
    /// Which version it speaks of, if it says so.
    pub(crate) version: Option<usize>,
    folder: PathBuf,
}

impl Rejected {
    /// The message for somebody who wrote the library and its tests only know by their names.
    pub(crate) fn for_reader(&self) -> String {
        let prefix = format!("{}/v0/", self.folder.display());
        self.said.trim_end().replace(&prefix, "tests/")
    }
}

/// A compiled program.
pub(crate) struct Program {
    /// Removed with it.
    folder: TempDir,
}

impl Program {
    /// Compiles these versions as the modules `v0`, `v1` and so on.
    pub(crate) fn compile(
        toolchain: &Toolchain,
        versions: &[(&Part, &Version)],
    ) -> Result<Result<Self, Rejected>, Error> {
        let folder = temporary_folder()?;
        let main = write(folder.path(), versions)?;
        let program = Self { folder };
        let mut rustc = toolchain.rustc();
        rustc.args(ARGUMENTS).arg("-o").arg(program.executable());
        let (compiled, said) = run(rustc.arg(main))?;
        Ok(match compiled {
            true => Ok(program),
            false => Err(Rejected {
                version: version_in(&said),
                said,
                folder: program.folder.path().to_owned(),
            }),
        })
    }

    pub(super) fn executable(&self) -> PathBuf {
        self.folder.path().join("check")
    }
}

/// The number behind the first `/v` in a message.
fn version_in(said: &str) -> Option<usize> {
    let mut rests = said.split("/v").skip(1);
    rests.find_map(|rest| rest.split_once('/')?.0.parse().ok())
}

/// Writes the program and returns the path of its main file.
pub(crate) fn write(
    folder: &Path,
    versions: &[(&Part, &Version)],
) -> Result<PathBuf, Error> {
    let mut main = MARK.to_owned();
    for (index, (part, version)) in versions.iter().enumerate() {
        let mut modules = match &version.library {
            Library::Text(text) => {
                tree::write(folder, &format!("v{index}/library.rs"), text)?;
                "pub mod library;".to_owned()
            }
            Library::File(path) => format!("#[path = {path:?}] pub mod library;"),
        };
        for tests in &version.tests {
            let module = &tests.module;
            // At the end, so that errors keep their lines.
            let text = format!(
                "{}\n#[allow(unused)] use super::library as {};\n",
                marked(tests, index),
                part.crate_name
            );
            tree::write(folder, &format!("v{index}/{module}.rs"), &text)?;
            modules.push_str(&format!(" mod {module};"));
        }
        main.push_str(&format!("pub mod v{index} {{ {modules} }}\n"));
    }
    tree::write(folder, MAIN, &main)?;
    Ok(folder.join(MAIN))
}

/// The file with a mark in each test and, for constants that are data, a variable in each function. All
/// lines stay where they are.
fn marked(tests: &Tests, version: usize) -> String {
    if tests.file.is_none() {
        return tests.text.clone();
    }
    let mut text = String::new();
    let (mut test, mut should_panic, mut open) = (false, false, false);
    for line in tests.text.lines() {
        if tests.data.iter().any(|datum| datum.line == line) {
            text.push('\n');
            continue;
        }
        text.push_str(line);
        test |= line == "#[test]";
        should_panic |= line.starts_with("#[should_panic");
        let function = line.strip_prefix("pub ").unwrap_or(line);
        open |= function.starts_with("fn ");
        if open && line.ends_with('{') {
            if let Some(name) = name_of_test(line).filter(|_| test) {
                let path = path(version, &tests.module, name);
                text.push_str(&format!(
                    " let _mark = crate::mark({path:?}, {should_panic});"
                ));
            }
            for datum in &tests.data {
                text.push_str(&format!(
                    " let {}: {} = crate::value({:?});",
                    datum.name, datum.kind, datum.variable
                ));
            }
            (test, should_panic, open) = (false, false, false);
        }
        text.push('\n');
    }
    text
}

/// The names of the tests that [`marked()`] marks.
pub(super) fn names(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines();
    lines
        .scan(false, |test, line| {
            *test |= line == "#[test]";
            let name = name_of_test(line).filter(|_| *test);
            *test &= name.is_none();
            Some(name)
        })
        .flatten()
}

fn name_of_test(line: &str) -> Option<&str> {
    line.strip_prefix("fn ")?.strip_suffix("() {")
}

/// What libtest calls a test.
pub(super) fn path(version: usize, module: &str, test: &str) -> String {
    format!("v{version}::{module}::{test}")
}

pub(crate) fn temporary_folder() -> Result<TempDir, Error> {
    let failed = Error::file(std::env::temp_dir(), "cannot write");
    tempfile::Builder::new()
        .prefix("cargo-exercise-")
        .tempdir()
        .map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::Datum;

    #[test]
    fn lines_stay_where_they_are() {
        let tests = Tests {
            module: "public".into(),
            file: Some(dialect::TestFile::Public),
            text: "use a::b;\n\nconst N: u64 = 5;\n\n#[test]\nfn one() {\n    b(N);\n}\n\nfn help(\n    x: u64,\n) -> u64 {\n    x * N\n}\n".into(),
            data: vec![Datum {
                line: "const N: u64 = 5;".into(),
                name: "N".into(),
                kind: "u64".into(),
                variable: "PUBLIC_n".into(),
            }],
        };
        let expected = "use a::b;\n\n\n\n#[test]\nfn one() { let _mark = crate::mark(\"v3::public::one\", false); let N: u64 = crate::value(\"PUBLIC_n\");\n    b(N);\n}\n\nfn help(\n    x: u64,\n) -> u64 { let N: u64 = crate::value(\"PUBLIC_n\");\n    x * N\n}\n";
        assert_eq!(marked(&tests, 3), expected);
        assert_eq!(names(&tests.text).collect::<Vec<_>>(), ["one"]);
    }
}
