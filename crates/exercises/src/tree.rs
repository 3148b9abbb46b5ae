//! Folders of files: written, copied, listed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Error;

/// Writes `folder/name`, with the folders that it needs.
pub(crate) fn write(folder: &Path, name: &str, text: &str) -> Result<(), Error> {
    let path = folder.join(name);
    create_above(&path)?;
    fs::write(&path, text).map_err(Error::file(path, "cannot write"))
}

/// The bytes of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Error> {
    fs::read(path).map_err(Error::file(path, "cannot read"))
}

/// Copies a file.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    create_above(to)?;
    let copied = fs::copy(from, to).map(drop);
    copied.map_err(Error::file(to, "cannot write"))
}

/// Like [`copy`], but where the system can, both names lead to the same bytes on the disk: forty
/// students need no forty copies of all crates.
pub(crate) fn link(from: &Path, to: &Path) -> Result<(), Error> {
    create_above(to)?;
    let linked = fs::hard_link(from, to).or_else(|_| fs::copy(from, to).map(drop));
    linked.map_err(Error::file(to, "cannot write"))
}

fn create_above(path: &Path) -> Result<(), Error> {
    let above = path.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(above).map_err(Error::file(above, "cannot create"))
}

/// All files below `folder`, relative to it and sorted. What is neither a file nor a folder, such as a
/// link to elsewhere, is an error.
pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(inside) = folders.pop() {
        let path = folder.join(&inside);
        let unreadable = || Error::file(path.clone(), "cannot read");
        for entry in fs::read_dir(&path).map_err(unreadable())? {
            let entry = entry.map_err(unreadable())?;
            let kind = entry.file_type().map_err(unreadable())?;
            let name = inside.join(entry.file_name());
            if kind.is_dir() {
                folders.push(name);
            } else if kind.is_file() {
                files.push(name);
            } else {
                let message = "is neither a file nor a folder";
                let path = folder.join(name);
                return Err(Error::Tool(format!("{}: {message}", path.display())));
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Moves the finished product to its place.
pub(crate) fn publish(product: &Path, out: &Path) -> Result<(), Error> {
    if let Some(above) = out.parent() {
        fs::create_dir_all(above).map_err(Error::file(above, "cannot create"))?;
    }
    if out.is_dir() {
        fs::remove_dir(out).map_err(Error::file(out, "cannot replace"))?;
    }
    fs::rename(product, out).map_err(Error::file(out, "cannot write"))
}
