//! Programs that stay in the target folder, so that whoever changes one exercise waits for its group.
//!
//! Only the program is kept and never what came of it: all tests run every time. Its name is made of
//! all that it was made of, which are the compiler, the libraries and the sources. So whatever is changed
//! has another name.

use std::fs::{self, DirEntry, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use sha2::{Digest, Sha256};

use super::{
    ARGUMENTS, EXECUTABLE, MAIN, Part, Rejected, build, sources, temporary_folder,
};
use crate::{Error, Toolchain, tree};

/// How many bytes are kept. What was not used for the longest time goes first.
const MOST: u64 = 1 << 30;
/// What was used a shorter time ago stays: somebody may be about to run it.
const IN_USE: Duration = Duration::from_secs(600);

/// The program of these exercises, whose libraries are texts: from the target folder if it is there.
///
/// # Errors
///
/// [`Error::File`] or [`Error::Tool`] if it cannot be compiled; the inner error is what the compiler says.
pub(super) fn program(
    toolchain: &Toolchain,
    parts: &[Part],
) -> Result<Result<PathBuf, Rejected>, Error> {
    let shelf = toolchain.kept();
    let files = sources(parts);
    let kept = shelf.join(name(toolchain.stamp()?, &files));
    if let Ok(file) = File::open(&kept) {
        // If the time cannot be set, the program goes earlier.
        let _ = file.set_modified(SystemTime::now());
        return Ok(Ok(kept));
    }
    fs::create_dir_all(&shelf).map_err(Error::file(&shelf, "cannot create"))?;
    // On the same disk, so that it can be moved: nobody sees half a program.
    let fresh = tempfile::tempdir_in(&shelf);
    let fresh = fresh.map_err(Error::file(&shelf, "cannot write"))?;
    let executable = fresh.path().join(EXECUTABLE);
    let folder = temporary_folder()?;
    tree::write_all(folder.path(), &files)?;
    if let Some(said) = build(toolchain, &folder.path().join(MAIN), &executable)? {
        let folder = folder.path().to_owned();
        return Ok(Err(Rejected { said, folder }));
    }
    fs::rename(&executable, &kept).map_err(Error::file(&kept, "cannot write"))?;
    make_room(&shelf, MOST, IN_USE);
    Ok(Ok(kept))
}

/// The name of a program: two have the same only if they were made of the same.
fn name(stamp: &str, files: &[(String, String)]) -> String {
    let mut hash = Sha256::new();
    let files = files.iter().flat_map(|(name, text)| [name, text]);
    let texts = ARGUMENTS.into_iter().chain(files.map(String::as_str));
    for text in [stamp].into_iter().chain(texts) {
        hash.update(text.len().to_le_bytes());
        hash.update(text);
    }
    format!("{:x}", hash.finalize())
}

/// Removes what is too much, and what a run that was stopped has left. That something stays is no error.
fn make_room(shelf: &Path, most: u64, in_use: Duration) {
    let known = |entry: DirEntry| {
        let about = entry.metadata().ok()?;
        Some((about.modified().ok()?, about, entry.path()))
    };
    let entries = fs::read_dir(shelf).into_iter().flatten().flatten();
    let mut entries: Vec<_> = entries.filter_map(known).collect();
    entries.sort_by_key(|(used, ..)| *used);
    let programs = entries.iter().filter(|(_, about, _)| about.is_file());
    let mut total: u64 = programs.map(|(_, about, _)| about.len()).sum();
    for (used, about, path) in entries {
        if used.elapsed().is_ok_and(|ago| ago < in_use) {
            break;
        }
        if about.is_dir() {
            let _ = fs::remove_dir_all(path);
        } else if total > most && fs::remove_file(path).is_ok() {
            total -= about.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(files: &[(&str, &str)]) -> Vec<(String, String)> {
        let owned = |(name, text): &(&str, &str)| ((*name).into(), (*text).into());
        files.iter().map(owned).collect()
    }

    #[test]
    fn what_differs_has_another_name() {
        let stamp = "rustc 1";
        let base = name(stamp, &files(&[("a", "b"), ("c", "d")]));
        assert_eq!(base, name(stamp, &files(&[("a", "b"), ("c", "d")])));
        for other in [
            [("a", "b"), ("c", "e")],
            [("a", "b"), ("e", "d")],
            [("ab", ""), ("c", "d")],
            [("a", "bc"), ("", "d")],
            [("c", "d"), ("a", "b")],
        ] {
            assert_ne!(base, name(stamp, &files(&other)), "{other:?}");
        }
        assert_ne!(base, name("rustc 2", &files(&[("a", "b"), ("c", "d")])));
    }

    #[test]
    fn what_was_not_used_for_long_goes_first() {
        let shelf = tempfile::tempdir().expect("a folder");
        let now = SystemTime::now();
        for (name, age) in [("old", 300), ("older", 400), ("new", 0)] {
            let path = shelf.path().join(name);
            fs::write(&path, [0; 100]).expect("a file");
            let file = File::open(&path).expect("the file");
            let used = now - Duration::from_secs(age);
            file.set_modified(used).expect("the time of the file");
        }
        let there =
            || ["old", "older", "new"].map(|name| shelf.path().join(name).exists());
        make_room(shelf.path(), 200, Duration::from_secs(600));
        assert_eq!(there(), [true; 3], "all are in use");
        make_room(shelf.path(), 200, Duration::from_secs(60));
        assert_eq!(there(), [true, false, true]);
        make_room(shelf.path(), 0, Duration::from_secs(60));
        assert_eq!(there(), [false, false, true]);
    }
}
