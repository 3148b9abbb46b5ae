//! Compiles versions of exercises with their tests, and runs the tests.
//!
//! All versions become modules of one program, because the time goes into starting the compiler and
//! the linker, and into generic code that they all use. Each version runs in processes of its own: a version that loops or crashes loses the
//! test that it was in and no other.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::slice;
use std::thread;
use std::time::{Duration, Instant};

use dialect::TestFile;

use crate::toolchain::{Toolchain, run};
use crate::{Error, tree};

mod kept;
mod together;

pub(crate) use together::chunks;

/// How much of what tests print is kept.
const MOST_OUTPUT: usize = 1 << 20;

const MAIN: &str = "main.rs";
const EXECUTABLE: &str = "check";

/// How the compiler is called. The code of readers and wrong versions may have warnings, and nobody
/// debugs it.
const ARGUMENTS: [&str; 7] = [
    "--test",
    "--crate-name",
    "check",
    "-A",
    "warnings",
    "-C",
    "strip=symbols",
];

/// An exercise, to be compiled.
pub struct Part {
    /// The name by which its tests import it.
    pub crate_name: String,
    /// What is compiled of it.
    pub versions: Vec<Version>,
}

/// One version of an exercise.
pub struct Version {
    /// Its library: a text, or a file of the reader.
    pub library: Library,
    /// The tests to run on it.
    pub tests: Vec<(TestFile, String)>,
}

/// Where the code of a version is.
pub enum Library {
    /// Rendered from an exercise.
    Text(String),
    /// Written by a reader, whose errors name it.
    File(PathBuf),
}

/// What became of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It passed.
    Passed,
    /// It panicked with this message.
    Failed(String),
    /// It was still running after the time limit.
    TookTooLong,
    /// The process ended in it.
    Crashed,
}

/// The outcome of each test, by its name.
pub type Outcomes = BTreeMap<String, Outcome>;

/// What tests that passed have printed, by their names.
pub(crate) type Printed = BTreeMap<String, String>;

/// What the compiler said about code that it does not accept.
#[derive(Debug)]
pub struct Rejected {
    pub(crate) said: String,
    folder: PathBuf,
}

impl Rejected {
    /// The message for somebody who wrote the first version and its tests only know by their names.
    pub(crate) fn for_reader(&self) -> String {
        let prefix = format!("{}/v0/", self.folder.display());
        self.said.trim_end().replace(&prefix, "tests/")
    }
}

/// A compiled program with all versions of an exercise.
pub struct Program {
    executable: PathBuf,
    /// Where it is removed with its sources, if it is not kept.
    _folder: Option<tempfile::TempDir>,
    /// For each version the names of its tests, as libtest calls them.
    tests: Vec<Vec<String>>,
}

impl Program {
    /// Compiles all versions, the first of them with more files of tests: the name and the text of each.
    ///
    /// # Errors
    ///
    /// [`Error::File`] or [`Error::Tool`] if that is not possible; the inner error is what the compiler
    /// says.
    pub(crate) fn compile_with(
        toolchain: &Toolchain,
        part: &Part,
        own: &[(String, String)],
    ) -> Result<Result<Self, Rejected>, Error> {
        let folder = temporary_folder()?;
        let main = write(folder.path(), slice::from_ref(part))?;
        add(folder.path(), &part.crate_name, own)?;
        let executable = folder.path().join(EXECUTABLE);
        if let Some(said) = build(toolchain, &main, &executable)? {
            let folder = folder.path().to_owned();
            return Ok(Err(Rejected { said, folder }));
        }
        Self::list(executable, Some(folder), part.versions.len()).map(Ok)
    }

    /// Asks a program with this number of versions for its tests.
    fn list(
        executable: PathBuf,
        folder: Option<tempfile::TempDir>,
        versions: usize,
    ) -> Result<Self, Error> {
        let (_, listed) = run(Command::new(&executable).arg("--list"))?;
        let names = listed
            .lines()
            .filter_map(|line| line.strip_suffix(": test"));
        let mut tests = vec![Vec::new(); versions];
        for name in names {
            let version = name
                .strip_prefix('v')
                .and_then(|rest| rest.split_once("::")?.0.parse::<usize>().ok());
            if let Some(tests) = version.and_then(|version| tests.get_mut(version)) {
                tests.push(name.to_owned());
            }
        }
        Ok(Self {
            executable,
            _folder: folder,
            tests,
        })
    }

    /// Runs the tests of one version. All together, and if that does not do each alone, have `limit` to
    /// finish.
    ///
    /// # Errors
    ///
    /// [`Error::Tool`] if the program cannot be started.
    pub fn run(&self, version: usize, limit: Duration) -> Result<Outcomes, Error> {
        Ok(self.listen(&self.tests[version], limit)?.0)
    }

    /// Like [`run`](Self::run), for the tests with these names alone.
    pub(crate) fn run_some(
        &self,
        version: usize,
        names: &[String],
        limit: Duration,
    ) -> Result<Outcomes, Error> {
        let tests = self.tests[version].iter();
        let wanted = |name: &&String| names.iter().any(|wanted| *wanted == short(name));
        let tests: Vec<_> = tests.filter(wanted).cloned().collect();
        Ok(self.listen(&tests, limit)?.0)
    }

    /// Runs the tests of one version and keeps what those that passed have printed.
    pub(crate) fn run_and_listen(
        &self,
        version: usize,
        limit: Duration,
    ) -> Result<(Outcomes, Printed), Error> {
        self.listen(&self.tests[version], limit)
    }

    fn listen(
        &self,
        tests: &[String],
        limit: Duration,
    ) -> Result<(Outcomes, Printed), Error> {
        let mut outcomes = Outcomes::new();
        let mut printed = Printed::new();
        if tests.is_empty() {
            // Without a name, libtest would run the tests of all versions.
            return Ok((outcomes, printed));
        }
        // All at once, which is faster, and then those alone that got no result.
        let all = self.call(tests, limit)?;
        printed.extend(all.printed);
        for name in tests {
            let outcome = match all.outcomes.get(name) {
                Some(outcome) => outcome.clone(),
                None => {
                    let one = self.call(std::slice::from_ref(name), limit)?;
                    printed.extend(one.printed);
                    one.outcomes
                        .get(name)
                        .cloned()
                        .unwrap_or_else(|| alone(one.status))
                }
            };
            outcomes.insert(short(name).to_owned(), outcome);
        }
        Ok((outcomes, printed))
    }

    /// Runs these tests in one process.
    fn call(&self, tests: &[String], limit: Duration) -> Result<Call, Error> {
        let mut command = Command::new(&self.executable);
        command
            .args(["--test-threads", "1", "--color", "never"])
            .args(["--show-output", "--exact"])
            .args(tests)
            .env("RUST_BACKTRACE", "0")
            .env_remove("RUST_TEST_NOCAPTURE");
        let (text, status) = output_within(&mut command, limit)?;
        let (outcomes, printed) = parse(&text);
        Ok(Call {
            outcomes,
            printed,
            status,
        })
    }
}

/// Compiles a file that [`write()`] has written. Returns what the compiler says if it does not accept it.
fn build(
    toolchain: &Toolchain,
    main: &Path,
    executable: &Path,
) -> Result<Option<String>, Error> {
    let mut rustc = toolchain.rustc();
    rustc.args(ARGUMENTS).arg("-o").arg(executable).arg(main);
    let (compiled, said) = run(&mut rustc)?;
    Ok((!compiled).then_some(said))
}

/// What one process told.
struct Call {
    outcomes: BTreeMap<String, Outcome>,
    printed: Printed,
    /// How it ended, if it did in time.
    status: Option<ExitStatus>,
}

/// What became of a test that ran alone and whose result was not to be read, for instance because it
/// writes to the standard output without the macros that libtest listens to.
fn alone(status: Option<ExitStatus>) -> Outcome {
    /// What libtest returns if a test fails.
    const FAILED: i32 = 101;
    match status.map(|status| status.code()) {
        None => Outcome::TookTooLong,
        Some(Some(0)) => Outcome::Passed,
        Some(Some(FAILED)) => Outcome::Failed(String::new()),
        Some(_) => Outcome::Crashed,
    }
}

/// Writes the program and returns the path of its main file.
pub(crate) fn write(folder: &Path, parts: &[Part]) -> Result<PathBuf, Error> {
    tree::write_all(folder, &sources(parts))?;
    Ok(folder.join(MAIN))
}

/// The files of a program and their texts. The versions of all exercises are counted through.
fn sources(parts: &[Part]) -> Vec<(String, String)> {
    let mut main = String::new();
    let mut files = Vec::new();
    let versions = parts.iter().flat_map(|part| {
        let versions = part.versions.iter();
        versions.map(|version| (&part.crate_name, version))
    });
    for (index, (crate_name, version)) in versions.enumerate() {
        let mut modules = match &version.library {
            Library::Text(text) => {
                files.push((format!("v{index}/library.rs"), text.clone()));
                "pub mod library;".to_owned()
            }
            Library::File(path) => format!("#[path = {path:?}] pub mod library;"),
        };
        for (which, text) in &version.tests {
            let module = module(*which);
            // At the end, so that errors keep their lines.
            let text = format!(
                "{text}\n#[allow(unused)] use super::library as {crate_name};\n"
            );
            files.push((format!("v{index}/{module}.rs"), text));
            modules.push_str(&format!(" mod {module};"));
        }
        main.push_str(&format!("pub mod v{index} {{ {modules} }}\n"));
    }
    files.push((MAIN.to_owned(), main));
    files
}

/// Adds files of tests to the first version.
fn add(folder: &Path, crate_name: &str, own: &[(String, String)]) -> Result<(), Error> {
    for (name, text) in own {
        let path = folder.join("v0").join(format!("{name}.rs"));
        let text =
            format!("{text}\n#[allow(unused)] use super::library as {crate_name};\n");
        fs::write(&path, text).map_err(Error::file(path, "cannot write"))?;
    }
    let main = folder.join(MAIN);
    let modules: String = own
        .iter()
        .map(|(name, _)| format!(" mod {name};"))
        .collect();
    let text = fs::read_to_string(&main).map_err(Error::file(&main, "cannot read"))?;
    let text = text.replacen(" }\n", &format!("{modules} }}\n"), 1);
    fs::write(&main, text).map_err(Error::file(main, "cannot write"))
}

/// The name of a test as its author knows it: that of the function, or, if it is not in the files of the
/// exercise, with its module.
fn short(name: &str) -> &str {
    let inside = name.split_once("::").map_or(name, |(_, inside)| inside);
    match inside.split_once("::") {
        Some(("public" | "hidden", _)) => inside.rsplit("::").next().unwrap_or(inside),
        _ => inside,
    }
}

fn module(file: TestFile) -> &'static str {
    match file {
        TestFile::Public => "public",
        TestFile::Hidden => "hidden",
    }
}

pub(crate) fn temporary_folder() -> Result<tempfile::TempDir, Error> {
    let failed = Error::file(std::env::temp_dir(), "cannot write");
    tempfile::Builder::new()
        .prefix("cargo-exercise-")
        .tempdir()
        .map_err(failed)
}

/// The standard output of a program, and how it ended. It is killed if that takes longer than `limit`.
fn output_within(
    command: &mut Command,
    limit: Duration,
) -> Result<(String, Option<ExitStatus>), Error> {
    let failed = |error| Error::Tool(format!("the tests cannot be run: {error}"));
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    let pipe = child.stdout.take();
    let reader = thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            let mut some = [0; 8192];
            // What was read before an error still counts, and a flood is not kept.
            while let Ok(read @ 1..) = pipe.read(&mut some) {
                if bytes.len() < MOST_OUTPUT {
                    bytes.extend_from_slice(&some[..read]);
                }
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    });
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(failed)? {
            break Some(status);
        }
        if start.elapsed() > limit {
            child.kill().map_err(failed)?;
            child.wait().map_err(failed)?;
            break None;
        }
        thread::sleep(Duration::from_millis(2));
    };
    Ok((reader.join().unwrap_or_default(), status))
}

/// Reads what libtest prints.
fn parse(text: &str) -> (BTreeMap<String, Outcome>, Printed) {
    let mut outcomes = BTreeMap::new();
    let mut messages: BTreeMap<&str, String> = BTreeMap::new();
    let mut inside = None;
    for line in text.lines() {
        if let Some(name) = line
            .strip_prefix("---- ")
            .and_then(|rest| rest.strip_suffix(" stdout ----"))
        {
            inside = Some(name);
        } else if line == "failures:" || line == "successes:" {
            inside = None;
        } else if let Some(name) = inside {
            let message: &mut String = messages.entry(name).or_default();
            message.push_str(line);
            message.push('\n');
        }
        // What a test has printed is no result.
        let result = line.strip_prefix("test ").filter(|_| inside.is_none());
        if let Some((name, result)) = result.and_then(|rest| rest.split_once(" ... ")) {
            // `#[should_panic]` is told after the name.
            let name = name.split(" - ").next().unwrap_or(name);
            if result == "ok" {
                outcomes.insert(name.to_owned(), Outcome::Passed);
            } else if result == "FAILED" {
                outcomes.insert(name.to_owned(), Outcome::Failed(String::new()));
            }
        }
    }
    let mut printed = Printed::new();
    for (name, outcome) in &mut outcomes {
        let said = messages.get(&**name).map_or("", String::as_str);
        match outcome {
            Outcome::Failed(message) => *message = readable(said),
            _ if said.trim().is_empty() => {}
            _ => {
                printed.insert(short(name).to_owned(), said.trim_end().to_owned());
            }
        }
    }
    (outcomes, printed)
}

/// A panic without the name of the thread and the advice about backtraces.
fn readable(message: &str) -> String {
    let noise = |line: &&str| {
        line.is_empty()
            || line.starts_with("note: run with `RUST_BACKTRACE")
            || (line.starts_with("thread '") && line.contains("panicked at"))
    };
    let lines = message.lines().filter(|line| !noise(line));
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "
running 3 tests
test v0::hidden::loud ... ok
test v0::public::wrong ... FAILED
test v0::public::zero - should panic ... ok

successes:

---- v0::hidden::loud stdout ----
the number is 7


successes:
    v0::hidden::loud

failures:

---- v0::public::wrong stdout ----

thread 'v0::public::wrong' (1) panicked at a.rs:3:9:
assertion `left == right` failed
  left: 1
 right: 2
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace


failures:
    v0::public::wrong

test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out
";

    #[test]
    fn reads_what_libtest_prints() {
        let (outcomes, printed) = parse(SAID);
        let message = "assertion `left == right` failed\n  left: 1\n right: 2";
        assert_eq!(
            outcomes["v0::public::wrong"],
            Outcome::Failed(message.into())
        );
        assert_eq!(outcomes["v0::hidden::loud"], Outcome::Passed);
        assert_eq!(outcomes["v0::public::zero"], Outcome::Passed);
        assert_eq!(printed["loud"], "the number is 7");
        assert_eq!(printed.len(), 1);
    }

    #[test]
    fn own_tests_keep_their_module() {
        assert_eq!(short("v0::public::sums::to_one"), "to_one");
        assert_eq!(short("v12::hidden::to_one"), "to_one");
        assert_eq!(short("v0::mine::to_one"), "mine::to_one");
        assert_eq!(short("v0::library::tests::one"), "library::tests::one");
    }

    #[test]
    fn a_line_without_a_result_is_no_outcome() {
        let (outcomes, _) = parse("running 1 test\ntest v0::public::endless ... ");
        assert!(outcomes.is_empty());
    }
}
