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
) -> Result<Option<(Pair, bool)>, LineFault> {
    let line = str::from_utf8(line)?;
    let columns: Vec<&str> = line.split('\t').collect();
    match columns[..] {
        [only] if only.trim().is_empty() => Ok(None),
        [] | [_] => Err(LineFault::OneColumn),
        [source, target, ref others @ ..] => {
            let [source, target] = [source, target].map(clean);
            if source.is_empty() {
                Err(LineFault::EmptySource)
            } else if target.is_empty() {
                Err(LineFault::EmptyTarget)
            } else {
                let lens =
                    [&source, &target].map(|text| tokenize(text).len());
                let tokens = lens[0].max(lens[1]);
                match max_tokens {
                    Some(most) if tokens > most => {
                        Err(LineFault::Long { tokens, most })
                    }
                    _ => Ok(Some((
                        Pair { source, target },
                        !others.is_empty(),
                    ))),
                }
            }
        }
    }
}

fn clean(text: &str) -> String {
    normalize(text).trim().to_owned()
}
