//! Compiling and running a program with skeptic.

use std::env;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::process::Command;
use std::sync::Once;

/// Lets skeptic compile and run a program, with the libraries that this one is linked with. Says whether
/// both succeed.
pub(crate) fn passes(program: &str) -> io::Result<bool> {
    do_not_print_command_lines();
    // skeptic looks for the libraries from where a build script would write.
    let out = profile_folder()?.join("build/book-tests/out");
    let (out, host) = (out.to_string_lossy(), host()?);
    let run =
        || skeptic::rt::run_test(env!("CARGO_MANIFEST_DIR"), &out, &host, program);
    Ok(panic::catch_unwind(AssertUnwindSafe(run)).is_ok())
}

/// Where cargo writes what it compiles with the profile of this program.
pub(crate) fn profile_folder() -> io::Result<PathBuf> {
    let program = env::current_exe()?;
    let folder = program.ancestors().nth(2);
    Ok(folder.ok_or(io::ErrorKind::NotFound)?.to_owned())
}

/// The machine that the compiler compiles for if it is not told.
fn host() -> io::Result<String> {
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let about = Command::new(compiler).arg("-vV").output()?;
    let about = String::from_utf8_lossy(&about.stdout);
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or(io::ErrorKind::InvalidData)?.to_owned())
}

/// skeptic panics with all options of the compiler; nobody wants to read that.
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
