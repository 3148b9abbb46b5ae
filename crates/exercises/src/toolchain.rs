//! The compiler, its companions, and the libraries that exercises are linked with.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::iter;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use dialect::{ResultCache, with_progress};
use serde_json::Value;

use crate::Error;
use crate::cleanup::Running;

/// The crates that an exercise may use.
pub(crate) const LIBRARIES: [&str; 5] =
    ["attention", "laboratory", "ndarray", "rand", "rand_distr"]; // sorted

/// The compiler and libraries for exercises.
///
/// Calls rustc without cargo and its lock, so that a check takes a second.
#[derive(Clone, Debug)]
pub struct Toolchain {
    /// The compiled libraries, by name.
    libraries: BTreeMap<String, PathBuf>,
    /// The folder with all dependencies of the libraries.
    dependencies: PathBuf,
    /// The folder of the book, with the configuration of rustfmt.
    pub(crate) root: PathBuf,
    /// Everything on which all outcomes depend.
    pub(crate) stamp: String,
    /// The outcomes of earlier runs, stored next to the output of cargo.
    pub(crate) kept: ResultCache,
}

impl Toolchain {
    /// Asks cargo for the libraries, which compiles them if they are not up to date.
    ///
    /// # Errors
    ///
    /// [`Error::Failed`] if cargo cannot be run or the libraries do not compile.
    pub fn find(root: &Path) -> Result<Self, Error> {
        let messages = with_progress(
            "preparing the libraries of the exercises, which takes minutes the first time",
            || cargo_build(root),
        )?;
        let mut libraries: BTreeMap<_, _> = messages.lines().filter_map(named_rlib).collect();
        let harness = libraries.remove(env!("CARGO_PKG_NAME"));
        libraries.retain(|name, _| LIBRARIES.contains(&&**name));
        let some = libraries.values().next().and_then(|path| path.parent());
        let (Some(dependencies), Some(harness), true) =
            (some, harness, libraries.len() == LIBRARIES.len())
        else {
            return Err(Error::Failed(format!("cargo built {:?}", libraries.keys())));
        };
        let mut toolchain = Self {
            dependencies: dependencies.to_owned(),
            kept: ResultCache::new(dependencies.with_file_name("exercise-outcomes")),
            libraries,
            root: root.to_owned(),
            stamp: String::new(),
        };
        toolchain.stamp = toolchain.stamped(&harness)?;
        Ok(toolchain)
    }

    /// Returns a call of the compiler with the libraries.
    pub(crate) fn rustc(&self) -> Command {
        self.compiler(rust_program("RUSTC", "rustc"))
    }

    /// Returns a call of a program that accepts the arguments of the compiler.
    pub(crate) fn compiler(&self, program: impl Into<OsString>) -> Command {
        let mut command = Command::new(program.into());
        command.args(["--edition", "2024", "-C", "debuginfo=0", "-L"]);
        command.arg(format!("dependency={}", self.dependencies.display()));
        for (name, path) in &self.libraries {
            let library = format!("{name}={}", path.display());
            command.args(["--extern", &library]);
        }
        command
    }

    /// Returns a text with everything but the sources on which an outcome depends: the compiler and
    /// its arguments, the configuration of its tools, this program, and the libraries. Their sizes
    /// and times suffice, because cargo recompiles them after a change to a dependency.
    fn stamped(&self, harness: &Path) -> Result<String, Error> {
        let (_, mut stamp) = run(Command::new(rust_program("RUSTC", "rustc")).arg("-vV"))?;
        stamp += &format!("{:?}\n", self.rustc());
        for path in self.libraries.values().map(|path| &**path).chain([harness]) {
            let about = path.metadata();
            let about = about.and_then(|it| Ok((it.len(), it.modified()?)));
            let about = about.map_err(Error::file(path, "cannot read"))?;
            stamp += &format!("{about:?}\n");
        }
        for file in ["exercises/rustfmt.toml", "clippy.toml"] {
            stamp += &fs::read_to_string(self.root.join(file)).unwrap_or_default();
        }
        Ok(stamp)
    }
}

/// Returns the name and file of the library that a message of cargo announces.
fn named_rlib(message: &str) -> Option<(String, PathBuf)> {
    let message: Value = serde_json::from_str(message).ok()?;
    let name = message["target"]["name"].as_str()?;
    let mut files = message["filenames"].as_array()?.iter();
    let rlib = files.find_map(|file| file.as_str().filter(|it| it.ends_with(".rlib")));
    Some((name.to_owned(), rlib?.into()))
}

fn cargo_build(root: &Path) -> Result<String, Error> {
    let output = Command::new(rust_program("CARGO", "cargo"))
        .args(["build", "--quiet", "--package", "exercises", "--lib"])
        .arg("--message-format=json-render-diagnostics")
        .current_dir(root)
        // Exercises are compiled for this machine.
        .env_remove("CARGO_BUILD_TARGET")
        .stderr(Stdio::inherit())
        .output()
        .map_err(Error::file("cargo", "cannot be run"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => {
            let message = "the libraries of the exercises do not compile (see above)";
            Err(Error::Failed(message.into()))
        }
    }
}

pub(crate) fn rust_program(variable: &str, name: &str) -> OsString {
    env::var_os(variable).unwrap_or_else(|| name.into())
}

/// Applies `work` to many things, in as many threads as there are processors.
pub(crate) fn in_parallel<T: Sync, R: Send>(
    things: &[T],
    work: impl Fn(&T) -> Result<R, Error> + Sync,
) -> Result<Vec<R>, Error> {
    let next = AtomicUsize::new(0);
    let mine = || things.get(next.fetch_add(1, Ordering::Relaxed));
    let some = || -> Result<Vec<R>, Error> { iter::from_fn(mine).map(&work).collect() };
    let count = thread::available_parallelism().map_or(1, NonZero::get);
    let results: Result<Vec<_>, _> = thread::scope(|scope| {
        let threads: Vec<_> = (0..count).map(|_| scope.spawn(some)).collect();
        let results = threads.into_iter().map(|one| one.join().expect("no panic"));
        results.collect()
    });
    Ok(results?.into_iter().flatten().collect())
}

/// Runs a program and returns whether it succeeded, with all its output.
pub(crate) fn run(command: &mut Command) -> Result<(bool, String), Error> {
    let name = command.get_program().to_owned();
    let output = |command: &mut Command| {
        let (mut reader, writer) = io::pipe()?;
        command.stdin(Stdio::null()).stdout(writer.try_clone()?);
        let program = Running::start(command.stderr(writer))?;
        // The command would otherwise hold the pipe open.
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut text = Vec::new();
        reader.read_to_end(&mut text)?;
        Ok((program.wait()?.success(), text))
    };
    let done = output(command).map_err(Error::file(name, "cannot be run"));
    let (succeeded, text) = done?;
    Ok((succeeded, String::from_utf8_lossy(&text).into_owned()))
}
