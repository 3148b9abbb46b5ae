//! Writes new outputs into a chapter.

use crate::{Block, Problem, Source};

/// The environment variable with the folder into which the tests of the snippets write outputs
/// instead of comparing them. [`output_file`] names the files.
pub const BLESS: &str = "BOOK_BLESS";

/// Returns the name of the file for the output of the block on this line of a chapter.
pub fn output_file(file: &str, line: usize) -> String {
    format!("{}+{line}", file.replace('/', "+"))
}

/// Removes trailing blanks, and ends every line with a line feed, as in the pages.
pub fn shown(printed: &str) -> String {
    let ended = |line: &str| line.trim_end().to_owned() + "\n";
    printed.lines().map(ended).collect()
}

/// Returns the text of `source` with the outputs from `printed`.
///
/// If `printed` returns `None`, the text under the block does not change. A missing output is
/// added, and an empty one is removed.
///
/// # Errors
///
/// Returns a [`Problem`] if a block that prints is included instead of written in this file, or if
/// it prints a code fence.
pub fn bless(
    source: &Source,
    blocks: &[Block],
    printed: impl Fn(&Block) -> Option<String>,
) -> Result<String, Problem> {
    let is_crlf = source.text.contains("\r\n");
    let line_end = if is_crlf { "\r\n" } else { "\n" };
    let mut lines: Vec<_> = source.text.split(line_end).map(String::from).collect();
    // Goes backward to keep the line numbers of earlier blocks valid.
    for block in blocks.iter().rev() {
        let Some(printed) = printed(block) else {
            continue;
        };
        let problem = |message| Err(Problem::new(&source.file, block.line, message));
        if !lines[block.line - 1].contains("```rust") {
            return problem("a block that prints is written in the chapter, not included");
        }
        let printed = shown(&printed);
        if printed.contains("```") {
            return problem("the output contains a code fence, which a page cannot show");
        }
        let replaced = match &block.output {
            Some(output) => output.line - 1..output.last_line,
            None => block.last_line..block.last_line,
        };
        let prefixed = |line: &str| format!("{}{line}", block.prefix).trim_end().to_owned();
        let fenced = format!("```text,output\n{printed}```");
        let shown = if printed.is_empty() { "" } else { &fenced };
        lines.splice(replaced, shown.lines().map(prefixed));
    }
    Ok(lines.join(line_end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{blocks, expand};

    fn blessed(text: &str, printed: &[Option<&str>]) -> String {
        let source = Source { file: "src/a.md".into(), text: text.into() };
        let blocks = blocks(&expand("/".as_ref(), &source).unwrap()).unwrap();
        let lines: Vec<_> = blocks.iter().map(|block| block.line).collect();
        bless(&source, &blocks, |block| {
            let index = lines.iter().position(|line| *line == block.line).unwrap();
            printed[index].map(String::from)
        })
        .unwrap()
    }

    #[test]
    fn lines_end_with_a_line_feed_alone() {
        assert_eq!(shown("1 \r\n2"), "1\n2\n");
        assert_eq!(shown(""), "");
        assert_eq!(output_file("src/multi-head.md", 12), "src+multi-head.md+12");
    }

    #[test]
    fn adds_replaces_and_removes() {
        let text = "```rust\na\n```\n\n```rust\nb\n```\n```text,output\nold\nolder\n```\nend\n";
        assert_eq!(
            blessed(text, &[Some("1\n2\n"), Some("new\n")]),
            "```rust\na\n```\n```text,output\n1\n2\n```\n\n```rust\nb\n```\n```text,output\nnew\n```\nend\n"
        );
        assert_eq!(blessed(text, &[None, Some("")]), "```rust\na\n```\n\n```rust\nb\n```\nend\n");
        assert_eq!(blessed(text, &[None, None]), text);
    }

    #[test]
    fn all_else_stays_as_it_is() {
        for text in ["```rust\na\n```", "```rust\na\n```\n\n\n", "```rust\r\na\r\n```\r\n"] {
            assert_eq!(blessed(text, &[Some("")]), text);
            assert_eq!(blessed(text, &[None]), text);
        }
        let text = "```rust\r\na\r\n```\r\nend\r\n";
        let expected = "```rust\r\na\r\n```\r\n```text,output\r\n1\r\n```\r\nend\r\n";
        assert_eq!(blessed(text, &[Some("1 ")]), expected);
    }

    #[test]
    fn blessed_output_passes_the_comparison() {
        for printed in ["2", "2\n", "2  \r\n\n3"] {
            let text = blessed("```rust\na\n```\n", &[Some(printed)]);
            let source = Source { file: "src/a.md".into(), text };
            let blocks = blocks(&expand("/".as_ref(), &source).unwrap()).unwrap();
            assert_eq!(blocks[0].output.as_ref().unwrap().text, shown(printed));
        }
    }

    #[test]
    fn a_list_item_is_not_started_again() {
        let text = "- ```rust\n  a\n  ```\n";
        assert_eq!(
            blessed(text, &[Some("1\n")]),
            "- ```rust\n  a\n  ```\n  ```text,output\n  1\n  ```\n"
        );
    }

    #[test]
    fn a_fence_in_the_output_is_refused() {
        let source = Source { file: "src/a.md".into(), text: "x\n```rust\na\n```\n".into() };
        let blocks = blocks(&expand("/".as_ref(), &source).unwrap()).unwrap();
        let problem = bless(&source, &blocks, |_| Some("```\n".into())).unwrap_err();
        assert!(problem.to_string().starts_with("src/a.md:2: the output contains a code fence"));
    }

    #[test]
    fn keeps_the_quote_mark() {
        let text = "> ```rust\n> a\n> ```\n> ```text,output\n> old\n> ```\n";
        assert_eq!(blessed(text, &[Some("1\n\n2\n")]), text.replace("> old", "> 1\n>\n> 2"));
    }
}
