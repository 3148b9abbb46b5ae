//! A check after each save.

use std::sync::mpsc;
use std::time::Duration;

use notify::{EventKind, RecursiveMode, Watcher};

use super::Work;
use crate::Error;

/// An editor writes a file in several steps.
const PAUSE: Duration = Duration::from_millis(150);

impl Work<'_> {
    /// Calls `check` now and after each change of the reader's files, until it says that all is done.
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
}
