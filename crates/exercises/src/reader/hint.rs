//! Help, a little at a time.

use std::path::Path;

use dialect::{Exercise, Library, Values};

use super::readable;
use crate::{Error, handout};

/// One hint of an exercise, counted from 1, with how to get the next.
pub(crate) fn hint(
    root: &Path,
    library: &Library,
    exercise: &Exercise,
    number: usize,
) -> Result<String, Error> {
    let (id, count) = (&exercise.id, exercise.metadata.hints.len());
    if !(1..=count).contains(&number) {
        return Err(Error::Unfit(match count {
            0 => format!("`{id}` has no hints"),
            1 => format!("`{id}` has one hint, number 1"),
            count => format!("`{id}` has the hints 1 to {count}"),
        }));
    }
    let hint = exercise.hint(number - 1, &Values::new());
    let text = handout::Book::read(root, library)?.readable(&hint)?;
    let text = readable(text.trim());
    let more = match number + 1 {
        next if next <= count => {
            format!("\n\n`cargo exercise hint {id} {next}` tells more.")
        }
        _ => String::new(),
    };
    Ok(format!("Hint {number} of {count}\n\n{text}{more}"))
}
