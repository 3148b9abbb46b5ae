//! The compiler, its companions, and the libraries that exercises are linked with.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use serde::Deserialize;

use crate::Error;

/// The crates that an exercise may use.
pub const LIBRARIES: [&str; 4] = ["attention", "ndarray", "rand", "rand_distr"];

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
    stamp: OnceLock<String>,
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
    kind: Vec<String>,
}

impl Toolchain {
    /// Asks cargo for the libraries. It compiles them if they are not up to date.
    ///
    /// # Errors
    ///
    /// [`Error::Tool`] if cargo cannot be run or the libraries do not compile.
    pub fn find(root: &Path) -> Result<Self, Error> {
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
        if !output.status.success() {
            let message = "the libraries of the exercises do not compile (see above)";
            return Err(Error::Tool(message.into()));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let mut libraries: Vec<(String, PathBuf)> = Vec::new();
        for line in text.lines() {
            let Ok(message) = serde_json::from_str::<Message>(line) else {
                continue;
            };
            let Some(target) = message.target else {
                continue;
            };
            let wanted = LIBRARIES.contains(&&*target.name)
                && target.kind.iter().any(|kind| kind == "lib");
            let rlib =
                |path: &&PathBuf| path.extension().is_some_and(|it| it == "rlib");
            if let Some(path) = message.filenames.iter().find(rlib).filter(|_| wanted) {
                if libraries.iter().any(|(name, _)| *name == target.name) {
                    let message =
                        format!("cargo built two versions of {}", target.name);
                    return Err(Error::Tool(message));
                }
                libraries.push((target.name, path.clone()));
            }
        }
        let (true, Some(dependencies)) = (
            libraries.len() == LIBRARIES.len(),
            libraries.first().and_then(|(_, path)| path.parent()),
        ) else {
            let message = format!("cargo built {} of {LIBRARIES:?}", libraries.len());
            return Err(Error::Tool(message));
        };
        Ok(Self {
            dependencies: dependencies.to_owned(),
            libraries,
            root: root.to_owned(),
            stamp: OnceLock::new(),
        })
    }

    /// A call of the compiler, with the libraries.
    pub(crate) fn rustc(&self) -> Command {
        self.compiler(rustc())
    }

    /// What a program depends on besides its sources: the version of the compiler, how it is called,
    /// and the size and the time of each library. Cargo compiles a library again if something below
    /// it changes.
    pub(crate) fn stamp(&self) -> Result<&str, Error> {
        if let Some(stamp) = self.stamp.get() {
            return Ok(stamp);
        }
        let (_, mut stamp) = run(Command::new(rustc()).arg("-vV"))?;
        stamp += &format!("{:?}\n", self.rustc());
        for (name, path) in &self.libraries {
            let about = path
                .metadata()
                .and_then(|it| Ok((it.len(), it.modified()?)));
            let (bytes, time) = about.map_err(Error::file(path, "cannot read"))?;
            stamp += &format!("{name} {bytes} {time:?}\n");
        }
        Ok(self.stamp.get_or_init(|| stamp))
    }

    /// The folder for compiled exercises, beside what cargo compiles.
    pub(crate) fn kept(&self) -> PathBuf {
        self.dependencies.with_file_name("exercise-programs")
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
