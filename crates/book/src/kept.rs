//! Files that one build keeps for the next.
//!
//! A file starts with a key, which contains everything that the rest depends on. A file with another key is
//! ignored, so the files can make a build faster but never outdated.

use std::env;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use tempfile::NamedTempFile;

/// Identifies this version of the program, since another version may produce other output.
pub(crate) fn program() -> String {
    let program = env::current_exe().and_then(fs::metadata);
    let program = program.map(|program| (program.len(), program.modified().ok()));
    format!("{program:?}")
}

/// Returns the text of `file`, if it was kept with this key.
pub(crate) fn read(file: &Path, key: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    Some(text.strip_prefix(key)?.strip_prefix('\n')?.to_owned())
}

/// Keeps a text. A build that reads the file at the same time reads either the old or the new text.
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
