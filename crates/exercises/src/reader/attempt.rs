//! A reader's attempt at an exercise.
//!
//! The package `my-solutions/`, which git ignores, contains each solution as an example, so that
//! cargo and editors find it. Nothing is ever overwritten.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc;
use std::time::Duration;

use dialect::{Code, Exercise, Library, Values, View, with_progress};
use notify::{EventKind, RecursiveMode, Watcher};

use crate::cleanup::Running;
use crate::harness::temporary_folder;
use crate::plain::{Book, formulas_as_text, standalone};
use crate::toolchain::run;
use crate::{Error, Toolchain, tree};

pub(super) const FOLDER: &str = "my-solutions";

/// A program where readers try their code, and through which cargo and editors find it.
const MAIN: &str = include_str!("main.txt");

/// Editors write a file in several steps.
const PAUSE: Duration = Duration::from_millis(150);

#[derive(Clone, Copy)]
pub(crate) struct Attempt<'a> {
    pub(crate) root: &'a Path,
    pub(crate) exercise: &'a Exercise,
}

impl<'a> Attempt<'a> {
    /// Cargo finds a program in each folder of `examples`.
    pub(super) fn folder(&self) -> PathBuf {
        let kind = match self.exercise.code {
            Some(_) => "examples",
            None => "answers",
        };
        self.root.join(FOLDER).join(kind).join(&self.exercise.id)
    }

    pub(crate) fn is_started(&self) -> bool {
        self.folder().is_dir()
    }

    pub(crate) fn file(&self, name: &str) -> Result<PathBuf, Error> {
        let file = self.folder().join(name);
        if file.is_file() {
            return Ok(file);
        }
        let (shown, id) = (self.shown(&file), &self.exercise.id);
        let message = format!("there is no {shown}: `cargo exercise start {id}` writes it");
        Err(Error::Unfit(message))
    }

    pub(super) fn read(&self, file: &Path) -> Result<String, Error> {
        match fs::read_to_string(file) {
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                let shown = self.shown(file);
                Err(Error::Unfit(format!("{shown} is not UTF-8: save it as UTF-8")))
            }
            read => read.map_err(Error::file(file, "cannot read")),
        }
    }

    /// Returns a path relative to the book.
    pub(crate) fn shown(&self, path: &Path) -> String {
        let path = path.strip_prefix(self.root).unwrap_or(path);
        path.display().to_string()
    }

    pub(super) fn code(&self) -> Result<&'a Code, Error> {
        let (id, kind) = (&self.exercise.id, self.exercise.metadata.kind.word());
        let none = || format!("`{id}` is a {kind}: it has no program and no tests");
        let code = self.exercise.code.as_ref();
        code.ok_or_else(|| Error::Unfit(none()))
    }

    /// Writes the starter files and returns the file to edit. If the exercise was started before,
    /// only missing files are written.
    pub(crate) fn start(&self, library: &Library) -> Result<PathBuf, Error> {
        let (folder, exercise, values) = (self.folder(), self.exercise, Values::new());
        let title = &exercise.metadata.title;
        let prompt = exercise.filled(&exercise.prompt, &values);
        let prompt = standalone(&Book::read(self.root, library)?, &prompt)?;
        let readme = ("README.md", format!("# {title}\n\n{prompt}"));
        let main = MAIN.replace("{id}", &exercise.id);
        let main = main.replace("{name}", &exercise.crate_name());
        // The file to edit is last, so it implies all others.
        let files = match &exercise.code {
            None => vec![readme, ("answer.md", format!("# {title}\n"))],
            Some(code) => vec![
                readme,
                ("main.rs", main),
                ("tests/public.rs", code.public.render(View::Solved, &values)),
                ("lib.rs", code.library.render(View::Stub, &values)),
            ],
        };
        let edited = folder.join(files[files.len() - 1].0);
        if edited.exists() {
            return Err(Error::Exists {
                path: edited,
                advice: "to start over, rename or delete it",
            });
        }
        for (name, text) in files {
            tree::write_new(&folder, name, &text)?;
        }
        Ok(edited)
    }

    /// Runs the reader's `main.rs` with the reader's library and returns whether it succeeded.
    pub(crate) fn run(&self, toolchain: &Toolchain) -> Result<bool, Error> {
        self.code()?;
        let main = self.file("main.rs")?;
        self.file("lib.rs")?;
        let shown = self.shown(&main);
        let built = temporary_folder()?;
        let program = built.path().join("main");
        let mut rustc = toolchain.rustc();
        rustc.args(["-C", "opt-level=1", "-o"]);
        rustc.arg(&program).arg(&main);
        let (compiled, said) = with_progress(&format!("compiling {shown}"), || run(&mut rustc))?;
        eprint!("{said}");
        if !compiled {
            let message = format!("{shown} does not compile (see above)");
            return Err(Error::Unfit(message));
        }
        let running = Running::start(&mut Command::new(&program));
        let status = running.and_then(|running| running.wait());
        let status = status.map_err(Error::file(program, "cannot be run"))?;
        Ok(status.success())
    }

    /// Returns the criteria for an answer in words and the path of the solution, because readers
    /// judge it themselves.
    pub(crate) fn criteria(&self) -> Result<String, Error> {
        let path = self.file("answer.md")?;
        let (answer, shown) = (self.read(&path)?, self.shown(&path));
        let written = answer.lines().filter(|line| !line.trim().is_empty());
        if written.count() < 2 {
            return Err(Error::Unfit(format!("{shown} has no answer yet")));
        }
        let (id, metadata) = (&self.exercise.id, &self.exercise.metadata);
        let mut text = format!("{id}: {}\n  Criteria for {shown}:\n", metadata.title);
        for criterion in &metadata.rubric {
            text += &format!("  [ ] {criterion}\n");
        }
        text += &format!("  Compare it with {}.", self.exercise.solution.file);
        Ok(text)
    }

    /// Calls `check` now and after each change of the reader's files, until it returns true.
    pub(crate) fn watch(
        &self,
        mut check: impl FnMut() -> Result<bool, Error>,
    ) -> Result<(), Error> {
        let failed = |error| Error::Failed(format!("cannot watch your files: {error}"));
        let (sender, events) = mpsc::channel();
        let mut watcher = notify::recommended_watcher(sender).map_err(failed)?;
        let watched = watcher.watch(&self.folder(), RecursiveMode::Recursive);
        watched.map_err(failed)?;
        let is_read = |event: notify::Result<notify::Event>| {
            event.is_ok_and(|event| matches!(event.kind, EventKind::Access(_)))
        };
        while !check()? {
            while events.recv().is_ok_and(is_read) {}
            while events.recv_timeout(PAUSE).is_ok() {}
        }
        Ok(())
    }

    /// Returns one hint, counted from 1, and how to see the next.
    pub(crate) fn hint(&self, library: &Library, number: usize) -> Result<String, Error> {
        let (id, count) = (&self.exercise.id, self.exercise.metadata.hints.len());
        if !(1..=count).contains(&number) {
            return Err(Error::Unfit(match count {
                0 => format!("`{id}` has no hints"),
                1 => format!("`{id}` has one hint, number 1"),
                count => format!("`{id}` has hints 1 to {count}"),
            }));
        }
        let hint = self.exercise.hint(number - 1, &Values::new());
        let text = standalone(&Book::read(self.root, library)?, &hint)?;
        let mut text = format!("Hint {number} of {count}\n\n{}", formulas_as_text(text.trim()));
        if number < count {
            let next = number + 1;
            text += &format!("\n\n`cargo exercise hint {id} {next}` shows the next hint.");
        }
        Ok(text)
    }
}
