//! A reader's own program.

use std::process::Command;

use super::Work;
use crate::harness::temporary_folder;
use crate::toolchain::{patiently, run};
use crate::{Error, Toolchain};

impl Work<'_> {
    /// Runs the reader's `main.rs` with the reader's library. Says whether it succeeded.
    pub(crate) fn run(&self, toolchain: &Toolchain) -> Result<bool, Error> {
        self.code()?;
        let main = self.file("main.rs")?;
        self.file("lib.rs")?;
        let shown = self.shown(&main);
        let built = temporary_folder()?;
        let program = built.path().join("main");
        let mut rustc = toolchain.rustc();
        rustc
            .args(["-C", "opt-level=1", "-o"])
            .arg(&program)
            .arg(&main);
        let (compiled, said) =
            patiently(&format!("compiling {shown}"), || run(&mut rustc))?;
        eprint!("{said}");
        if !compiled {
            return Err(Error::Unfit(format!(
                "{shown} does not compile (see above)"
            )));
        }
        let status = Command::new(&program).status();
        let status = status.map_err(Error::file(program, "cannot be run"))?;
        Ok(status.success())
    }
}
