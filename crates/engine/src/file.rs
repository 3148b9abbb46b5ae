//! Writing files.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

/// Puts the bytes at `path`, or leaves there what was there.
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
        // Only what is on the disk may take the place of the old file.
        file.sync_all()?;
        fs::rename(&partial, path)
    };
    write().inspect_err(|_| {
        // If it cannot be removed, it was not created; the first error says why.
        let _ = fs::remove_file(&partial);
    })
}
