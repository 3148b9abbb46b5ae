//! The tokenization 13a, which sacreBLEU applies before it counts n-grams.

/// Entities of markup, in the order in which they are replaced.
const ENTITIES: [(&str, &str); 4] =
    [("&quot;", "\""), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")];

/// Splits text into words and punctuation marks as sacreBLEU does by default.
///
/// The marks of ASCII are tokens of their own, with four exceptions. A period or a comma stays
/// between two digits, a hyphen is separated only from a digit before it, and an apostrophe is a
/// letter. Other marks of Unicode, such as « and ’, are also letters. Words keep their case. Four
/// entities such as `&quot;` become characters, and `<skipped>` and a hyphen at the end of a line
/// are removed.
///
/// # Source
///
/// The script mteval-v13a of the evaluations by NIST; Post (2018), *A call for clarity in reporting
/// BLEU scores*. The tokens are those that sacreBLEU 2.6.0 returns for the same text.
///
/// # Example
///
/// ```
/// use attention::encoder_decoder::bleu::tokenize_13a;
///
/// let tokens = tokenize_13a("L'eau (1.5 l) coûte 2,50 euros.");
/// let expected = "L'eau ( 1.5 l ) coûte 2,50 euros .";
/// assert_eq!(tokens.join(" "), expected);
/// ```
pub fn tokenize_13a(text: &str) -> Vec<String> {
    let mut text = text
        .replace("<skipped>", "")
        .replace("-\n", "")
        .replace('\n', " ");
    for (entity, character) in ENTITIES {
        text = text.replace(entity, character);
    }
    let mut spaced = String::from(" ");
    for character in text.chars() {
        if character.is_ascii_punctuation()
            && !"'-.,".contains(character)
        {
            spaced.extend([' ', character, ' ']);
        } else {
            spaced.push(character);
        }
    }
    spaced.push(' ');
    let behind = |first, second| [first, ' ', second, ' '];
    let spaced = rewrite_pairs(
        &spaced,
        |first, second| !first.is_ascii_digit() && is_point(second),
        behind,
    );
    let spaced = rewrite_pairs(
        &spaced,
        |first, second| is_point(first) && !second.is_ascii_digit(),
        |first, second| [' ', first, ' ', second],
    );
    let spaced = rewrite_pairs(
        &spaced,
        |first, second| first.is_ascii_digit() && second == '-',
        behind,
    );
    let tokens = spaced.split(is_space);
    tokens
        .filter(|token| !token.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Rewrites pairs of characters from left to right. A character is in one pair at most, so the
/// comma of `a.,1` stays next to the digit.
fn rewrite_pairs(
    text: &str,
    is_pair: impl Fn(char, char) -> bool,
    rewrite: impl Fn(char, char) -> [char; 4],
) -> String {
    let mut rewritten = String::new();
    let mut characters = text.chars().peekable();
    while let Some(first) = characters.next() {
        match characters.next_if(|&second| is_pair(first, second)) {
            Some(second) => rewritten.extend(rewrite(first, second)),
            None => rewritten.push(first),
        }
    }
    rewritten
}

fn is_point(character: char) -> bool {
    matches!(character, '.' | ',')
}

/// Python also splits at four control characters that Unicode does not count as whitespace.
pub(super) fn is_space(character: char) -> bool {
    character.is_whitespace()
        || matches!(character, '\u{1c}'..='\u{1f}')
}
