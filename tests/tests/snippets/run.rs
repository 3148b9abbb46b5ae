//! Compiles and runs a program with skeptic.

use std::env;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::process::Command;
use std::sync::Once;

/// Compiles and runs a program with the libraries of this one, and returns whether both succeed.
pub(crate) fn passes(program: &str) -> io::Result<bool> {
    do_not_print_command_lines();
    // skeptic finds the libraries relative to the output folder of a build script.
    let out = profile_folder()?.join("build/book-tests/out");
    let (out, host) = (out.to_string_lossy(), host()?);
    let run = || skeptic::rt::run_test(env!("CARGO_MANIFEST_DIR"), &out, &host, program);
    Ok(panic::catch_unwind(AssertUnwindSafe(run)).is_ok())
}

/// Returns the folder of the build artifacts for the profile of this program.
pub(crate) fn profile_folder() -> io::Result<PathBuf> {
    let program = env::current_exe()?;
    let folder = program.ancestors().nth(2);
    Ok(folder.ok_or(io::ErrorKind::NotFound)?.to_owned())
}

/// Returns the default target of the compiler.
fn host() -> io::Result<String> {
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let about = Command::new(compiler).arg("-vV").output()?;
    let about = String::from_utf8_lossy(&about.stdout);
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or(io::ErrorKind::InvalidData)?.to_owned())
}

/// Hides the panic message of skeptic, which lists all options of the compiler.
fn do_not_print_command_lines() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let default = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            let message = panic.payload().downcast_ref::<String>();
            if !message.is_some_and(|message| message.starts_with("Command failed")) {
                default(panic);
            }
        }));
    });
}
