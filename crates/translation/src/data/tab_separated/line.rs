//! One line of a file of pairs.

use std::str;

use super::super::Pair;
use super::super::tokenizer::{normalize, tokenize};
use super::LineFault;

/// Returns the pair of a line and whether there are additional columns, or `None` if the line is
/// blank.
///
/// A CR at the end is whitespace like any other.
pub(super) fn parse_line(
    line: &[u8],
    max_tokens: Option<usize>,
    as_written: bool,
) -> Result<Option<(Pair, bool)>, LineFault> {
    let line = str::from_utf8(line)?;
    let columns: Vec<&str> = line.split('\t').collect();
    let [source, target, others @ ..] = &columns[..] else {
        return match line.trim() {
            "" => Ok(None),
            _ => Err(LineFault::OneColumn),
        };
    };
    let [source, target] = [source, target].map(|text| {
        let text = match as_written {
            true => text.to_string(),
            false => normalize(text),
        };
        text.trim().to_owned()
    });
    if source.is_empty() {
        return Err(LineFault::EmptySource);
    }
    if target.is_empty() {
        return Err(LineFault::EmptyTarget);
    }
    let [a, b] = [&source, &target].map(|text| tokenize(text).len());
    match (a.max(b), max_tokens) {
        (tokens, Some(most)) if tokens > most => {
            Err(LineFault::Long { tokens, most })
        }
        _ => Ok(Some((Pair { source, target }, !others.is_empty()))),
    }
}
