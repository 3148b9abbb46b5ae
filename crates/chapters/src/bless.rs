//! Writing new outputs into a chapter.

use crate::{Block, Source};

/// The environment variable that tells the tests of the snippets to write each output into a folder,
/// and not to compare it. Its value is the folder; [`output_file`] names the files.
pub const BLESS: &str = "BOOK_BLESS";

/// The name of the file that takes the output of the block on one line of a chapter.
///
/// ```
/// assert_eq!(chapters::output_file("src/multi-head.md", 12), "src+multi-head.md+12");
/// ```
pub fn output_file(file: &str, line: usize) -> String {
    format!("{}+{line}", file.replace('/', "+"))
}

/// The text of `source` with the output of each block replaced by what `printed` gives for it.
///
/// A block for which `printed` gives `None` keeps what stands under it. A block that prints and has
/// no output yet gets one; an output that is now empty goes away.
///
/// ```
/// let text = "```rust\nprintln!(\"2\");\n```\n```text,output\n1\n```\n";
/// let source = chapters::Source { file: "src/a.md".into(), text: text.into() };
/// let expanded = chapters::expand("/".as_ref(), &source).unwrap();
/// let blocks = chapters::blocks(&expanded).unwrap();
/// let blessed = chapters::bless(&source, &blocks, |_| Some("2\n".into()));
/// assert_eq!(blessed, text.replace("\n1\n", "\n2\n"));
/// ```
pub fn bless(
    source: &Source,
    blocks: &[Block],
    printed: impl Fn(&Block) -> Option<String>,
) -> String {
    let mut lines: Vec<String> = source.text.lines().map(String::from).collect();
    // From the end to the beginning, so that the line numbers of earlier blocks stay right.
    for block in blocks.iter().rev() {
        let Some(printed) = printed(block) else {
            continue;
        };
        let fence = &lines[block.line - 1];
        let prefix = fence[..fence.find("```").unwrap_or(0)].to_owned();
        let (start, end) = match &block.output {
            Some(output) => (output.line - 1, closing_fence(&lines, output.line) + 1),
            None => {
                let after = closing_fence(&lines, block.line) + 1;
                (after, after)
            }
        };
        let mut replacement = Vec::new();
        if !printed.is_empty() {
            replacement.push(format!("{prefix}```text,output"));
            replacement.extend(
                printed
                    .lines()
                    .map(|line| format!("{prefix}{line}").trim_end().to_owned()),
            );
            replacement.push(format!("{prefix}```"));
        }
        lines.splice(start..end, replacement);
    }
    lines.push(String::new());
    lines.join("\n")
}

/// Index of the line that closes the fence opened on line number `opening`.
fn closing_fence(lines: &[String], opening: usize) -> usize {
    (opening..lines.len())
        .find(|index| lines[*index].trim_start_matches(['>', ' ']).trim_end() == "```")
        .unwrap_or(lines.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{blocks, expand};

    fn blessed(text: &str, printed: &[Option<&str>]) -> String {
        let source = Source {
            file: "src/a.md".into(),
            text: text.into(),
        };
        let blocks = blocks(&expand("/".as_ref(), &source).unwrap()).unwrap();
        let lines: Vec<_> = blocks.iter().map(|block| block.line).collect();
        bless(&source, &blocks, |block| {
            let index = lines.iter().position(|line| *line == block.line).unwrap();
            printed[index].map(String::from)
        })
    }

    #[test]
    fn adds_replaces_and_removes() {
        let text = "```rust\na\n```\n\n```rust\nb\n```\n```text,output\nold\nolder\n```\nend\n";
        assert_eq!(
            blessed(text, &[Some("1\n2\n"), Some("new\n")]),
            "```rust\na\n```\n```text,output\n1\n2\n```\n\n```rust\nb\n```\n```text,output\nnew\n```\nend\n"
        );
        assert_eq!(
            blessed(text, &[None, Some("")]),
            "```rust\na\n```\n\n```rust\nb\n```\nend\n"
        );
        assert_eq!(blessed(text, &[None, None]), text);
    }

    #[test]
    fn keeps_the_quote_mark() {
        let text = "> ```rust\n> a\n> ```\n> ```text,output\n> old\n> ```\n";
        assert_eq!(
            blessed(text, &[Some("1\n\n2\n")]),
            text.replace("> old", "> 1\n>\n> 2")
        );
    }
}
