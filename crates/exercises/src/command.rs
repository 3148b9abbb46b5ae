//! The command line of `cargo exercise`.

use std::env;
use std::io::{self, Write};
use std::path::{self, Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use dialect::{Exercise, Library};
use exercises::{Error, Filter, Progress, State, Toolchain, handout};

/// The workspace of this program, which has the libraries of the exercises.
const WORKSPACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Tries, checks and hands out the exercises of the book.
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
    /// List the exercises with kind, difficulty, minutes and points.
    List {
        #[command(flatten)]
        filter: Filter,
        /// List what exercises train instead.
        #[arg(long)]
        objectives: bool,
    },
    /// Show which exercise comes next: the first that you have not solved.
    Next {
        #[command(flatten)]
        filter: Filter,
    },
    /// Write the code to start from into my-solutions/, which git ignores.
    Start {
        /// The exercise, for instance the-nearest-entry.
        id: String,
    },
    /// Run the tests on your solution. For an answer in words, show what counts.
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
    /// Run your src/main.rs, which may call what you have written.
    Run {
        /// The exercise.
        id: String,
    },
    /// Show a hint.
    Hint {
        /// The exercise.
        id: String,
        /// Which hint: they go from a nudge to nearly the answer.
        #[arg(default_value_t = 1)]
        number: usize,
    },
    /// Write a homework: workspaces for students, without solutions, and a pack for instructors.
    Handout {
        /// The file that describes it; the page "Teaching with this book" explains it.
        course: PathBuf,
        /// The folder to write; it must not exist yet, or be empty.
        #[arg(long)]
        out: PathBuf,
    },
    /// Write the exercises as a set for the program Rustlings.
    Rustlings {
        /// The exercises (default: all with code whose solutions are in the book).
        ids: Vec<String>,
        /// The folder to write; it must not exist yet, or be empty.
        #[arg(long)]
        out: PathBuf,
    },
    /// Hold exercises to what must be true of each: for people who write them.
    Verify {
        /// The exercises (default: all).
        ids: Vec<String>,
        /// A folder with exercises of your own, of the same form as exercises/.
        #[arg(long)]
        from: Option<PathBuf>,
        /// How long the tests of one version may take.
        #[arg(long, default_value_t = exercises::LIMIT.as_secs(), value_parser = clap::value_parser!(u64).range(1..=3600))]
        seconds: u64,
    },
}

#[derive(clap::Args)]
struct Limit {
    /// How long a test may take.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
}

impl Limit {
    fn time(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }
}

/// Prints a line. Whoever closes the pipe, as `head` does, wants to read no more.
macro_rules! say {
    ($($argument:tt)*) => {
        let _ = writeln!(io::stdout(), $($argument)*);
    };
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Says whether all is well.
fn run(arguments: Arguments) -> Result<bool, Error> {
    let root = match arguments.root {
        Some(root) => root,
        None => find_root()?,
    };
    match arguments.command {
        Command::List { filter, objectives } => list(&root, &filter, objectives),
        Command::Start { id } => start(&root, &id),
        Command::Next { filter } => next(&root, &filter),
        Command::Check { ids, limit } => check(&root, &ids, limit.time()),
        Command::Watch { id, limit } => watch(&root, &id, limit.time()),
        Command::Run { id } => {
            let library = Library::load(&root)?;
            let toolchain = Toolchain::find(Path::new(WORKSPACE))?;
            exercises::run(&root, &toolchain, find(&library, &id)?)
        }
        Command::Hint { id, number } => {
            let library = Library::load(&root)?;
            say!(
                "{}",
                exercises::hint(&root, &library, find(&library, &id)?, number)?
            );
            Ok(true)
        }
        Command::Handout { course, out } => {
            let toolchain = Toolchain::find(Path::new(WORKSPACE))?;
            say!("{}", handout::write(&root, &course, &out, &toolchain)?);
            Ok(true)
        }
        Command::Rustlings { ids, out } => {
            let count =
                exercises::rustlings(&root, &Library::load(&root)?, &ids, &out)?;
            say!("{}: {count} exercises", out.display());
            Ok(true)
        }
        Command::Verify { ids, from, seconds } => {
            verify(&root, &ids, from.as_deref(), Duration::from_secs(seconds))
        }
    }
}

fn find<'a>(library: &'a Library, id: &str) -> Result<&'a Exercise, Error> {
    library.get(id).ok_or_else(|| Error::unknown(id, library))
}

fn list(root: &Path, filter: &Filter, objectives: bool) -> Result<bool, Error> {
    let library = Library::load(root)?;
    if objectives {
        for objective in &library.objectives {
            say!("{:18} {}", objective.id, objective.text);
        }
    } else {
        let progress = Progress::read(root);
        say!("{}", exercises::list(&library, &progress, filter)?);
    }
    Ok(true)
}

fn next(root: &Path, filter: &Filter) -> Result<bool, Error> {
    let library = Library::load(root)?;
    let progress = Progress::read(root);
    let list = exercises::list(&library, &progress, filter)?;
    let Some(exercise) = list.next() else {
        say!("you have solved them all");
        return Ok(true);
    };
    let (id, metadata) = (&exercise.id, &exercise.metadata);
    let word = match progress.state(exercise) {
        State::New => "start",
        State::Started | State::Solved => "check",
    };
    let (kind, minutes) = (metadata.kind.word(), metadata.minutes);
    say!(
        "{} ({kind}, {}, {minutes} minutes)",
        metadata.title,
        exercise.chapter
    );
    say!("cargo exercise {word} {id}");
    Ok(true)
}

fn start(root: &Path, id: &str) -> Result<bool, Error> {
    let library = Library::load(root)?;
    let exercise = find(&library, id)?;
    let file = exercises::start(root, &library, exercise)?;
    let shown = file.strip_prefix(root).unwrap_or(&file);
    say!("edit {}", shown.display());
    if exercise.code.is_some() {
        say!("then: cargo exercise check {id}");
    }
    Ok(true)
}

fn check(root: &Path, ids: &[String], limit: Duration) -> Result<bool, Error> {
    let library = Library::load(root)?;
    let mut chosen = Vec::new();
    for id in ids {
        chosen.push(find(&library, id)?);
    }
    let mut progress = Progress::read(root);
    if ids.is_empty() {
        let started = |one: &&Exercise| {
            one.code.is_some() && exercises::folder(root, one).is_dir()
        };
        chosen = library.exercises.iter().filter(started).collect();
        if chosen.is_empty() {
            let message =
                "nothing to check: `cargo exercise start <id>` starts an exercise";
            return Err(Error::Unfit(message.into()));
        }
    }
    let mut toolchain = None;
    let mut passed = true;
    for exercise in chosen {
        match check_one(root, &mut toolchain, exercise, limit, &mut progress) {
            Ok(one) => passed &= one,
            Err(error @ (Error::DoesNotCompile(_) | Error::Unfit(_)))
                if ids.len() != 1 =>
            {
                passed = false;
                eprintln!("error: {error}");
            }
            Err(error) => return Err(error),
        }
    }
    Ok(passed)
}

/// Shows what became of one exercise, and notes that it is solved.
fn check_one(
    root: &Path,
    toolchain: &mut Option<Toolchain>,
    exercise: &Exercise,
    limit: Duration,
    progress: &mut Progress<'_>,
) -> Result<bool, Error> {
    let passed = if exercise.code.is_none() {
        say!("{}", exercises::judge(root, exercise)?);
        true
    } else {
        let found = match toolchain.take() {
            Some(found) => found,
            None => Toolchain::find(Path::new(WORKSPACE))?,
        };
        let checked = exercises::check(root, toolchain.insert(found), exercise, limit)?;
        say!("{checked}");
        checked.passed()
    };
    if passed {
        progress.solve(exercise)?;
    }
    Ok(passed)
}

fn watch(root: &Path, id: &str, limit: Duration) -> Result<bool, Error> {
    let library = Library::load(root)?;
    let exercise = find(&library, id)?;
    let mut progress = Progress::read(root);
    let mut toolchain = None;
    if !exercises::folder(root, exercise).is_dir() {
        let file = exercises::start(root, &library, exercise)?;
        say!(
            "edit {}",
            file.strip_prefix(root).unwrap_or(&file).display()
        );
    }
    exercises::watch(root, exercise, || {
        match check_one(root, &mut toolchain, exercise, limit, &mut progress) {
            // To be repaired while this waits.
            Err(error @ (Error::DoesNotCompile(_) | Error::Unfit(_))) => {
                eprintln!("error: {error}");
                Ok(false)
            }
            result => result,
        }
    })?;
    say!("then: cargo exercise next");
    Ok(true)
}

fn find_root() -> Result<PathBuf, Error> {
    let here = env::current_dir().map_err(Error::file(".", "cannot read"))?;
    let book = |folder: &&Path| folder.join("book.toml").is_file();
    let found = here.ancestors().find(book).map(Path::to_owned);
    found.ok_or(Error::NoBook(here))
}

fn verify(
    root: &Path,
    ids: &[String],
    from: Option<&Path>,
    limit: Duration,
) -> Result<bool, Error> {
    let mut library = match from {
        None => Library::load_only(root, ids)?,
        Some(_) => Library::load(root)?,
    };
    let of_book = library.exercises.len();
    if let Some(folder) = from {
        let folder =
            path::absolute(folder).map_err(Error::file(folder, "cannot read"))?;
        library.add(root, &folder.to_string_lossy())?;
    }
    if let Some(id) = ids.iter().find(|id| library.get(id).is_none()) {
        return Err(Error::unknown(id, &Library::load(root)?));
    }
    let mut chosen: Vec<_> = library.exercises.iter().collect();
    if from.is_some() {
        chosen.drain(..of_book);
    }
    chosen.retain(|exercise| ids.is_empty() || ids.contains(&exercise.id));
    let toolchain = Toolchain::find(Path::new(WORKSPACE))?;
    let problems = exercises::verify_all(&toolchain, &chosen, limit)?;
    for problem in &problems {
        eprintln!("{problem}");
    }
    let (count, problems) = (chosen.len(), problems.len());
    say!("{count} exercises verified, {problems} problems");
    Ok(problems == 0)
}
