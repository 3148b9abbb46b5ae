//! Syntax highlighting of Rust code with the lexer of the compiler.
//!
//! The classes have the names that highlight.js uses; `theme/page.css` defines their colors.

use mdbook_core::utils::escape_html;
use ra_ap_rustc_lexer::{FrontmatterAllowed, LiteralKind, TokenKind, tokenize};

const OPEN: &str = "<code class=\"language-rust";
const CLOSE: &str = "</code>";
const BORING: &str = "<span class=\"boring\">";

const KEYWORDS: &str = " as async await break const continue crate dyn else enum extern false fn for if impl in \
     let loop match mod move mut pub ref return self Self static struct super trait true type \
     unsafe use where while ";

/// Colors the Rust blocks of a page.
pub(crate) fn highlighted(page: &str) -> String {
    let mut parts = page.split(OPEN);
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let Some((attributes, rest)) = part.split_once('>') else {
            shown.extend([OPEN, part]);
            continue;
        };
        let (code, after) = rest.split_once(CLOSE).unwrap_or((rest, ""));
        // The script does the same, but only after the lines have been visible.
        let hidden = if code.contains(BORING) {
            " hide-boring"
        } else {
            ""
        };
        let attributes = attributes.replacen('"', &format!(" hljs{hidden}\""), 1);
        shown.extend([OPEN, &attributes, ">", &colored(code), CLOSE, after]);
    }
    shown
}

/// Colors code in HTML, in which hidden lines have their own element.
fn colored(html: &str) -> String {
    let (code, tags) = plain(html);
    let mut tags = tags.into_iter().peekable();
    let (mut shown, mut start) = (String::new(), 0);
    for (class, end) in runs(&code) {
        while start < end {
            while let Some((_, tag)) = tags.next_if(|(at, _)| *at <= start) {
                shown.push_str(tag);
            }
            // The color must end before an element that begins in the middle of a token.
            let stop = tags.peek().map_or(end, |(at, _)| end.min(*at));
            let piece = escape_html(&code[start..stop]);
            match class {
                Some(class) => {
                    shown += &format!("<span class=\"hljs-{class}\">{piece}</span>");
                }
                None => shown.push_str(&piece),
            }
            start = stop;
        }
    }
    tags.for_each(|(_, tag)| shown.push_str(tag));
    shown
}

/// Returns the end of each run of one color. Spaces between tokens of the same color belong to the run.
fn runs(code: &str) -> Vec<(Option<&'static str>, usize)> {
    let tokens: Vec<_> = tokens(code).collect();
    let classes: Vec<_> = (0..tokens.len()).map(|at| class(&tokens, at)).collect();
    let mut runs: Vec<(Option<&str>, usize)> = Vec::new();
    let mut end = 0;
    for (index, (kind, text)) in tokens.iter().enumerate() {
        end += text.len();
        let before = index.checked_sub(1).map(|before| classes[before]);
        let class = match (before, classes.get(index + 1)) {
            (Some(before), Some(after))
                if *kind == TokenKind::Whitespace && before == *after =>
            {
                before
            }
            _ => classes[index],
        };
        match runs.last_mut() {
            Some((last, stop)) if *last == class => *stop = end,
            _ => runs.push((class, end)),
        }
    }
    runs
}

/// Returns the tokens with their texts.
fn tokens(code: &str) -> impl Iterator<Item = (TokenKind, &str)> {
    let mut start = 0;
    tokenize(code, FrontmatterAllowed::No).map(move |token| {
        let end = start + token.len as usize;
        let text = &code[start..end];
        start = end;
        (token.kind, text)
    })
}

fn class(tokens: &[(TokenKind, &str)], index: usize) -> Option<&'static str> {
    let (kind, text) = tokens[index];
    Some(match kind {
        TokenKind::LineComment { .. } | TokenKind::BlockComment { .. } => "comment",
        TokenKind::Lifetime { .. } => "symbol",
        TokenKind::Literal { kind, .. } => match kind {
            LiteralKind::Int { .. } | LiteralKind::Float { .. } => "number",
            _ => "string",
        },
        TokenKind::Ident if KEYWORDS.contains(&format!(" {text} ")) => "keyword",
        TokenKind::Ident => {
            let word = tokens[..index].iter().rev().find(|(_, text)| *text != " ");
            let is_named = ["fn", "struct", "enum", "trait", "type", "mod"];
            let is_macro = tokens.get(index + 1).is_some_and(|(_, next)| *next == "!");
            match word {
                Some((_, word)) if is_named.contains(word) => "title",
                _ if is_macro => "built_in",
                _ => return None,
            }
        }
        _ => return None,
    })
}

/// Returns the text of HTML, and its tags with their positions in the text.
fn plain(html: &str) -> (String, Vec<(usize, &str)>) {
    let (mut text, mut tags) = (String::new(), Vec::new());
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        text += &unescaped(&rest[..at]);
        let end = rest[at..].find('>').map_or(rest.len(), |end| at + end + 1);
        tags.push((text.len(), &rest[at..end]));
        rest = &rest[end..];
    }
    text += &unescaped(rest);
    (text, tags)
}

fn unescaped(html: &str) -> String {
    let text = html.replace("&lt;", "<").replace("&gt;", ">");
    let text = text.replace("&quot;", "\"").replace("&#39;", "'");
    text.replace("&#x27;", "'").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rust_gets_colors_and_keeps_its_hidden_lines() {
        let page = "<pre><code class=\"language-rust\"><span class=\"boring\">use a::B;\n</span>let mut c: Vec&lt;&amp;'a str&gt; = f!(\"&lt;\", 1.5); // d\n</code></pre> <code>let</code>";
        assert_eq!(
            highlighted(page),
            "<pre><code class=\"language-rust hljs hide-boring\"><span class=\"boring\"><span class=\"hljs-keyword\">use</span> a::B;\n</span><span class=\"hljs-keyword\">let mut</span> c: Vec&lt;&amp;<span class=\"hljs-symbol\">'a</span> str&gt; = <span class=\"hljs-built_in\">f</span>!(<span class=\"hljs-string\">\"&lt;\"</span>, <span class=\"hljs-number\">1.5</span>); <span class=\"hljs-comment\">// d</span>\n</code></pre> <code>let</code>"
        );
    }

    #[test]
    fn a_token_over_two_elements_has_a_color_in_each() {
        let page = "<code class=\"language-rust\">/* a\n<span class=\"boring\">b */</span></code>";
        let shown = highlighted(page);
        let comment = "<span class=\"hljs-comment\">";
        let expected = format!(
            "{comment}/* a\n</span><span class=\"boring\">{comment}b */</span></span></code>"
        );
        assert!(shown.ends_with(&expected), "{shown}");
    }
}
