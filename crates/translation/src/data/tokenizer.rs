//! Text to tokens, and back.

use unicode_normalization::UnicodeNormalization;

/// The same text in one spelling: composed letters (NFC), a plain apostrophe, plain spaces.
pub(super) fn normalize(text: &str) -> String {
    text.nfc()
        .map(|character| match character {
            '’' => '\'',
            // No-break, thin and narrow spaces are among them; French has them before ? and !. A space without
            // width is none to Unicode.
            space if space.is_whitespace() || space == '\u{200b}' => {
                ' '
            }
            other => other,
        })
        .collect()
}

/// Splits text into lower-case words and punctuation marks.
///
/// Punctuation marks (`.`, `,`, `!`, `?`, `;`, `:`) are tokens of their own, and an apostrophe ends a
/// token: *l'homme* becomes *l'* and *homme*, which also occur without each other. A hyphen stays
/// inside a word. Chinese and Japanese are written without spaces; there each character is a token, and so are
/// their marks. Letters are composed ([NFC](https://www.unicode.org/reports/tr15/)), the curly
/// apostrophe becomes the plain one, and all spaces are the same, so that what looks the same is the
/// same.
///
/// # Example
///
/// ```
/// use attention::data::tokenize;
///
/// let tokens = tokenize("Est-ce que l’homme dort\u{202f}?");
/// assert_eq!(tokens, ["est-ce", "que", "l'", "homme", "dort", "?"]);
/// ```
pub fn tokenize(text: &str) -> Vec<String> {
    let text = normalize(&text.to_lowercase());
    let mut tokens = Vec::new();
    for word in text.split_whitespace() {
        let mut token = String::new();
        for character in word.chars() {
            if is_mark(character) || is_without_spaces(character) {
                tokens.extend(
                    (!token.is_empty())
                        .then(|| std::mem::take(&mut token)),
                );
                tokens.push(character.to_string());
            } else {
                token.push(character);
                if character == '\'' {
                    tokens.push(std::mem::take(&mut token));
                }
            }
        }
        tokens.extend((!token.is_empty()).then_some(token));
    }
    tokens
}

fn is_mark(character: char) -> bool {
    matches!(character, '.' | ',' | '!' | '?' | ';' | ':')
}

/// Whether no spaces stand around a character: those of Chinese and of Japanese, with their marks.
fn is_without_spaces(character: char) -> bool {
    matches!(
        character,
        '\u{2e80}'..='\u{312f}' // radicals, marks, kana, bopomofo
            | '\u{31a0}'..='\u{9fff}' // strokes, more kana, ideographs
            | '\u{f900}'..='\u{faff}'
            | '\u{fe30}'..='\u{fe4f}'
            | '\u{ff00}'..='\u{ffef}' // wide and narrow forms
            | '\u{20000}'..='\u{3ffff}'
    )
}

/// Joins tokens into text, from which [`tokenize`] gets the same tokens.
///
/// There is a space between two tokens, but none after an apostrophe, none before a period or a
/// comma, and none beside a Chinese or Japanese character. Before the other marks there is one, as French has it; English loses nothing but looks.
///
/// # Example
///
/// ```
/// use attention::data::{detokenize, tokenize};
///
/// let tokens = ["j'", "aime", "l'", "homme", ",", "mais", "il", "dort", "."];
/// let text = detokenize(&tokens);
/// assert_eq!(text, "j'aime l'homme, mais il dort.");
/// assert_eq!(tokenize(&text), tokens);
/// ```
pub fn detokenize(tokens: &[impl AsRef<str>]) -> String {
    let mut text = String::new();
    for token in tokens {
        let token = token.as_ref();
        let joined = text.is_empty()
            || text.ends_with('\'')
            || [".", ","].contains(&token)
            || text.ends_with(is_without_spaces)
            || token.starts_with(is_without_spaces);
        if !joined {
            text.push(' ');
        }
        text.push_str(token);
    }
    text
}

#[cfg(test)]
mod tests;
