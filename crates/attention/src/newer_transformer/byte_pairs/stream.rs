//! Characters from tokens that arrive one after another.

/// Turns bytes into text as soon as a character is complete.
///
/// A token may end within a character, whose remaining bytes are in the next token. Bytes that no
/// character can start or continue with become U+FFFD, as in [`String::from_utf8_lossy`].
///
/// # Example
///
/// ```
/// use attention::newer_transformer::Utf8Stream;
///
/// let mut stream = Utf8Stream::default();
/// assert_eq!(stream.push(b"caf\xc3"), "caf");
/// assert_eq!(stream.push(b"\xa9!"), "é!");
/// assert_eq!(stream.push(b"\xe6\x9d"), "");
/// assert_eq!(stream.finish(), "\u{fffd}");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Utf8Stream {
    /// The start of a character.
    pending: Vec<u8>,
}

impl Utf8Stream {
    /// Returns the characters that these bytes complete.
    pub fn push(&mut self, bytes: &[u8]) -> String {
        self.pending.extend_from_slice(bytes);
        let mut text = String::new();
        let mut taken = 0;
        for chunk in self.pending.utf8_chunks() {
            text += chunk.valid();
            taken += chunk.valid().len();
            let invalid = chunk.invalid();
            let end = taken + invalid.len();
            // At the end, these bytes may still become a character.
            let cut = std::str::from_utf8(invalid)
                .is_err_and(|error| error.error_len().is_none());
            if end == self.pending.len() && cut {
                break;
            }
            if !invalid.is_empty() {
                text.push(char::REPLACEMENT_CHARACTER);
            }
            taken = end;
        }
        self.pending.drain(..taken);
        text
    }

    /// Returns U+FFFD if the last character is incomplete.
    pub fn finish(self) -> String {
        String::from_utf8_lossy(&self.pending).into_owned()
    }
}
