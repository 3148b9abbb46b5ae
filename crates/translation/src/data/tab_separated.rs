//! Pairs from a file with one pair in each line.

mod error;
mod line;

use std::fs;
use std::path::Path;

use super::Pair;
pub use error::{LineFault, LineProblem, ReadError, ReadProblem};
use line::parse_line;

/// Options for reading a file of pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The number of valid pairs after which to stop; by default, all lines are read.
    pub pairs: Option<usize>,
    /// Whether the first malformed line is an error.
    pub strict: bool,
    /// The maximum number of tokens of a sentence; by default, there is no limit.
    ///
    /// A line with a longer sentence is skipped and reported like a malformed line. The cost of
    /// training grows with the longest sentence.
    pub max_tokens: Option<usize>,
    /// Whether to keep the characters as they are, apart from the spaces around a sentence.
    pub as_written: bool,
}

/// The result of reading a file of pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadPairs {
    /// The pairs of all valid lines.
    pub pairs: Vec<Pair>,
    /// The malformed lines before the end, or before the last requested pair.
    pub problems: Vec<LineProblem>,
    /// The number of pairs in lines with additional columns, which are ignored.
    pub more_columns: usize,
    /// The number of requested pairs that the file does not have.
    pub missing: usize,
}

/// Reads pairs from a file in the format of the [Tatoeba](https://tatoeba.org) export of
/// [manythings.org](https://www.manythings.org/anki/).
///
/// Each line holds a sentence, a tab, and its translation. Additional columns, such as an
/// attribution, are ignored. The file is UTF-8, with or without a byte order mark, and its lines
/// end with LF or CRLF. Letters are composed (NFC), curly apostrophes become straight, and all
/// kinds of spaces become equal, because French texts have no-break and narrow ones, unless
/// [`ReadOptions::as_written`] keeps them. Blank lines are skipped, and malformed lines are skipped
/// and reported.
///
/// If there are fewer valid pairs than requested, all of them are returned, and
/// [`ReadPairs::missing`] is their shortfall.
///
/// # Errors
///
/// If the file cannot be read, or if `options` are strict and a line is malformed.
pub fn read_pairs(
    path: impl AsRef<Path>,
    options: &ReadOptions,
) -> Result<ReadPairs, ReadError> {
    let path = path.as_ref();
    let bytes = fs::read(path).map_err(ReadProblem::Read);
    let read = bytes.and_then(|bytes| {
        parse_pairs(&bytes, options).map_err(ReadProblem::from)
    });
    read.map_err(|problem| ReadError { path: path.to_owned(), problem })
}

/// Parses pairs from the content of such a file; see [`read_pairs`].
///
/// # Errors
///
/// If `options` are strict and a line is malformed.
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
        match parse_line(bytes, options.max_tokens, options.as_written)
        {
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
    Ok(ReadPairs { pairs, problems, more_columns, missing })
}

/// The prefix of UTF-8 texts from some programs.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
