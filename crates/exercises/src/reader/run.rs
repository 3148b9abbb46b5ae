//! A reader's own program.

use std::path::Path;
use std::process::Command;

use dialect::Exercise;

use super::{code, file};
use crate::harness::temporary_folder;
use crate::toolchain::patiently;
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
    let main = file(root, exercise, "main.rs")?;
    let shown = main
        .strip_prefix(root)
        .unwrap_or(&main)
        .display()
        .to_string();
    file(root, exercise, "lib.rs")?;
    let built = temporary_folder()?;
    let program = built.path().join("main");
    let mut rustc = toolchain.rustc();
    rustc
        .args(["-C", "opt-level=1", "-o"])
        .arg(&program)
        .arg(&main);
    let (compiled, said) =
        patiently(&format!("compiling {shown}"), || toolchain::run(&mut rustc))?;
    eprint!("{said}");
    if !compiled {
        return Err(Error::DoesNotCompile(shown));
    }
    let status = Command::new(&program).status();
    let status = status.map_err(Error::file(program, "cannot be run"))?;
    Ok(status.success())
}
