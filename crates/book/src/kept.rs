//! What one build leaves for the next.
//!
//! A file starts with a key: all that the rest depends on. With another key it counts for nothing, so
//! what is kept can make a build faster, and never older.

use std::env;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use tempfile::NamedTempFile;

/// This program, as far as what it makes may differ.
pub(crate) fn program() -> String {
    let program = env::current_exe().and_then(fs::metadata);
    let program = program.map(|program| (program.len(), program.modified().ok()));
    format!("{program:?}")
}

/// What `file` holds, if it was kept with this key.
pub(crate) fn read(file: &Path, key: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    Some(text.strip_prefix(key)?.strip_prefix('\n')?.to_owned())
}

/// Keeps a text. Another build may read the file at the same time, and gets the old one or this.
pub(crate) fn write(file: &Path, key: &str, text: &str) -> Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let write = || {
        fs::create_dir_all(folder)?;
        let mut fresh = NamedTempFile::new_in(folder)?;
        write!(fresh, "{key}\n{text}")?;
        fresh.persist(file).map_err(|error| error.error)
    };
    write().with_context(|| format!("{}: cannot write", file.display()))?;
    Ok(())
}
