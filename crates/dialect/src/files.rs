//! Files and folders of a book.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use tempfile::NamedTempFile;

/// The file in the root of a book.
pub const BOOK_FILE: &str = "book.toml";

/// The folders of a book that contain sources, in which no tool writes its products.
pub const SOURCE_FOLDERS: [&str; 10] =
    [".cargo", ".ci", ".git", "crates", "exercises", "images", "models", "src", "tests", "theme"];

/// Converts a path to an address, with `/` between its parts.
pub fn url(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// Returns the root of the book that contains `folder`: the nearest folder upward with a
/// `book.toml`.
pub fn find_root(folder: &Path) -> io::Result<PathBuf> {
    let mut roots = folder.ancestors();
    let root = roots.find(|root| root.join(BOOK_FILE).is_file());
    root.map(Path::to_owned).ok_or_else(|| {
        let folder = folder.display();
        let message = format!("no {BOOK_FILE} in {folder} or a folder above it");
        io::Error::new(io::ErrorKind::NotFound, message)
    })
}

/// Writes a file and its folder. Whoever reads the file at the same time, or after a power cut,
/// reads either the old or the new text. A file that cannot be written stays unchanged.
pub fn replace(file: &Path, text: &str) -> io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder)?;
    let mut partial = NamedTempFile::new_in(folder)?;
    partial.write_all(text.as_bytes())?;
    // Otherwise, the new name could reach the disk before the text.
    partial.as_file().sync_all()?;
    partial.persist(file)?;
    Ok(())
}

/// Returns the file itself, or all files in a folder and its subfolders, sorted. An error names the
/// unreadable folder.
pub fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    let unreadable = |error: io::Error| {
        let message = format!("{}: cannot be read: {error}", path.display());
        io::Error::new(error.kind(), message)
    };
    for entry in fs::read_dir(path).map_err(unreadable)? {
        found.extend(files(&entry.map_err(unreadable)?.path())?);
    }
    found.sort();
    Ok(found)
}
