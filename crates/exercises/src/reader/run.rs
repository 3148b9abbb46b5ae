//! A reader's own program.

use std::path::Path;
use std::process::Command;

use dialect::Exercise;

use super::{FOLDER, code, folder};
use crate::harness::temporary_folder;
use crate::{Error, Toolchain, toolchain};

/// Runs the reader's `src/main.rs` with the reader's library. Says whether it succeeded.
///
/// # Errors
///
/// [`Error::Unfit`] for an exercise without code or one that was not started,
/// [`Error::DoesNotCompile`] after the message of the compiler.
pub fn run(
    root: &Path,
    toolchain: &Toolchain,
    exercise: &Exercise,
) -> Result<bool, Error> {
    code(exercise)?;
    let (id, name) = (&exercise.id, exercise.crate_name());
    let sources = folder(root, exercise).join("src");
    let built = temporary_folder()?;
    let program = built.path().join("main");
    let library = built.path().join(format!("lib{name}.rlib"));
    let external = format!("{name}={}", library.display());
    for (file, target, arguments) in [
        (
            "lib.rs",
            &library,
            ["--crate-type", "rlib", "--crate-name", &name],
        ),
        (
            "main.rs",
            &program,
            ["--crate-name", "main", "--extern", &external],
        ),
    ] {
        let source = sources.join(file);
        let shown = format!("{FOLDER}/{id}/src/{file}");
        if !source.is_file() {
            let message =
                format!("there is no {shown}: `cargo exercise start {id}` writes it");
            return Err(Error::Unfit(message));
        }
        let mut rustc = toolchain.rustc();
        rustc.args(["-C", "opt-level=1"]).args(arguments);
        let (compiled, said) = toolchain::run(rustc.arg(source).arg("-o").arg(target))?;
        eprint!("{said}");
        if !compiled {
            return Err(Error::DoesNotCompile(shown));
        }
    }
    let status = Command::new(&program).status();
    let status = status.map_err(Error::file(program, "cannot be run"))?;
    Ok(status.success())
}
