//! Folders of files: writing, copying, listing, and publishing.

use std::fs;
use std::io::{self, Write};
use std::path::{self, Path, PathBuf};

use crate::Error;
use crate::cleanup::Folder;

pub(crate) fn write(folder: &Path, name: &str, text: &str) -> Result<(), Error> {
    let path = folder.join(name);
    create_above(&path)?;
    fs::write(&path, text).map_err(Error::file(path, "cannot write"))
}

/// Writes `folder/name` unless it exists, even if another process is writing it.
pub(crate) fn write_new(folder: &Path, name: &str, text: &str) -> Result<(), Error> {
    let path = folder.join(name);
    create_above(&path)?;
    match fs::File::create_new(&path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        created => created
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(Error::file(path, "cannot write")),
    }
}

pub(crate) fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    create_above(to)?;
    let copied = fs::copy(from, to);
    copied.map(drop).map_err(Error::file(to, "cannot write"))
}

/// Links a file if the system can, and copies it otherwise, so that forty students do not need
/// forty copies of all crates.
pub(crate) fn link(from: &Path, to: &Path) -> Result<(), Error> {
    create_above(to)?;
    fs::hard_link(from, to).or_else(|_| copy(from, to))
}

fn create_above(path: &Path) -> Result<(), Error> {
    let above = path.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(above).map_err(Error::file(above, "cannot create"))
}

pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let files = dialect::files(folder).map_err(|error| Error::Failed(error.to_string()))?;
    let relative = files.iter().filter_map(|file| file.strip_prefix(folder).ok());
    Ok(relative.map(Path::to_owned).collect())
}

/// A folder that is written next to its destination and moved there when it is complete.
pub(crate) struct Staging {
    folder: Folder,
    out: PathBuf,
}

impl Staging {
    /// Refuses a file or a folder that is not empty.
    pub(crate) fn new(out: &Path) -> Result<Self, Error> {
        let path = out.to_owned();
        if out.is_dir() {
            let entries = fs::read_dir(out).map_err(Error::file(out, "cannot read"))?;
            if entries.count() > 0 {
                let advice = "name a new folder, or remove this one";
                return Err(Error::Exists { path, advice });
            }
        } else if out.exists() {
            let advice = "name a folder";
            return Err(Error::Exists { path, advice });
        }
        let (above, _) = split(out)?;
        let folder = Folder::new(".handout-", &above)?;
        Ok(Self { folder, out: path })
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn product(&self) -> PathBuf {
        self.path("product")
    }

    pub(crate) fn publish(self) -> Result<(), Error> {
        create_above(&self.out)?;
        if self.out.is_dir() {
            let removed = fs::remove_dir(&self.out);
            removed.map_err(Error::file(&self.out, "cannot replace"))?;
        }
        let moved = fs::rename(self.product(), &self.out);
        moved.map_err(Error::file(self.out, "cannot write"))
    }
}

pub(crate) fn refuse_inside(out: &Path, source: &Path) -> Result<(), Error> {
    let (above, rest) = split(out)?;
    let above = above.canonicalize();
    let whole = above.map_err(Error::file(out, "cannot resolve"))?.join(rest);
    match source.canonicalize() {
        Ok(found) if whole.starts_with(&found) => Err(Error::Unfit(format!(
            "{} is inside {}: name a folder outside it",
            out.display(),
            source.display()
        ))),
        _ => Ok(()),
    }
}

/// Returns the first existing folder above `out` and the rest of the path.
fn split(out: &Path) -> Result<(PathBuf, PathBuf), Error> {
    let absolute = path::absolute(out).map_err(Error::file(out, "cannot resolve"))?;
    let above = absolute.ancestors().skip(1).find(|folder| folder.is_dir());
    let above = above.unwrap_or(Path::new("/"));
    let rest = absolute.strip_prefix(above).unwrap_or(Path::new(""));
    Ok((above.to_owned(), rest.to_owned()))
}
