//! Files that one build caches for the next.
//!
//! A file starts with a key, which contains everything that the rest depends on. A file with
//! another key is ignored, so the files can make a build faster but never outdated.

use std::path::Path;
use std::time::SystemTime;
use std::{env, fs, io};

use anyhow::{Context, Result};

/// Identifies this version of the program, since another version may produce other output. Cargo
/// links the program again after each change to its code.
pub(crate) fn program() -> io::Result<String> {
    let program = fs::metadata(env::current_exe()?)?;
    let written = program.modified()?.duration_since(SystemTime::UNIX_EPOCH);
    let (length, written) = (program.len(), written.unwrap_or_default().as_nanos());
    Ok(format!("program of {length} bytes, written at {written}"))
}

/// Returns the text of `file`, if it was cached with this key.
pub(crate) fn read(file: &Path, key: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    Some(text.strip_prefix(key)?.strip_prefix('\n')?.to_owned())
}

pub(crate) fn write(file: &Path, key: &str, text: &str) -> Result<()> {
    dialect::replace(file, &format!("{key}\n{text}"))
        .with_context(|| format!("{}: cannot write", file.display()))
}
