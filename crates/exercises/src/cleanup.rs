//! Programs and temporary folders that do not outlive this process.
//!
//! A signal ends a process without running destructors: an endless test would run on, and a folder
//! with hidden tests would remain. All programs and folders are therefore listed here.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::Error;

/// The time between two checks whether a program has ended.
const PAUSE: Duration = Duration::from_millis(5);

/// The exit code of a shell for a command that was interrupted.
const INTERRUPTED: i32 = 130;

static OPEN: Mutex<Open> = Mutex::new(Open { programs: Vec::new(), folders: Vec::new() });

struct Open {
    programs: Vec<Arc<Mutex<Child>>>,
    folders: Vec<PathBuf>,
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all programs and removes all folders when the user, the system, or a closing terminal ends
/// this process.
pub(crate) fn on_signals() -> Result<(), Error> {
    let set = ctrlc::set_handler(|| {
        // Locked until the end, so that nothing else starts.
        let open = lock(&OPEN);
        for program in &open.programs {
            end(&mut lock(program));
        }
        for folder in &open.folders {
            remove(folder);
        }
        process::exit(INTERRUPTED);
    });
    set.map_err(|error| Error::Failed(format!("signals cannot be handled: {error}")))
}

fn end(program: &mut Child) {
    // Fails only if the program has ended.
    let _ = program.kill();
    let _ = program.wait();
}

/// Removes a folder. A linker that the compiler started may still write into it.
fn remove(folder: &Path) {
    const ATTEMPTS: usize = 100;
    for _ in 0..ATTEMPTS {
        if fs::remove_dir_all(folder).is_ok() || !folder.exists() {
            break;
        }
        thread::sleep(PAUSE);
    }
}

/// A running program, which ends when this value is dropped.
pub(crate) struct Running(Arc<Mutex<Child>>);

impl Running {
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        let mut open = lock(&OPEN);
        let program = Arc::new(Mutex::new(command.spawn()?));
        open.programs.push(Arc::clone(&program));
        Ok(Self(program))
    }

    pub(crate) fn status(&self) -> io::Result<Option<ExitStatus>> {
        lock(&self.0).try_wait()
    }

    pub(crate) fn wait(&self) -> io::Result<ExitStatus> {
        loop {
            if let Some(status) = self.status()? {
                return Ok(status);
            }
            thread::sleep(PAUSE);
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        end(&mut lock(&self.0));
        let mut open = lock(&OPEN);
        open.programs.retain(|other| !Arc::ptr_eq(other, &self.0));
    }
}

/// A temporary folder, which is removed when this value is dropped.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(prefix: &str, above: &Path) -> Result<Self, Error> {
        let mut open = lock(&OPEN);
        let made = tempfile::Builder::new().prefix(prefix).tempdir_in(above);
        let made = made.map_err(Error::file(above, "cannot write"))?.keep();
        open.folders.push(made.clone());
        Ok(Self(made))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        remove(&self.0);
        lock(&OPEN).folders.retain(|other| *other != self.0);
    }
}
