//! The command line of `cargo exercise`.

use std::cell::OnceCell;
use std::env;
use std::io::{self, Write};
use std::path::{self, Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use dialect::{Library, counted, find_root, say};

use crate::list::{Filter, list};
use crate::reader::{Attempt, Progress, State};
use crate::{Error, Toolchain, cleanup, handout, verify_all};

/// The workspace of this program, where cargo builds the libraries of the exercises.
const WORKSPACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Starts, checks, and hands out the exercises of the book.
#[derive(Parser)]
#[command(name = "cargo exercise", bin_name = "cargo exercise", version)]
struct Arguments {
    /// The folder of the book (default: this folder or the first above it with a book.toml).
    #[arg(long, global = true)]
    root: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the exercises with kind, difficulty, minutes, and points.
    List {
        #[command(flatten)]
        filter: Filter,
        /// List the objectives instead.
        #[arg(long)]
        objectives: bool,
    },
    /// Show the first exercise that you have not solved.
    Next(Filter),
    /// Write the starter code into my-solutions/, which git ignores.
    Start {
        /// The exercise, for instance the-nearest-entry.
        id: String,
    },
    /// Run the tests on your solution, or list the criteria for an answer in words.
    Check {
        /// The exercises (default: all with code that you have started).
        ids: Vec<String>,
        #[command(flatten)]
        limit: Limit,
    },
    /// Check your solution now and whenever you save it, until all tests pass.
    Watch {
        /// The exercise.
        id: String,
        #[command(flatten)]
        limit: Limit,
    },
    /// Run your main.rs, which can call your functions.
    Run {
        /// The exercise.
        id: String,
    },
    /// Show a hint.
    Hint {
        /// The exercise.
        id: String,
        /// The number of the hint, from a nudge to nearly the answer.
        #[arg(default_value_t = 1)]
        number: usize,
    },
    /// Write a homework: workspaces without solutions for students, and a folder for instructors.
    Handout {
        /// The file that describes the homework; see the page "Teaching with this book".
        course: PathBuf,
        /// The folder to write; it must be new or empty.
        #[arg(long)]
        out: PathBuf,
    },
    /// Verify that exercises follow all rules; for their authors.
    Verify {
        /// The exercises (default: all).
        ids: Vec<String>,
        /// A folder of your own exercises, structured like exercises/.
        #[arg(long)]
        from: Option<PathBuf>,
        /// Time limit in seconds for the tests of one version.
        #[arg(long, default_value_t = crate::LIMIT.as_secs(), value_parser = seconds())]
        seconds: u64,
    },
}

#[derive(Args)]
struct Limit {
    /// Time limit in seconds for each test. If one exceeds it, those after it have a fifth of it,
    /// but at least 1 second.
    #[arg(long, default_value_t = 5, value_parser = seconds())]
    seconds: u64,
}

fn seconds() -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(1..=3600)
}

/// Runs the command line.
pub fn main() -> ExitCode {
    let done = cleanup::on_signals().and_then(|()| run(Arguments::parse()));
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns whether the command succeeded.
fn run(arguments: Arguments) -> Result<bool, Error> {
    let root = match arguments.root {
        // The compiler does not start in this folder.
        Some(root) => path::absolute(&root).map_err(Error::file(root, "cannot read"))?,
        None => {
            let here = env::current_dir().map_err(Error::file(".", "cannot read"))?;
            find_root(&here).map_err(|error| Error::Failed(error.to_string()))?
        }
    };
    let session = || -> Result<Session, Error> {
        Ok(Session {
            library: Library::load(&root)?,
            root: root.clone(),
            toolchain: OnceCell::new(),
        })
    };
    match arguments.command {
        Command::List { filter, objectives } => session()?.list(&filter, objectives)?,
        Command::Next(filter) => session()?.next(&filter)?,
        Command::Start { id } => {
            let session = session()?;
            session.start(session.attempt(&id)?)?;
            say!("then: cargo exercise check {id}");
        }
        Command::Check { ids, limit } => return session()?.check(&ids, &limit),
        Command::Watch { id, limit } => {
            session()?.watch(&id, &limit)?;
            say!("then: cargo exercise next");
        }
        Command::Run { id } => {
            let session = session()?;
            return session.attempt(&id)?.run(session.toolchain()?);
        }
        Command::Hint { id, number } => {
            let session = session()?;
            say!("{}", session.attempt(&id)?.hint(&session.library, number)?);
        }
        Command::Handout { course, out } => {
            let toolchain = Toolchain::find(Path::new(WORKSPACE))?;
            say!("{}", handout::write(&root, &course, &out, &toolchain)?);
        }
        Command::Verify { ids, from, seconds } => {
            let limit = Duration::from_secs(seconds);
            return verify(&root, &ids, from.as_deref(), limit);
        }
    }
    Ok(true)
}

struct Session {
    root: PathBuf,
    library: Library,
    /// Found on first use.
    toolchain: OnceCell<Toolchain>,
}

impl Session {
    fn attempt(&self, id: &str) -> Result<Attempt<'_>, Error> {
        let (root, found) = (&self.root, self.library.get(id));
        let exercise = found.ok_or_else(|| Error::unknown(id, &self.library))?;
        Ok(Attempt { root, exercise })
    }

    fn toolchain(&self) -> Result<&Toolchain, Error> {
        if let Some(found) = self.toolchain.get() {
            return Ok(found);
        }
        let found = Toolchain::find(Path::new(WORKSPACE))?;
        Ok(self.toolchain.get_or_init(|| found))
    }

    fn list(&self, filter: &Filter, objectives: bool) -> Result<(), Error> {
        if objectives {
            for objective in &self.library.objectives {
                say!("{:18} {}", objective.id, objective.text);
            }
        } else {
            let progress = Progress::read(&self.root);
            say!("{}", list(&self.library, &progress, filter)?);
        }
        Ok(())
    }

    fn next(&self, filter: &Filter) -> Result<(), Error> {
        let progress = Progress::read(&self.root);
        let list = list(&self.library, &progress, filter)?;
        let unsolved = |(_, state): &&_| *state != State::Solved;
        let Some((exercise, state)) = list.0.iter().find(unsolved) else {
            say!("you have solved all of them");
            return Ok(());
        };
        let word = match state {
            State::New => "start",
            State::Started | State::Solved => "check",
        };
        let (metadata, chapter) = (&exercise.metadata, &exercise.chapter);
        let (title, kind) = (&metadata.title, metadata.kind.word());
        let minutes = counted(metadata.minutes, "minute");
        say!("{title} ({kind}, {chapter}, {minutes})");
        say!("cargo exercise {word} {}", exercise.id);
        Ok(())
    }

    fn start(&self, attempt: Attempt<'_>) -> Result<(), Error> {
        let file = attempt.start(&self.library)?;
        say!("edit {}", attempt.shown(&file));
        Ok(())
    }

    fn check(&self, ids: &[String], limit: &Limit) -> Result<bool, Error> {
        if let [id] = ids {
            return self.check_one(self.attempt(id)?, limit);
        }
        let chosen = ids.iter().map(|id| self.attempt(id));
        let mut chosen: Vec<_> = chosen.collect::<Result<_, _>>()?;
        if ids.is_empty() {
            let (root, all) = (&self.root, self.library.exercises.iter());
            chosen.extend(all.map(|exercise| Attempt { root, exercise }));
            chosen.retain(|attempt| attempt.exercise.code.is_some() && attempt.is_started());
        }
        if chosen.is_empty() {
            let message = "nothing to check: `cargo exercise start <id>` starts an exercise";
            return Err(Error::Unfit(message.into()));
        }
        let mut passed = true;
        for attempt in chosen {
            passed &= told(self.check_one(attempt, limit))?;
        }
        Ok(passed)
    }

    /// Shows the outcome for one exercise and records whether it is solved.
    fn check_one(&self, attempt: Attempt<'_>, limit: &Limit) -> Result<bool, Error> {
        let passed = if attempt.exercise.code.is_none() {
            say!("{}", attempt.criteria()?);
            confirmed("  Does it meet every criterion? [y/N] ")?
        } else {
            // Said before the libraries are compiled, which may take minutes.
            attempt.file("lib.rs")?;
            let limit = Duration::from_secs(limit.seconds);
            let checked = attempt.check(self.toolchain()?, limit)?;
            say!("{checked}");
            checked.passed()
        };
        if passed {
            Progress::solve(&self.root, attempt.exercise)?;
        }
        Ok(passed)
    }

    fn watch(&self, id: &str, limit: &Limit) -> Result<(), Error> {
        let attempt = self.attempt(id)?;
        if !attempt.is_started() {
            self.start(attempt)?;
        }
        attempt.watch(|| told(self.check_one(attempt, limit)))
    }
}

fn confirmed(question: &str) -> Result<bool, Error> {
    let mut answer = String::new();
    let asked = write!(io::stdout(), "{question}").and_then(|()| io::stdout().flush());
    let answered = asked.and_then(|()| io::stdin().read_line(&mut answer));
    answered.map_err(Error::file("standard input", "cannot read"))?;
    Ok(["y", "yes"].contains(&answer.trim().to_lowercase().as_str()))
}

/// Prints an error that readers can fix while the command continues.
fn told(checked: Result<bool, Error>) -> Result<bool, Error> {
    match checked {
        Err(error @ Error::Unfit(_)) => {
            eprintln!("error: {error}");
            Ok(false)
        }
        result => result,
    }
}

fn verify(
    root: &Path,
    ids: &[String],
    from: Option<&Path>,
    limit: Duration,
) -> Result<bool, Error> {
    let mut library = match from {
        Some(_) => Library::load(root)?,
        None => Library::load_only(root, ids)?,
    };
    if let Some(folder) = from {
        let absolute = path::absolute(folder);
        let folder = absolute.map_err(Error::file(folder, "cannot read"))?;
        let of_book = library.exercises.len();
        library.add(root, &folder.to_string_lossy(), &[])?;
        library.exercises.drain(..of_book);
    }
    if let Some(id) = ids.iter().find(|id| library.get(id).is_none()) {
        return Err(Error::unknown(id, &Library::load(root)?));
    }
    let mut chosen: Vec<_> = library.exercises.iter().collect();
    chosen.retain(|exercise| ids.is_empty() || ids.contains(&exercise.id));
    let toolchain = Toolchain::find(Path::new(WORKSPACE))?;
    let problems = verify_all(&toolchain, &chosen, limit)?;
    for problem in &problems {
        eprintln!("{problem}");
    }
    let exercises = counted(chosen.len(), "exercise");
    say!("{exercises} verified, {}", counted(problems.len(), "problem"));
    Ok(problems.is_empty())
}
