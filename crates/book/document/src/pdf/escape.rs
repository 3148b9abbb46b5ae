//! Text as Typst writes it.

/// Returns `text` as markup that shows it letter by letter. White space becomes one space.
pub(super) fn markup(text: &str) -> String {
    let mut markup = String::with_capacity(text.len() + text.len() / 8);
    for character in text.chars() {
        let special = character.is_ascii_punctuation() && !",;:!?()".contains(character);
        match character {
            // Only here could a point begin a list or become an ellipsis.
            '.' if !markup.ends_with(|before: char| before == '.' || before.is_ascii_digit()) => {
                markup.push('.');
            }
            ' ' | '\n' | '\t' if markup.ends_with(' ') => {}
            '\n' | '\t' => markup.push(' '),
            _ => {
                markup.extend(special.then_some('\\'));
                markup.push(character);
            }
        }
    }
    markup
}

/// Returns `text` as a string of Typst's code.
pub(super) fn string(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{text}\"")
}

#[cfg(test)]
mod tests {
    use super::{markup, string};

    #[test]
    fn nothing_in_a_text_is_markup() {
        assert_eq!(
            markup("a_b  *c* #d\n1. e... f, (g)"),
            "a\\_b \\*c\\* \\#d 1\\. e.\\.\\. f, (g)"
        );
        assert_eq!(string("a \"b\"\n\\c"), "\"a \\\"b\\\"\\n\\\\c\"");
    }
}
