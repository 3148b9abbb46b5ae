//! Files that one build caches for the next.
//!
//! A file starts with a key, which contains everything that the rest depends on. A file with
//! another key is ignored, so the files can make a build faster but never outdated.

use std::env;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use anyhow::{Context, Result};

/// Identifies this version of the program, since another version may produce other output.
pub(crate) fn program() -> String {
    let program = env::current_exe().and_then(fs::metadata);
    let written = program.as_ref().ok().and_then(|program| {
        let written = program.modified().ok()?;
        written.duration_since(SystemTime::UNIX_EPOCH).ok()
    });
    let (length, written) =
        (program.map_or(0, |program| program.len()), written.unwrap_or_default().as_nanos());
    format!("program of {length} bytes, written at {written}")
}

/// Returns the text of `file`, if it was cached with this key.
pub(crate) fn read(file: &Path, key: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    Some(text.strip_prefix(key)?.strip_prefix('\n')?.to_owned())
}

/// Caches a text.
pub(crate) fn write(file: &Path, key: &str, text: &str) -> Result<()> {
    dialect::replace(file, &format!("{key}\n{text}"))
        .with_context(|| format!("{}: cannot write", file.display()))
}
