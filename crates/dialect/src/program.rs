//! A block as a program that tests itself.

use crate::Block;

/// The program that compiles and runs a block, and compares what it prints with what the chapter
/// says.
///
/// The program calls `book_tests::compare_output`, which runs the body in a child process. A block with
/// a `fn main` of its own, which may return a `Result`, has it called. The first line names the place.
///
/// ```
/// let text = "```rust\nfn main() {}\n```\n";
/// let source = dialect::Source { file: "src/a.md".into(), text: text.into() };
/// let expanded = dialect::expand("/".as_ref(), &source).unwrap();
/// let blocks = dialect::blocks(&expanded).unwrap();
/// let program = dialect::program("src/a.md", &blocks[0]);
/// assert!(program.starts_with("#![allow(unused)] // src/a.md:1\n"));
/// assert!(program.contains("\nmain()\n"));
/// ```
pub fn program(file: &str, block: &Block) -> String {
    let (line, code) = (block.line, &block.code);
    let has_main = code.lines().any(|line| {
        let line = line.trim_start_matches(['#', ' ']);
        line.strip_prefix("pub ")
            .unwrap_or(line)
            .starts_with("fn main()")
    });
    let call = if has_main { "main()\n" } else { "" };
    let expected = block.output.as_ref().map_or("", |output| &output.text);
    format!(
        "#![allow(unused)] // {file}:{line}\n\
         fn main() -> std::process::ExitCode {{\n\
         book_tests::compare_output({file:?}, {line}, {expected:?}, || {{\n\
         {code}{call}}})\n\
         }}\n"
    )
}
