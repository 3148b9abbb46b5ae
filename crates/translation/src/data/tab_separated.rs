//! Pairs from a file with one pair in each line.

mod error;
mod line;

use std::fs;
use std::path::Path;

use super::Pair;
pub use error::{LineFault, LineProblem, ReadError, ReadProblem};
use line::parse_line;

/// How a file with pairs is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Stops after this many good pairs; without it, all lines are read.
    pub pairs: Option<usize>,
    /// Makes the first malformed line an error.
    pub strict: bool,
    /// A line with a sentence of more tokens is left out and reported, as a malformed one is; without
    /// it, sentences may be of any length. The work of a training grows with the longest sentence.
    pub max_tokens: Option<usize>,
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadPairs {
    /// The pairs of all good lines.
    pub pairs: Vec<Pair>,
    /// The malformed lines before the end, or before the last pair that was asked for.
    pub problems: Vec<LineProblem>,
    /// How many of the pairs stand in lines with more columns, which are not read.
    pub more_columns: usize,
    /// How many of the pairs that were asked for are not there: 0 if there are enough.
    pub missing: usize,
}

/// Reads pairs from a file in the format of the [Tatoeba](https://tatoeba.org) export of
/// [manythings.org](https://www.manythings.org/anki/): in each line a sentence, a tab, its translation,
/// and perhaps more columns, such as an attribution, which are not read.
///
/// The file is UTF-8, with or without a byte order mark, and its lines end with LF or CRLF. Letters are
/// composed (NFC), the curly apostrophe becomes the plain one, and all spaces are the same: French
/// texts have no-break and narrow ones. Blank lines are skipped. A malformed line is skipped, too, and
/// reported.
///
/// If there are fewer good pairs than asked for, those are given back, and [`ReadPairs::missing`] says how
/// many are not there: a smaller file is still good for training.
///
/// # Errors
///
/// If the file cannot be read. If `options` are strict, also for the first malformed line.
///
/// # Example
///
/// ```
/// use attention::data::{ReadOptions, read_pairs};
///
/// let error = read_pairs("no such file.txt", &ReadOptions::default()).unwrap_err();
/// assert!(error.to_string().starts_with("no such file.txt: cannot be read: "));
/// ```
pub fn read_pairs(
    path: impl AsRef<Path>,
    options: &ReadOptions,
) -> Result<ReadPairs, ReadError> {
    let path = path.as_ref();
    let bytes = fs::read(path).map_err(ReadProblem::Read);
    let read = bytes.and_then(|bytes| {
        parse_pairs(&bytes, options).map_err(ReadProblem::from)
    });
    read.map_err(|problem| ReadError {
        path: path.to_owned(),
        problem,
    })
}

/// Reads pairs from what such a file holds: see [`read_pairs`].
///
/// # Errors
///
/// If `options` are strict, for the first malformed line.
///
/// # Example
///
/// ```
/// use attention::data::{LineProblem, ReadOptions, parse_pairs};
///
/// let text = "Go.\tVa !\tCC-BY 2.0\nno tab\nHi.\tSalut.\n";
/// let options = ReadOptions { pairs: Some(3), ..ReadOptions::default() };
/// let read = parse_pairs(text, &options)?;
/// assert_eq!((read.pairs[0].source.as_str(), read.pairs[0].target.as_str()), ("Go.", "Va !"));
/// assert_eq!((read.pairs.len(), read.more_columns, read.missing), (2, 1, 1));
/// assert_eq!(read.problems.len(), 1);
/// assert_eq!(
///     read.problems[0].to_string(),
///     "line 2: there is no tab between a sentence and its translation"
/// );
/// # Ok::<(), LineProblem>(())
/// ```
pub fn parse_pairs(
    text: impl AsRef<[u8]>,
    options: &ReadOptions,
) -> Result<ReadPairs, LineProblem> {
    let text = text.as_ref();
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let (mut pairs, mut problems, mut more_columns) =
        (Vec::new(), Vec::new(), 0);
    for (bytes, line) in text.split(|&byte| byte == b'\n').zip(1..) {
        if Some(pairs.len()) == options.pairs {
            break;
        }
        match parse_line(bytes, options.max_tokens) {
            Ok(None) => {}
            Ok(Some((pair, more))) => {
                pairs.push(pair);
                more_columns += usize::from(more);
            }
            Err(fault) if options.strict => {
                return Err(LineProblem { line, fault });
            }
            Err(fault) => problems.push(LineProblem { line, fault }),
        }
    }
    let missing =
        options.pairs.unwrap_or(0).saturating_sub(pairs.len());
    Ok(ReadPairs {
        pairs,
        problems,
        more_columns,
        missing,
    })
}

/// What some programs put before a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

#[cfg(test)]
mod tests;
