//! Writes and compiles a program of many versions.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::{Case, Diagnostic, Library, Outcomes, Version, process};
use crate::cleanup::Folder;
use crate::toolchain::{Toolchain, run};
use crate::{Error, tree};

const MAIN: &str = "main.rs";

const VALUE: &str = include_str!("value.rs");

/// The arguments of the compiler. Code of readers and wrong versions may have warnings, and nobody
/// debugs it.
const ARGUMENTS: &str = "--test --crate-name check -A warnings -C strip=symbols";

#[derive(Debug)]
pub(crate) struct Rejected {
    pub(crate) errors: Vec<Diagnostic>,
    /// The index of the rejected version or case, if an error names one.
    pub(crate) version: Option<usize>,
}

pub(crate) struct Program {
    /// Deleted with the program.
    folder: Folder,
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
        let (compiled, errors) = compile(&mut rustc, &program.folder)?;
        let version = errors.iter().find_map(|error| Some(error.place()?.0));
        Ok(match compiled {
            true => Ok(program),
            false => Err(Rejected { errors, version }),
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
        let tests = case.tests.iter().map(|test| {
            let name = test.rsplit("::").next().unwrap_or_default();
            (name.to_owned(), format!("v{position}::{test}"))
        });
        process::run(&self.executable(), tests, &case.values, limit)
    }

    /// Runs all other tests of the only version, written by a reader.
    pub(crate) fn run_own(&self, case: &Case, limit: Duration) -> Result<Outcomes, Error> {
        let (_, listed) = run(Command::new(self.executable()).arg("--list"))?;
        let listed = listed.lines().filter_map(|line| line.strip_suffix(": test"));
        let names = listed.filter_map(|test| test.strip_prefix("v0::"));
        let own = names.filter(|name| !case.tests.iter().any(|test| test == name));
        let own = own.map(|name| (name.to_owned(), format!("v0::{name}")));
        process::run(&self.executable(), own, &[], limit)
    }
}

/// Runs a compiler on files in the folder, whose paths in diagnostics and panics become relative.
/// Returns whether it succeeded.
pub(crate) fn compile(
    compiler: &mut Command,
    folder: &Folder,
) -> Result<(bool, Vec<Diagnostic>), Error> {
    compiler.args(["--error-format", "json", "--remap-path-prefix"]);
    compiler.arg(format!("{}=", folder.path().display()));
    let (succeeded, said) = run(compiler)?;
    let found: Vec<_> = said.lines().filter_map(Diagnostic::parse).collect();
    match succeeded || !found.is_empty() {
        true => Ok((succeeded, found)),
        false => Err(Error::Failed(format!("the compiler failed: {said}"))),
    }
}

/// Writes the program and returns the path of its main file.
pub(crate) fn write(folder: &Path, versions: &[&Version]) -> Result<PathBuf, Error> {
    let mut main = VALUE.to_owned();
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

pub(crate) fn temporary_folder() -> Result<Folder, Error> {
    Folder::new("cargo-exercise-", &std::env::temp_dir())
}
