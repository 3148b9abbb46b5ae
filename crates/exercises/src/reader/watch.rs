//! A check after each save.

use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use dialect::Exercise;
use notify::{EventKind, RecursiveMode, Watcher};

use super::folder;
use crate::Error;

/// An editor writes a file in several steps.
const PAUSE: Duration = Duration::from_millis(150);

/// Calls `check` now and after each change of the reader's files, until it says that all is done.
///
/// # Errors
///
/// Those of `check`, and [`Error::Tool`] if the system does not tell of changes.
pub fn watch(
    root: &Path,
    exercise: &Exercise,
    mut check: impl FnMut() -> Result<bool, Error>,
) -> Result<(), Error> {
    let failed = |error| Error::Tool(format!("cannot watch your files: {error}"));
    let (sender, events) = mpsc::channel();
    let mut watcher = notify::recommended_watcher(sender).map_err(failed)?;
    let folder = folder(root, exercise);
    watcher
        .watch(&folder, RecursiveMode::Recursive)
        .map_err(failed)?;
    while !check()? {
        loop {
            let event = events.recv().ok().and_then(Result::ok);
            let read = |kind: &EventKind| matches!(kind, EventKind::Access(_));
            if event.is_none_or(|event| !read(&event.kind)) {
                break;
            }
        }
        while events.recv_timeout(PAUSE).is_ok() {}
    }
    Ok(())
}
