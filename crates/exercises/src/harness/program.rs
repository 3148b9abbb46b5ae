//! Writes and compiles a program of many versions.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use tempfile::TempDir;

use super::{Case, Library, Outcomes, Version, process};
use crate::toolchain::{Toolchain, run};
use crate::{Error, tree};

const MAIN: &str = "main.rs";

const MARK: &str = include_str!("mark.rs");

/// The arguments of the compiler. Code of readers and wrong versions may have warnings, and nobody debugs
/// it.
const ARGUMENTS: &str = "--test --crate-name check -A warnings -C strip=symbols";

/// The message of the compiler about code that it rejects.
#[derive(Debug)]
pub(crate) struct Rejected {
    /// Has paths such as `v0/library.rs`.
    pub(crate) said: String,
    /// The index of the rejected version or case, if the message names one.
    pub(crate) version: Option<usize>,
}

pub(crate) struct Program {
    /// Deleted with the program.
    folder: TempDir,
}

impl Program {
    /// Compiles versions as the modules `v0`, `v1`, and so on.
    pub(crate) fn compile(
        toolchain: &Toolchain,
        versions: &[&Version],
    ) -> Result<Result<Self, Rejected>, Error> {
        let folder = temporary_folder()?;
        let main = write(folder.path(), versions)?;
        let program = Self { folder };
        let mut rustc = toolchain.rustc();
        rustc.args(ARGUMENTS.split(' ')).arg(main);
        rustc.arg("-o").arg(program.executable());
        let (compiled, said) = run_in(&program.folder, &mut rustc)?;
        let version = version_in(&said);
        Ok(match compiled {
            true => Ok(program),
            false => Err(Rejected { said, version }),
        })
    }

    fn executable(&self) -> PathBuf {
        self.folder.path().join("check")
    }

    /// Runs the tests of a case whose version is at this position.
    pub(crate) fn run(
        &self,
        position: usize,
        case: &Case,
        limit: Duration,
    ) -> Result<Outcomes, Error> {
        let tests = case.tests.iter().map(|test| format!("v{position}::{test}"));
        let (program, tests) = (self.executable(), tests.collect());
        let outcomes = process::run(&program, tests, &case.values, limit)?;
        let named = outcomes.into_iter().map(|(path, outcome)| {
            (path.rsplit("::").next().unwrap_or_default().into(), outcome)
        });
        Ok(named.collect())
    }

    /// Runs all other tests of the only version, written by a reader.
    pub(crate) fn run_own(
        &self,
        case: &Case,
        limit: Duration,
    ) -> Result<Outcomes, Error> {
        let (_, listed) = run(Command::new(self.executable()).arg("--list"))?;
        let listed = listed
            .lines()
            .filter_map(|line| line.strip_suffix(": test"));
        let names = listed.filter_map(|test| test.strip_prefix("v0::"));
        let own = names.filter(|name| !case.tests.iter().any(|test| test == name));
        let outcomes = own.map(|name| {
            let test = format!("v0::{name}");
            let outcome = process::run_unmarked(&self.executable(), &test, limit)?;
            Ok((name.to_owned(), outcome))
        });
        outcomes.collect()
    }
}

/// Runs a program; paths in its output are relative to the folder.
pub(crate) fn run_in(
    folder: &TempDir,
    command: &mut Command,
) -> Result<(bool, String), Error> {
    let (succeeded, said) = run(command)?;
    let prefix = format!("{}/", folder.path().display());
    Ok((succeeded, said.replace(&prefix, "")))
}

/// Returns the number after the first `v` at the start of a path.
fn version_in(said: &str) -> Option<usize> {
    let mut rests = said.split(" v").skip(1);
    rests.find_map(|rest| rest.split_once('/')?.0.parse().ok())
}

/// Writes the program and returns the path of its main file.
pub(crate) fn write(folder: &Path, versions: &[&Version]) -> Result<PathBuf, Error> {
    let mut main = MARK.to_owned();
    for (index, version) in versions.iter().enumerate() {
        let mut modules = match &version.library {
            Library::Text(text) => {
                tree::write(folder, &format!("v{index}/library.rs"), text)?;
                "pub mod library;".to_owned()
            }
            Library::File(path) => format!("#[path = {path:?}] pub mod library;"),
        };
        for (module, text) in &version.tests {
            tree::write(folder, &format!("v{index}/{module}.rs"), text)?;
            modules.push_str(&format!(" mod {module};"));
        }
        main.push_str(&format!("pub mod v{index} {{ {modules} }}\n"));
    }
    tree::write(folder, MAIN, &main)?;
    Ok(folder.join(MAIN))
}

pub(crate) fn temporary_folder() -> Result<TempDir, Error> {
    let folder = tempfile::Builder::new().prefix("cargo-exercise-").tempdir();
    folder.map_err(Error::file(std::env::temp_dir(), "cannot write"))
}
