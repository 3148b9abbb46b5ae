//! Stores results between runs.
//!
//! A program that was built from the same texts by the same compiler repeats its result. The result
//! of a snippet or a solution is therefore stored under a digest of all its dependencies. A slow
//! test that starts programs is skipped in the same way until its program or one of the files on
//! which it depends changes.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;
use std::{env, io, iter, thread};

use sha2::{Digest, Sha256};

use crate::{files, replace};

/// The environment variable that disables the use of stored results.
pub const FRESH: &str = "BOOK_FRESH";

/// The maximum number of results. The least recently used are removed first.
const MAX_RESULTS: usize = 20_000;

/// A folder of results.
#[derive(Clone, Debug)]
pub struct ResultCache {
    folder: PathBuf,
    fresh: bool,
}

/// A digest of everything on which a result depends.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key(String);

impl Key {
    /// Computes the key of a list of texts. Only equal lists have equal keys.
    pub fn of<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Self {
        let mut hash = Sha256::new();
        for text in texts {
            let text = text.as_ref();
            // The lengths distinguish "ab", "c" from "a", "bc".
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        }
        Self(format!("{:x}", hash.finalize()))
    }

    /// Returns eight hexadecimal digits of the key, for the name of a file.
    pub fn short(&self) -> &str {
        &self.0[..8]
    }
}

impl ResultCache {
    /// Opens a folder of results, which is created with the first result. If [`FRESH`] is set, no
    /// result is read.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            fresh: env::var_os(FRESH).is_some(),
        }
    }

    /// Returns the result stored under this key.
    pub fn get(&self, key: &Key) -> Option<String> {
        if self.fresh {
            return None;
        }
        let path = self.folder.join(&key.0);
        let result = fs::read_to_string(&path).ok()?;
        // Marks the result as used. If this fails, it is only removed earlier.
        let _ = File::open(&path).and_then(|file| file.set_modified(SystemTime::now()));
        Some(result)
    }

    /// Stores a result. If this fails, the next run repeats the work.
    pub fn keep(&self, key: &Key, result: &str) {
        static HAS_ROOM: AtomicBool = AtomicBool::new(false);
        let _ = replace(&self.folder.join(&key.0), result);
        if !HAS_ROOM.swap(true, Ordering::Relaxed) {
            self.make_room(MAX_RESULTS);
        }
    }

    fn make_room(&self, most: usize) {
        let mut files = files(&self.folder).unwrap_or_default();
        files.sort_by_cached_key(|path| fs::metadata(path).ok()?.modified().ok());
        for path in &files[..files.len().saturating_sub(most)] {
            let _ = fs::remove_file(path);
        }
    }
}

/// A test that has not passed since one of its dependencies changed. Dropping it without a panic
/// stores that it has passed.
#[derive(Debug)]
pub struct Passing {
    kept: ResultCache,
    key: Key,
}

impl Passing {
    /// Returns `None` if the test that runs in this thread has passed since its program and all
    /// files in `paths` were written.
    ///
    /// # Errors
    ///
    /// Returns an error if a path does not exist or cannot be read.
    pub fn since<P: AsRef<Path>>(paths: &[P]) -> io::Result<Option<Self>> {
        Self::with(paths, &[])
    }

    /// Returns `None` if the test has passed since then with the same texts. Files that each run
    /// writes again are passed as texts.
    ///
    /// # Errors
    ///
    /// Returns an error if a path does not exist or cannot be read.
    pub fn with<P: AsRef<Path>>(
        paths: &[P],
        texts: &[&str],
    ) -> io::Result<Option<Self>> {
        let program = env::current_exe()?;
        let folder = program.parent().unwrap_or(&program);
        let kept = ResultCache::new(folder.with_file_name("tests-passed"));
        let mut depends = vec![format!("{:?}", thread::current().name())];
        depends.extend(texts.iter().map(ToString::to_string));
        for path in iter::once(&*program).chain(paths.iter().map(AsRef::as_ref)) {
            for file in files(path)? {
                let about = fs::metadata(&file)?;
                let (length, written) = (about.len(), about.modified()?);
                depends.push(format!("{} {length} {written:?}", file.display()));
            }
        }
        let key = Key::of(depends);
        Ok(kept.get(&key).is_none().then_some(Self { kept, key }))
    }
}

impl Drop for Passing {
    fn drop(&mut self) {
        if !thread::panicking() {
            self.kept.keep(&self.key, "");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_parts_have_different_keys() {
        let base = Key::of(["ab", "c"]);
        assert_eq!(base, Key::of(["ab", "c"]));
        for other in [&["a", "bc"][..], &["c", "ab"], &["abc"], &["ab", "c", ""]] {
            assert_ne!(base, Key::of(other), "{other:?}");
        }
    }

    #[test]
    fn a_result_is_found_again_unless_all_is_to_be_fresh() {
        let folder = tempfile::tempdir().expect("a folder");
        let kept = ResultCache {
            folder: folder.path().join("new"),
            fresh: false,
        };
        let key = Key::of(["program"]);
        assert_eq!(kept.get(&key), None);
        kept.keep(&key, "4\n");
        assert_eq!(kept.get(&key).as_deref(), Some("4\n"));
        assert_eq!(kept.get(&Key::of(["changed"])), None);
        let fresh = ResultCache {
            fresh: true,
            ..kept
        };
        assert_eq!(fresh.get(&key), None);
    }

    #[test]
    fn the_least_recently_used_entry_is_removed_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let kept = ResultCache {
            folder: folder.path().to_owned(),
            fresh: false,
        };
        let keys = ["old", "older", "new"].map(|name| Key::of([name]));
        for (key, age) in keys.iter().zip([300, 400, 0]) {
            kept.keep(key, "");
            let file = File::open(folder.path().join(&key.0)).expect("the result");
            let used = SystemTime::now() - std::time::Duration::from_secs(age);
            file.set_modified(used).expect("its time");
        }
        kept.make_room(2);
        let there = keys.map(|key| folder.path().join(key.0).exists());
        assert_eq!(there, [true, false, true]);
    }

    #[test]
    fn a_test_that_passed_runs_again_when_a_file_changes() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("in/file");
        let write = |text: &str| {
            fs::create_dir_all(folder.path().join("in")).expect("a folder");
            fs::write(&file, text).expect("a file");
        };
        let since = || Passing::since(&[folder.path()]).expect("files");
        write("1");
        let failing = thread::Builder::new()
            .name(thread::current().name().expect("of the test").to_owned());
        let failing = failing.spawn({
            let folder = folder.path().to_owned();
            move || {
                let _passing = Passing::since(&[folder]).expect("files");
                panic!("as a test that fails");
            }
        });
        failing.expect("a thread").join().expect_err("it fails");
        let passing = since().expect("it failed");
        assert!(since().is_some(), "it still runs");
        drop(passing);
        if env::var_os(FRESH).is_none() {
            assert!(since().is_none(), "it passed");
        }
        write("22");
        assert!(since().is_some(), "the file is another one");
        let with = |text| Passing::with(&[folder.path()], &[text]).expect("files");
        drop(with("page"));
        if env::var_os(FRESH).is_none() {
            assert!(with("page").is_none(), "it passed with this text");
        }
        assert!(with("another page").is_some(), "the text is another one");
        assert!(Passing::since(&[folder.path().join("none")]).is_err());
    }
}
