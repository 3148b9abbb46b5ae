//! Files of sentence pairs, and what is wrong with them.

use std::path::Path;

use anyhow::{Result, bail};
use attention::data::{Pair, ReadOptions, read_pairs};
use clap::Args;
use dialect::say;

use super::resumable::at_least_1;

/// The number of malformed lines to print.
const SHOWN: usize = 5;

/// The lines that are read of a file of sentence pairs.
#[derive(Args, Debug)]
pub(super) struct LinesArgs {
    /// Read at most N pairs of the file.
    #[arg(long, value_name = "N", requires = "corpus", value_parser = at_least_1)]
    pairs: Option<usize>,
    /// Stop at the first malformed line of the file instead of skipping it.
    #[arg(long, requires = "corpus")]
    strict: bool,
    /// Skip lines with a sentence of more than N words and marks.
    #[arg(long, value_name = "N", requires = "corpus", default_value_t = 50)]
    max_tokens: usize,
}

impl LinesArgs {
    /// Returns the pairs of a file, and prints its problems. The characters may stay
    /// [as they are](ReadOptions::as_written).
    pub(super) fn read(&self, path: &Path, as_written: bool) -> Result<Vec<Pair>> {
        let options = ReadOptions {
            pairs: self.pairs,
            strict: self.strict,
            max_tokens: Some(self.max_tokens),
            as_written,
        };
        let read = read_pairs(path, &options)?;
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
}
