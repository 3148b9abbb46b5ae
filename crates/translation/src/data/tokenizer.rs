//! Conversions between text and tokens.

use unicode_normalization::UnicodeNormalization;

/// Returns a text with composed letters (NFC), straight apostrophes, and plain spaces.
pub fn normalize(text: &str) -> String {
    text.nfc()
        .map(|character| match character {
            '’' => '\'',
            // This includes no-break, thin, and narrow spaces, which French has before ? and !.
            // Unicode does not count a space without width as whitespace.
            space if space.is_whitespace() || space == '\u{200b}' => {
                ' '
            }
            other => other,
        })
        .collect()
}

/// Splits text into lower-case words and punctuation marks.
///
/// The marks `.`, `,`, `!`, `?`, `;`, and `:` are tokens of their own. An apostrophe ends a token:
/// *l'homme* becomes *l'* and *homme*, which also occur separately. A hyphen stays inside a word.
/// Each Chinese or Japanese character is a token, because these languages are written without
/// spaces, and so is each of their marks. Letters are composed
/// ([NFC](https://www.unicode.org/reports/tr15/)), curly apostrophes become straight, and all kinds
/// of spaces are equal, so that texts that look the same are the same.
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

/// Returns whether a character has no spaces around it, as in Chinese and Japanese with their
/// marks.
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

/// Joins tokens into text, which [`tokenize`] splits into the same tokens.
///
/// A space separates two tokens, except after an apostrophe, before a period or a comma, and next
/// to a Chinese or Japanese character. The other marks follow a space, as in French.
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
