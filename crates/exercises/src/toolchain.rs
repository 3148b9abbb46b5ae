//! The compiler, its companions, and the libraries that exercises are linked with.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use dialect::Kept;
use serde::Deserialize;

use crate::Error;

/// The crates that an exercise may use.
pub const LIBRARIES: [&str; 4] = ["attention", "ndarray", "rand", "rand_distr"]; // sorted

/// What takes longer than this is announced.
const LONG: Duration = Duration::from_millis(1500);

/// How to compile the code of an exercise.
///
/// The compiler is called without cargo: one call and no lock, so that a check takes a second.
#[derive(Clone, Debug)]
pub struct Toolchain {
    /// The compiled libraries, by name.
    libraries: Vec<(String, PathBuf)>,
    /// The folder with all that these depend on.
    dependencies: PathBuf,
    /// The book, which has the configuration of rustfmt.
    root: PathBuf,
    /// See [`stamp`](Self::stamp).
    stamp: String,
    kept: Kept,
}

/// What is read of the messages of cargo.
#[derive(Deserialize)]
struct Message {
    target: Option<Target>,
    #[serde(default)]
    filenames: Vec<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

impl Toolchain {
    /// Asks cargo for the libraries. It compiles them if they are not up to date.
    ///
    /// # Errors
    ///
    /// [`Error::Tool`] if cargo cannot be run or the libraries do not compile.
    pub fn find(root: &Path) -> Result<Self, Error> {
        let messages = patiently(
            "compiling the libraries of the exercises, which takes minutes but only once",
            || cargo_build(root),
        )?;
        let mut libraries: Vec<(String, PathBuf)> = Vec::new();
        let mut harness = None;
        for line in messages.lines() {
            let Ok(message) = serde_json::from_str::<Message>(line) else {
                continue;
            };
            let is_rlib =
                |path: &PathBuf| path.extension().is_some_and(|it| it == "rlib");
            let rlib = message.filenames.into_iter().find(is_rlib);
            match (message.target, rlib) {
                (Some(target), Some(rlib)) if LIBRARIES.contains(&&*target.name) => {
                    libraries.push((target.name, rlib));
                }
                (Some(target), Some(rlib)) if target.name == env!("CARGO_PKG_NAME") => {
                    harness = Some(rlib);
                }
                _ => {}
            }
        }
        libraries.sort();
        let found = || libraries.iter().map(|(name, _)| &**name);
        let (true, Some(dependencies), Some(harness)) = (
            found().eq(LIBRARIES),
            libraries.first().and_then(|(_, path)| path.parent()),
            harness,
        ) else {
            let message = format!("cargo built {:?}", found().collect::<Vec<_>>());
            return Err(Error::Tool(message));
        };
        let mut toolchain = Self {
            dependencies: dependencies.to_owned(),
            kept: Kept::new(dependencies.with_file_name("exercise-outcomes")),
            libraries,
            root: root.to_owned(),
            stamp: String::new(),
        };
        toolchain.stamp = toolchain.stamped(&harness)?;
        Ok(toolchain)
    }

    /// A call of the compiler, with the libraries.
    pub(crate) fn rustc(&self) -> Command {
        self.compiler(rustc())
    }

    /// What an outcome depends on besides the sources of a program: the version of the compiler, how it is
    /// called, how its tools are configured, this program, and the libraries. Cargo compiles these again
    /// if something below them changes, so that their sizes and times tell.
    fn stamped(&self, harness: &Path) -> Result<String, Error> {
        let (_, mut stamp) = run(Command::new(rustc()).arg("-vV"))?;
        stamp += &format!("{:?}\n", self.rustc());
        let libraries = self.libraries.iter().map(|(_, path)| &**path);
        for path in libraries.chain([harness]) {
            let about = path
                .metadata()
                .and_then(|it| Ok((it.len(), it.modified()?)));
            stamp +=
                &format!("{:?}\n", about.map_err(Error::file(path, "cannot read"))?);
        }
        for file in ["rustfmt.toml", "clippy.toml"] {
            stamp += &fs::read_to_string(self.root.join(file)).unwrap_or_default();
        }
        Ok(stamp)
    }

    /// What all outcomes depend on, in words.
    pub(crate) fn stamp(&self) -> &str {
        &self.stamp
    }

    /// The outcomes of earlier runs, beside what cargo compiles.
    pub(crate) fn kept(&self) -> &Kept {
        &self.kept
    }

    /// A call of the compiler with the lints of clippy.
    pub(crate) fn clippy(&self) -> Command {
        self.compiler("clippy-driver".into())
    }

    fn compiler(&self, program: OsString) -> Command {
        let mut command = Command::new(program);
        command.args(["--edition", "2024", "-C", "debuginfo=0"]);
        let mut search = OsString::from("dependency=");
        search.push(&self.dependencies);
        command.arg("-L").arg(search);
        for (name, path) in &self.libraries {
            let mut library = OsString::from(format!("{name}="));
            library.push(path);
            command.arg("--extern").arg(library);
        }
        command
    }

    /// A call of rustfmt that changes nothing.
    pub(crate) fn rustfmt_check(&self) -> Command {
        let mut command = Command::new("rustfmt");
        command
            .args(["--check", "--color", "never", "--edition", "2024"])
            .arg("--config-path")
            .arg(self.root.join("rustfmt.toml"));
        command
    }
}

fn cargo_build(root: &Path) -> Result<String, Error> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--quiet", "--package", "exercises", "--lib"])
        .arg("--message-format=json-render-diagnostics")
        .current_dir(root)
        // The compiler is called for this machine.
        .env_remove("CARGO_BUILD_TARGET")
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| Error::Tool(format!("cargo cannot be run: {error}")))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => {
            let message = "the libraries of the exercises do not compile (see above)";
            Err(Error::Tool(message.into()))
        }
    }
}

/// Tells whoever waits what is being done.
pub(crate) fn say(what: &str) {
    // A closed terminal is no reason to stop.
    let _ = writeln!(io::stderr(), "{what} ...");
}

/// Does some work and, if it takes long, says what it is.
pub(crate) fn patiently<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let (done, wait) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            if wait.recv_timeout(LONG) == Err(RecvTimeoutError::Timeout) {
                say(what);
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// Does the same with many things, as many at a time as there are processors.
pub(crate) fn in_parallel<T: Sync, R: Send>(
    things: &[T],
    work: impl Fn(&T) -> Result<R, Error> + Sync,
) -> Result<Vec<R>, Error> {
    let next = AtomicUsize::new(0);
    let some = || {
        let index = || next.fetch_add(1, Ordering::Relaxed);
        let things = std::iter::from_fn(|| things.get(index()));
        things.map(&work).collect::<Result<Vec<_>, _>>()
    };
    thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let workers: Vec<_> = (0..threads.min(things.len()))
            .map(|_| scope.spawn(some))
            .collect();
        let mut results = Vec::new();
        for worker in workers {
            let stopped = |_| Error::Tool("work on exercises panicked".into());
            results.extend(worker.join().map_err(stopped)??);
        }
        Ok(results)
    })
}

fn rustc() -> OsString {
    env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

/// Runs a program and returns whether it succeeded and all that it wrote.
pub(crate) fn run(command: &mut Command) -> Result<(bool, String), Error> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| Error::Tool(format!("{name} cannot be run: {error}")))?;
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    Ok((output.status.success(), text))
}
