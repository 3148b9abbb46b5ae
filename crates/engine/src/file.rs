//! Writing files.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

/// Replaces the contents of a file, or leaves the file unchanged on an error.
///
/// # Errors
///
/// If the file cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let write = || {
        let mut file = File::create(&partial)?;
        file.write_all(bytes)?;
        // The old file may be replaced only once the new one is on disk.
        file.sync_all()?;
        fs::rename(&partial, path)
    };
    write().inspect_err(|_| {
        // Ignore a failure to remove the file, which may never have been created; report the first
        // error.
        let _ = fs::remove_file(&partial);
    })
}
