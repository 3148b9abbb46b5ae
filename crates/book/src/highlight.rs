//! Syntax highlighting of Rust code with the lexer of the compiler.
//!
//! The classes have the names that highlight.js uses; `theme/page.css` defines their colors.

use std::mem::take;

use html5ever::tendril::StrTendril;
use ra_ap_rustc_lexer::{FrontmatterAllowed, LiteralKind, TokenKind, tokenize};

use crate::html::{Element, Node};

const KEYWORDS: &str = " as async await break const continue crate dyn else enum extern false fn for if impl in \
     let loop match mod move mut pub ref return self Self static struct super trait true type \
     unsafe use where while ";

pub(crate) fn color(code: &mut Element) {
    let text = code.text();
    let mut runs = runs(&text);
    runs.reverse();
    let hidden = |node: &Node| matches!(node, Node::Element(part) if part.has_class("boring"));
    // The script does the same, but only after the lines have been visible.
    let hides = if code.children.iter().any(hidden) { " hide-boring" } else { "" };
    let classes = code.get("class").unwrap_or_default();
    code.set("class", &format!("{classes} hljs{hides}"));
    color_all(&mut code.children, &mut runs, &mut 0);
}

/// Colors the texts of `nodes`, which start at `start`. The next run is the last of `runs`; it may
/// continue in the next element, for instance if a part of a comment is hidden.
fn color_all(nodes: &mut Vec<Node>, runs: &mut Vec<Run>, start: &mut usize) {
    for node in take(nodes) {
        let text = match node {
            Node::Element(mut element) => {
                color_all(&mut element.children, runs, start);
                nodes.push(Node::Element(element));
                continue;
            }
            Node::Text(text) => text,
            node => {
                nodes.push(node);
                continue;
            }
        };
        let (offset, end) = (*start, *start + text.len());
        while *start < end
            && let Some((class, stop)) = runs.last().copied()
        {
            let part = StrTendril::from(&text[*start - offset..stop.min(end) - offset]);
            nodes.push(match class {
                Some(class) => {
                    let class = format!("hljs-{class}");
                    let mut colored = Element::new("span", &[("class", &class)]);
                    colored.children.push(Node::Text(part));
                    Node::Element(colored)
                }
                None => Node::Text(part),
            });
            *start = stop.min(end);
            if stop <= end {
                runs.pop();
            }
        }
    }
}

/// A color and its end in the text.
type Run = (Option<&'static str>, usize);

/// Returns the end of each run of one color. Spaces between tokens of the same color belong to the
/// run.
fn runs(code: &str) -> Vec<Run> {
    let tokens: Vec<_> = tokens(code).collect();
    let classes: Vec<_> = (0..tokens.len()).map(|at| class(&tokens, at)).collect();
    let mut runs: Vec<Run> = Vec::new();
    let mut end = 0;
    for (index, (kind, text)) in tokens.iter().enumerate() {
        end += text.len();
        let before = index.checked_sub(1).map(|before| classes[before]);
        let class = match (before, classes.get(index + 1)) {
            (Some(before), Some(after)) if *kind == TokenKind::Whitespace && before == *after => {
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
            let mut after = tokens[index + 1..].iter().map(|(_, text)| *text);
            let is_called = after.next() == Some("!")
                && after
                    .find(|text| !text.trim().is_empty())
                    .is_some_and(|text| ["(", "[", "{"].contains(&text));
            let is_macro = is_called || text == "macro_rules";
            match word {
                Some((_, word)) if is_named.contains(word) => "title",
                _ if is_macro => "built_in",
                _ => return None,
            }
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
