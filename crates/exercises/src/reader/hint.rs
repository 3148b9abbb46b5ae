//! Help, a little at a time.

use std::path::Path;

use dialect::{Exercise, Library, Source, Values};

use super::formula::readable;
use crate::{Error, handout};

/// One hint of an exercise, counted from 1, with how to get the next.
///
/// # Errors
///
/// [`Error::Unfit`] if there are not so many.
///
/// ```
/// # let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..").as_ref();
/// let library = dialect::Library::load(root).unwrap();
/// let exercise = library.get("at-least-ninety-percent").unwrap();
/// let first = exercises::hint(root, &library, exercise, 1).unwrap();
/// assert!(first.starts_with("Hint 1 of "));
/// assert!(exercises::hint(root, &library, exercise, 99).is_err());
/// ```
pub fn hint(
    root: &Path,
    library: &Library,
    exercise: &Exercise,
    number: usize,
) -> Result<String, Error> {
    let hints = &exercise.metadata.hints;
    let (id, count) = (&exercise.id, hints.len());
    let hint = number.checked_sub(1).and_then(|index| hints.get(index));
    let Some(hint) = hint else {
        let message = match count {
            0 => format!("`{id}` has no hints"),
            1 => format!("`{id}` has one hint, number 1"),
            count => format!("`{id}` has the hints 1 to {count}"),
        };
        return Err(Error::Unfit(message));
    };
    let source = Source {
        file: exercise.toml.file.clone(),
        text: hint.text.clone(),
    };
    let source = exercise.filled(&source, &Values::new());
    let text = handout::Readable::new(root, library)?.text(&source)?;
    let text = readable(text.trim());
    let mut shown = format!("Hint {number} of {count}\n\n{text}");
    if number < count {
        let next = number + 1;
        shown.push_str(&format!(
            "\n\n`cargo exercise hint {id} {next}` tells more."
        ));
    }
    Ok(shown)
}
