//! Stores results between runs.
//!
//! A program that was built from the same texts by the same compiler repeats its result. The result
//! of a snippet or a solution is therefore stored under a digest of all its dependencies.

use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;
use std::{env, fmt};

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
pub struct Key([u8; 32]);

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
        Self(hash.finalize().into())
    }

    /// Returns the digest.
    pub fn bytes(&self) -> [u8; 32] {
        self.0
    }
}

/// Writes hexadecimal digits, as many as the precision: `{key:.8}`, or all.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: String = self.0.iter().map(|byte| format!("{byte:02x}")).collect();
        f.pad(&digits)
    }
}

impl ResultCache {
    /// Opens a folder of results, which is created with the first result. If [`FRESH`] is set, no
    /// result is read.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), fresh: env::var_os(FRESH).is_some() }
    }

    /// Returns the result stored under this key.
    pub fn get(&self, key: &Key) -> Option<String> {
        if self.fresh {
            return None;
        }
        let path = self.folder.join(key.to_string());
        let result = fs::read_to_string(&path).ok()?;
        // Marks the result as used. If this fails, it is only removed earlier.
        let _ = File::open(&path).and_then(|file| file.set_modified(SystemTime::now()));
        Some(result)
    }

    /// Stores a result. If this fails, the next run repeats the work.
    pub fn keep(&self, key: &Key, result: &str) {
        static HAS_ROOM: AtomicBool = AtomicBool::new(false);
        let _ = replace(&self.folder.join(key.to_string()), result);
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
        let kept = ResultCache { folder: folder.path().join("new"), fresh: false };
        let key = Key::of(["program"]);
        assert_eq!(kept.get(&key), None);
        kept.keep(&key, "4\n");
        assert_eq!(kept.get(&key).as_deref(), Some("4\n"));
        assert_eq!(kept.get(&Key::of(["changed"])), None);
        let fresh = ResultCache { fresh: true, ..kept };
        assert_eq!(fresh.get(&key), None);
    }

    #[test]
    fn the_least_recently_used_entry_is_removed_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let kept = ResultCache { folder: folder.path().to_owned(), fresh: false };
        let keys = ["old", "older", "new"].map(|name| Key::of([name]));
        for (key, age) in keys.iter().zip([300, 400, 0]) {
            kept.keep(key, "");
            let file = File::open(folder.path().join(key.to_string())).expect("the result");
            let used = SystemTime::now() - std::time::Duration::from_secs(age);
            file.set_modified(used).expect("its time");
        }
        kept.make_room(2);
        let there = keys.map(|key| folder.path().join(key.to_string()).exists());
        assert_eq!(there, [true, false, true]);
    }
}
