//! The Rust blocks of a chapter and the output printed under them.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use crate::{Expanded, Problem};

/// A Rust block of a chapter.
///
/// ```
/// let text = "```rust\n# let x = 1;\nprintln!(\"{x}\");\n```\n```text,output\n1\n```\n";
/// let source = chapters::Source { file: "src/a.md".into(), text: text.into() };
/// let expanded = chapters::expand("/".as_ref(), &source).unwrap();
/// let blocks = chapters::blocks(&expanded).unwrap();
/// assert_eq!(blocks[0].line, 1);
/// assert_eq!(blocks[0].visible_lines(), 1);
/// assert_eq!(blocks[0].output.as_ref().unwrap().text, "1\n");
/// ```
#[derive(Clone, Debug)]
pub struct Block {
    /// Line of the opening fence in the source file.
    pub line: usize,
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
/// let output = chapters::Output { line: 5, text: "1\n".into() };
/// assert_eq!(output.text.lines().count(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Output {
    /// Line of the opening fence in the source file.
    pub line: usize,
    /// The text between the fences.
    pub text: String,
}

impl Block {
    /// How many lines a reader sees.
    ///
    /// ```
    /// # let text = "```rust\n# hidden\n#\nlet seen = 1;\n#[derive(Debug)]\nstruct Seen;\n```\n";
    /// # let source = chapters::Source { file: "src/a.md".into(), text: text.into() };
    /// # let expanded = chapters::expand("/".as_ref(), &source).unwrap();
    /// let blocks = chapters::blocks(&expanded).unwrap();
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
/// A [`Problem`] for each block that would escape the tests: a flag other than `no_run` (`ignore`
/// hides a block from the compiler; `should_panic` is green for a block that does not compile), and
/// an output that does not directly follow a Rust block.
///
/// ```
/// let source = chapters::Source { file: "src/a.md".into(), text: "```rust,ignore\n```\n".into() };
/// let expanded = chapters::expand("/".as_ref(), &source).unwrap();
/// let problems = chapters::blocks(&expanded).unwrap_err();
/// assert_eq!(problems[0].line, 1);
/// ```
pub fn blocks(chapter: &Expanded) -> Result<Vec<Block>, Vec<Problem>> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut problems = Vec::new();
    // Whether the last thing in the chapter was a Rust block that may still get its output.
    let mut follows_rust = false;
    let mut events = Parser::new(&chapter.text).into_offset_iter();
    while let Some((event, range)) = events.next() {
        let Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) = &event else {
            if !matches!(event, Event::End(_)) {
                follows_rust = false;
            }
            continue;
        };
        let mut text = String::new();
        for (event, _) in events.by_ref() {
            match event {
                Event::Text(part) => text.push_str(&part),
                Event::End(TagEnd::CodeBlock) => break,
                _ => {}
            }
        }
        let line = chapter.line(range.start);
        let mut words = info.split([',', ' ']).filter(|word| !word.is_empty());
        let language = words.next().unwrap_or_default();
        let flags: Vec<_> = words.collect();
        match (language, flags.as_slice()) {
            ("rust", [] | ["no_run"]) => {
                blocks.push(Block {
                    line,
                    code: text,
                    no_run: !flags.is_empty(),
                    output: None,
                    range,
                });
                follows_rust = true;
                continue;
            }
            ("rust", _) => problems.push(chapter.problem(
                range.start,
                format!("`{info}`: a Rust block is compiled and run; the only flag is no_run"),
            )),
            ("text", ["output"]) => match blocks.last_mut().filter(|_| follows_rust) {
                Some(block) if block.no_run => problems.push(
                    chapter.problem(range.start, "output of a block that is not run (no_run)"),
                ),
                Some(block) => {
                    block.output = Some(Output { line, text });
                    block.range.end = range.end;
                }
                None => problems.push(chapter.problem(
                    range.start,
                    "output that does not directly follow a Rust block",
                )),
            },
            _ if flags.contains(&"output") => {
                problems.push(chapter.problem(range.start, "an output is fenced as ```text,output"));
            }
            _ => {}
        }
        follows_rust = false;
    }
    if problems.is_empty() {
        Ok(blocks)
    } else {
        Err(problems)
    }
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
