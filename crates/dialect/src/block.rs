//! The Rust blocks of a chapter and their outputs.

use std::ops::Range;

use crate::{Expanded, Fence, Problems, scan};

/// A Rust block of a chapter.
#[derive(Clone, Debug)]
pub struct Block {
    /// Line of the opening fence in the source file.
    pub line: usize,
    /// Line of the closing fence in the source file.
    pub last_line: usize,
    /// The start of every line of the block: `> ` in a quote, spaces in a list.
    pub prefix: String,
    /// The code, in which hidden lines still start with `# `.
    pub code: String,
    /// Whether the block is only compiled, not run.
    pub no_run: bool,
    /// The output that the chapter shows.
    pub output: Option<Output>,
    /// The block and its output in the expanded text.
    pub range: Range<usize>,
}

/// The output under a block.
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
    /// Counts the lines that are not hidden.
    pub fn visible_lines(&self) -> usize {
        self.code.lines().filter(|line| !is_hidden(line.trim_start())).count()
    }

    /// Returns whether a part of the code is included: it has more lines than the fence spells out.
    pub fn has_include(&self) -> bool {
        self.code.lines().count() > self.last_line - self.line - 1
    }
}

/// Returns whether a line of Rust is compiled but not shown.
pub fn is_hidden(line: &str) -> bool {
    line == "#" || line.starts_with("# ")
}

/// Returns all Rust blocks of a chapter, in order.
///
/// # Errors
///
/// Returns a problem for each block that would escape the tests or could not be blessed. The
/// reasons are a flag other than `no_run`, another spelling of the language, a fence other than
/// three backticks, or an output that does not directly follow a Rust block. The flag `ignore`
/// hides a block from the compiler, and `should_panic` passes if a block does not compile.
pub fn blocks(chapter: &Expanded) -> Result<Vec<Block>, Problems> {
    fenced_blocks(chapter, &scan(chapter).0.fences)
}

pub(crate) fn fenced_blocks(chapter: &Expanded, fences: &[Fence]) -> Result<Vec<Block>, Problems> {
    let (mut blocks, mut problems) = (Vec::new(), Vec::new());
    for fence in fences {
        if let Err(message) = take(chapter, fence, &mut blocks) {
            problems.push(chapter.problem(fence.range.start, message));
        }
    }
    Problems(problems).or(blocks)
}

/// The characters allowed between a block and its output, which may be in a quote or a list.
const QUOTED: [char; 3] = ['>', ' ', '\n'];

/// Adds a Rust block to `blocks`, or an output to the last of them, and ignores other fenced
/// blocks.
fn take(chapter: &Expanded, fence: &Fence, blocks: &mut Vec<Block>) -> Result<(), String> {
    let info = &fence.info;
    let words = info.split(|c: char| c == ',' || c.is_whitespace());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let (language, flags) = words.split_first().unwrap_or((&"", &[]));
    let is_rust = match (*language, flags) {
        ("rust", [] | ["no_run"]) => true,
        ("text", ["output"]) => false,
        ("rust", _) => {
            let rule = "a Rust block is compiled and run; the only flag is no_run";
            return Err(format!("`{info}`: {rule}"));
        }
        _ if ["rust", "rs"].contains(&&*language.to_lowercase()) => {
            let rule = "the language of the snippets is spelled rust";
            return Err(format!("`{info}`: {rule}"));
        }
        _ if flags.contains(&"output") => {
            return Err("an output is fenced as ```text,output".into());
        }
        _ => return Ok(()),
    };
    let (text, range) = (&chapter.text, fence.range.clone());
    let whole = text[range.clone()].trim_end();
    if !whole.starts_with("```") || whole.starts_with("````") {
        return Err("a snippet and its output are fenced with three backticks".into());
    }
    let line = chapter.line(range.start);
    let last_line = chapter.line(range.start + whole.len() - 1);
    let lines = fence.lines.iter().map(|line| &text[line.clone()]);
    let inside: String = lines.flat_map(|line| [line, "\n"]).collect();
    if is_rust {
        let line_start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let before = &text[line_start..range.start];
        blocks.push(Block {
            line,
            last_line,
            prefix: before.replace(|mark: char| mark != '>', " "),
            code: inside,
            no_run: !flags.is_empty(),
            output: None,
            range,
        });
        return Ok(());
    }
    let block = blocks.last_mut().filter(|block| {
        let between = &text[block.range.end..range.start];
        block.output.is_none() && between.trim_matches(QUOTED).is_empty()
    });
    let block = block.ok_or("output that does not directly follow a Rust block")?;
    if block.no_run {
        return Err("output of a block that is not run (no_run)".into());
    }
    block.output = Some(Output { line, last_line, text: inside });
    block.range.end = range.end;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, expand};

    fn parsed(text: &str) -> Result<Vec<Block>, Problems> {
        let source = Source { file: "src/a.md".into(), text: text.into() };
        blocks(&expand("/".as_ref(), &source).unwrap())
    }

    #[test]
    fn hidden_lines_are_not_seen() {
        let text = "```rust\n# hidden\n#\nlet seen = 1;\n#[derive(Debug)]\nstruct Seen;\n```\n";
        assert_eq!(parsed(text).unwrap()[0].visible_lines(), 3);
        let text = "```rust\n# let x = 1;\nprintln!(\"{x}\");\n```\n```text,output\n1\n```\n";
        let blocks = parsed(text).unwrap();
        assert_eq!((blocks[0].line, blocks[0].visible_lines()), (1, 1));
        assert_eq!(blocks[0].output.as_ref().unwrap().text, "1\n");
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
        assert_eq!(problem("```rust\n```\n\ntext\n```text,output\n1\n```\n"), stray);
        assert_eq!(problem("```text\n```\n\n\n```text,output\n1\n```\n"), stray);
        assert!(problem("```rust,no_run\n```\n```text,output\n```\n").contains("not run"));
        assert!(problem("```rust\n```\n```console,output\n```\n").contains("```text,output"));
    }

    #[test]
    fn a_block_knows_its_last_line_and_its_prefix() {
        let blocks =
            parsed("- x\n\n  ```rust\n  a();\n  ```\n\n> ```rust\n> b();\n> ```\n").unwrap();
        let places = blocks.iter().map(|block| (block.line, block.last_line, &*block.prefix));
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
            let fence =
                opening.trim_end_matches(|c: char| c.is_alphanumeric() || c == ',' || c == '_');
            let problems = parsed(&format!("{opening}\na();\n{fence}\n")).unwrap_err();
            assert_eq!(problems[0].line, 1, "{opening}");
        }
    }

    #[test]
    fn no_block_can_hide_from_the_tests() {
        for flag in ["ignore", "should_panic", "compile_fail", "skt-x", "noplayground"] {
            let problems = parsed(&format!("\n```rust,{flag}\n```\n")).unwrap_err();
            assert_eq!(problems[0].line, 2);
            assert!(problems[0].message.contains(flag));
        }
    }
}
