//! Files of sentence pairs, and what is wrong with them.

use std::path::Path;

use anyhow::{Result, bail};
use attention::data::{Pair, ReadOptions, read_pairs};
use dialect::say;

/// The number of malformed lines to print.
const SHOWN: usize = 5;

/// Returns the pairs of a file, and prints its problems.
pub(super) fn read(path: &Path, options: &ReadOptions) -> Result<Vec<Pair>> {
    let read = read_pairs(path, options)?;
    for problem in read.problems.iter().take(SHOWN) {
        say!("{}: {problem}", path.display());
    }
    if !read.problems.is_empty() {
        say!("{} lines skipped", read.problems.len());
    }
    if read.more_columns > 0 {
        let what = "lines have more than two columns; only the first two are read";
        say!("{} {what}", read.more_columns);
    }
    if read.missing > 0 {
        let (count, missing) = (read.pairs.len(), read.missing);
        say!("the file has {count} pairs, {missing} fewer than requested");
    }
    if read.pairs.is_empty() {
        bail!("{}: the file has no pairs", path.display());
    }
    Ok(read.pairs)
}
