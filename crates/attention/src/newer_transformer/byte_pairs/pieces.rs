//! Where a text is cut before its bytes are merged.

/// The largest number of characters in a piece.
///
/// Words are shorter; scripts without spaces would have pieces of whole sentences.
const LONGEST: usize = 16;

/// The largest number of bytes in a piece: a space, and characters of 4 bytes.
pub(super) const MOST_BYTES: usize = 1 + 4 * LONGEST;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Space,
    Letter,
    Digit,
    Other,
}

impl Kind {
    fn of(character: char) -> Self {
        match character {
            c if c.is_whitespace() => Self::Space,
            c if c.is_alphabetic() => Self::Letter,
            c if c.is_numeric() => Self::Digit,
            _ => Self::Other,
        }
    }
}

/// Cuts a text into pieces, in which merges stay.
///
/// A piece is a run of letters, of digits, or of other characters, with the space before it. All
/// other whitespace is cut into single characters, and longer runs after 16 characters. The pieces
/// in order are the text.
///
/// # Example
///
/// ```
/// use attention::newer_transformer::pieces;
///
/// let cut: Vec<_> = pieces("The men see  42 girls.\n").collect();
/// assert_eq!(cut, ["The", " men", " see", " ", " 42", " girls", ".", "\n"]);
/// ```
pub fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut characters = rest.chars();
        let mut first = characters.next()?;
        let mut bytes = first.len_utf8();
        let mut next = characters.next();
        // A space is the start of the run that follows it.
        if let (' ', Some(second)) = (first, next)
            && !second.is_whitespace()
        {
            (first, next) = (second, characters.next());
            bytes += first.len_utf8();
        }
        let kind = Kind::of(first);
        let mut count = 1;
        while let Some(character) = next
            && kind != Kind::Space
            && Kind::of(character) == kind
            && count < LONGEST
        {
            bytes += character.len_utf8();
            count += 1;
            next = characters.next();
        }
        let (piece, after) = rest.split_at(bytes);
        rest = after;
        Some(piece)
    })
}
