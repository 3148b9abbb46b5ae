//! The Rust blocks of a chapter and the output printed under them.

use std::ops::Range;

use mdbook_markdown::pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use mdbook_markdown::{MarkdownOptions, new_cmark_parser};

use crate::{Expanded, Problem};

/// A Rust block of a chapter.
///
/// ```
/// let text = "```rust\n# let x = 1;\nprintln!(\"{x}\");\n```\n```text,output\n1\n```\n";
/// let source = dialect::Source { file: "src/a.md".into(), text: text.into() };
/// let expanded = dialect::expand("/".as_ref(), &source).unwrap();
/// let blocks = dialect::blocks(&expanded).unwrap();
/// assert_eq!(blocks[0].line, 1);
/// assert_eq!(blocks[0].visible_lines(), 1);
/// assert_eq!(blocks[0].output.as_ref().unwrap().text, "1\n");
/// ```
#[derive(Clone, Debug)]
pub struct Block {
    /// Line of the opening fence in the source file.
    pub line: usize,
    /// Line of the closing fence in the source file.
    pub last_line: usize,
    /// What stands before every line of the block: `> ` in a quote, spaces in a list.
    pub prefix: String,
    /// The code with its hidden lines as written, that is with `# ` before them.
    pub code: String,
    /// Whether the block is compiled and not run.
    pub no_run: bool,
    /// What the chapter says that it prints.
    pub output: Option<Output>,
    /// Where the block, together with its output, stands in the expanded text.
    pub range: Range<usize>,
}

/// The output under a block.
///
/// ```
/// let output = dialect::Output { line: 5, last_line: 7, text: "1\n".into() };
/// assert_eq!(output.text.lines().count(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Output {
    /// Line of the opening fence in the source file.
    pub line: usize,
    /// Line of the closing fence in the source file.
    pub last_line: usize,
    /// The text between the fences.
    pub text: String,
}

impl Block {
    /// How many lines a reader sees.
    ///
    /// ```
    /// # let text = "```rust\n# hidden\n#\nlet seen = 1;\n#[derive(Debug)]\nstruct Seen;\n```\n";
    /// # let source = dialect::Source { file: "src/a.md".into(), text: text.into() };
    /// # let expanded = dialect::expand("/".as_ref(), &source).unwrap();
    /// let blocks = dialect::blocks(&expanded).unwrap();
    /// assert_eq!(blocks[0].visible_lines(), 3);
    /// ```
    pub fn visible_lines(&self) -> usize {
        self.code
            .lines()
            .map(str::trim_start)
            .filter(|line| !line.starts_with("# ") && *line != "#")
            .count()
    }
}

/// All Rust blocks of a chapter, in order.
///
/// # Errors
///
/// A [`Problem`] for each block that would escape the tests or could not be blessed: a flag other than
/// `no_run` (`ignore` hides a block from the compiler; `should_panic` is green for a block that does not
/// compile), another spelling of the language, a fence that is not three backticks, and an output that
/// does not directly follow a Rust block.
///
/// ```
/// let source = dialect::Source { file: "src/a.md".into(), text: "```rust,ignore\n```\n".into() };
/// let expanded = dialect::expand("/".as_ref(), &source).unwrap();
/// let problems = dialect::blocks(&expanded).unwrap_err();
/// assert_eq!(problems[0].line, 1);
/// ```
pub fn blocks(chapter: &Expanded) -> Result<Vec<Block>, Vec<Problem>> {
    let mut reader = Reader {
        chapter,
        blocks: Vec::new(),
        follows_rust: false,
    };
    let mut problems = Vec::new();
    let mut events = parser(&chapter.text).into_offset_iter();
    while let Some((event, range)) = events.next() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                let inside = events
                    .by_ref()
                    .take_while(|(event, _)| *event != Event::End(TagEnd::CodeBlock));
                let text = inside.filter_map(|(event, _)| match event {
                    Event::Text(text) => Some(text.to_string()),
                    _ => None,
                });
                let text: String = text.collect();
                let start = range.start;
                if let Err(message) = reader.fenced(&info, range, text) {
                    problems.push(chapter.problem(start, message));
                }
            }
            Event::End(_) => {}
            _ => reader.follows_rust = false,
        }
    }
    if problems.is_empty() {
        Ok(reader.blocks)
    } else {
        Err(problems)
    }
}

/// The parser of mdBook, with its options: a block that mdBook shows as Rust is one here, too.
///
/// ```
/// assert_eq!(dialect::parser("one\n\ntwo").count(), 6);
/// ```
pub fn parser(text: &str) -> Parser<'_> {
    // The parser keeps nothing of the options.
    new_cmark_parser(text, &MarkdownOptions::default())
}

struct Reader<'a> {
    chapter: &'a Expanded,
    blocks: Vec<Block>,
    /// Whether the last thing in the chapter was a Rust block that may still get its output.
    follows_rust: bool,
}

impl Reader<'_> {
    /// Takes in one fenced code block, or says what is wrong with it.
    fn fenced(
        &mut self,
        info: &str,
        range: Range<usize>,
        text: String,
    ) -> Result<(), String> {
        let follows_rust = std::mem::take(&mut self.follows_rust);
        let mut words = info
            .split(|c: char| c == ',' || c.is_whitespace())
            .filter(|word| !word.is_empty());
        let language = words.next().unwrap_or_default();
        let flags: Vec<_> = words.collect();
        let spelled_otherwise = ["rust", "rs"].contains(&&*language.to_lowercase());
        match (language, flags.as_slice()) {
            ("rust", [] | ["no_run"]) => {
                let fence = self.fence(&range)?;
                self.blocks.push(Block {
                    line: fence.line,
                    last_line: fence.last_line,
                    prefix: fence.prefix,
                    code: text,
                    no_run: !flags.is_empty(),
                    output: None,
                    range,
                });
                self.follows_rust = true;
            }
            ("rust", _) => {
                return Err(format!(
                    "`{info}`: a Rust block is compiled and run; the only flag is no_run"
                ));
            }
            _ if spelled_otherwise => {
                return Err(format!(
                    "`{info}`: the language of the snippets is spelled rust"
                ));
            }
            ("text", ["output"]) => {
                let fence = self.fence(&range)?;
                match self.blocks.last_mut().filter(|_| follows_rust) {
                    None => {
                        return Err(
                            "output that does not directly follow a Rust block".into(),
                        );
                    }
                    Some(block) if block.no_run => {
                        return Err("output of a block that is not run (no_run)".into());
                    }
                    Some(block) => {
                        block.output = Some(Output {
                            line: fence.line,
                            last_line: fence.last_line,
                            text,
                        });
                        block.range.end = range.end;
                    }
                }
            }
            _ if flags.contains(&"output") => {
                return Err("an output is fenced as ```text,output".into());
            }
            _ => {}
        }
        Ok(())
    }

    fn fence(&self, range: &Range<usize>) -> Result<Fence, String> {
        let text = &self.chapter.text;
        let block = text[range.clone()].trim_end();
        if !block.starts_with("```") || block.starts_with("````") {
            return Err(
                "a snippet and its output are fenced with three backticks".into()
            );
        }
        let line_start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
        Ok(Fence {
            line: self.chapter.line(range.start),
            last_line: self.chapter.line(range.start + block.len() - 1),
            prefix: text[line_start..range.start]
                .chars()
                .map(|mark| if mark == '>' { '>' } else { ' ' })
                .collect(),
        })
    }
}

struct Fence {
    line: usize,
    last_line: usize,
    prefix: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, expand};

    fn parsed(text: &str) -> Result<Vec<Block>, Vec<Problem>> {
        let source = Source {
            file: "src/a.md".into(),
            text: text.into(),
        };
        blocks(&expand("/".as_ref(), &source).unwrap())
    }

    #[test]
    fn finds_blocks_in_quotes_and_lists() {
        let text = "> ```rust\n> a();\n> ```\n> ```text,output\n> 1\n> ```\n\n- x\n  ```rust,no_run\n  b();\n  ```\n";
        let blocks = parsed(text).unwrap();
        assert_eq!(blocks.len(), 2);
        assert_eq!(blocks[0].code, "a();\n");
        let output = blocks[0].output.as_ref().unwrap();
        assert_eq!((output.line, output.text.as_str()), (4, "1\n"));
        assert!(blocks[1].no_run && blocks[1].line == 9);
    }

    #[test]
    fn an_output_belongs_to_the_block_directly_above_it() {
        let problem = |text: &str| parsed(text).unwrap_err()[0].to_string();
        let stray = "src/a.md:5: output that does not directly follow a Rust block";
        assert_eq!(
            problem("```rust\n```\n\ntext\n```text,output\n1\n```\n"),
            stray
        );
        assert_eq!(problem("```text\n```\n\n\n```text,output\n1\n```\n"), stray);
        assert!(
            problem("```rust,no_run\n```\n```text,output\n```\n").contains("not run")
        );
        assert!(
            problem("```rust\n```\n```console,output\n```\n")
                .contains("```text,output")
        );
    }

    #[test]
    fn a_block_knows_its_last_line_and_its_prefix() {
        let blocks =
            parsed("- x\n\n  ```rust\n  a();\n  ```\n\n> ```rust\n> b();\n> ```\n")
                .unwrap();
        let places = blocks
            .iter()
            .map(|block| (block.line, block.last_line, &*block.prefix));
        assert_eq!(places.collect::<Vec<_>>(), [(3, 5, "  "), (7, 9, "> ")]);
    }

    #[test]
    fn finds_blocks_wherever_mdbook_shows_them() {
        let footnote = "x[^1]\n\n[^1]: note\n\n    ```rust\n    a();\n    ```\n";
        let definition = "term\n: meaning\n\n  ```rust\n  b();\n  ```\n";
        assert_eq!(parsed(footnote).unwrap()[0].code, "a();\n");
        assert_eq!(parsed(definition).unwrap()[0].code, "b();\n");
        assert!(parsed("```rust\tno_run\na();\n```\n").unwrap()[0].no_run);
    }

    #[test]
    fn other_fences_and_spellings_are_refused() {
        for opening in ["~~~rust", "````rust", "```Rust", "```rs", "```RUST,no_run"] {
            let fence = opening.trim_end_matches(|c: char| {
                c.is_alphanumeric() || c == ',' || c == '_'
            });
            let problems = parsed(&format!("{opening}\na();\n{fence}\n")).unwrap_err();
            assert_eq!(problems[0].line, 1, "{opening}");
        }
    }

    #[test]
    fn no_block_can_hide_from_the_tests() {
        for flag in [
            "ignore",
            "should_panic",
            "compile_fail",
            "skt-x",
            "noplayground",
        ] {
            let problems = parsed(&format!("\n```rust,{flag}\n```\n")).unwrap_err();
            assert_eq!(problems[0].line, 2);
            assert!(problems[0].message.contains(flag));
        }
    }
}
