//! Combines snippets into one program.

use std::fs;
use std::io;
use std::path::Path;
use std::time::UNIX_EPOCH;

use dialect::{Block, Key};

/// A Rust block and its file.
#[derive(Clone, Debug)]
pub(crate) struct Snippet {
    pub(crate) file: String,
    pub(crate) block: Block,
}

impl Snippet {
    /// Returns the expected output, from the text below the snippet.
    fn expected(&self) -> &str {
        let output = self.block.output.as_ref();
        output.map_or("", |output| &output.text)
    }

    /// Returns a key of everything that decides whether the snippet passes, which excludes its
    /// position.
    pub(crate) fn key(&self, linked: &str) -> Key {
        let no_run = if self.block.no_run { "no_run" } else { "" };
        Key::of([linked, no_run, &self.block.code, self.expected()])
    }

    /// Returns the source of its module. Empty lines above let compiler messages show the line of
    /// the page.
    fn module(&self) -> String {
        let code: String = self.block.code.lines().map(shown_to_the_compiler).collect();
        let has_main = code.lines().any(|line| {
            let line = line.trim_start();
            let function = line.strip_prefix("pub ").unwrap_or(line);
            function.starts_with("fn main()")
        });
        let lines_above = "\n".repeat(self.block.line.saturating_sub(1));
        let call = if has_main { "main()" } else { "" };
        format!(
            "{lines_above}#![allow(unused)] pub fn main() -> std::process::ExitCode {{ \
             std::process::Termination::report((|| {{\n\
             {code}{call} }})()) }}\n"
        )
    }
}

/// Returns a line without the mark that hides it from readers.
fn shown_to_the_compiler(line: &str) -> String {
    let trimmed = line.trim_start();
    match trimmed.strip_prefix("# ") {
        Some(hidden) => format!("{hidden}\n"),
        None if trimmed.trim_end() == "#" => "\n".into(),
        None => format!("{line}\n"),
    }
}

/// Returns when and where a program was linked.
///
/// Cargo links the tests and the snippets with the same libraries, and links them again after a
/// change to the compiler, an option, or a library. The time of linking therefore represents all of
/// them.
pub(crate) fn linked(program: &Path) -> io::Result<String> {
    let about = fs::metadata(program)?;
    let time = about.modified()?.duration_since(UNIX_EPOCH);
    let time = time.unwrap_or_default();
    Ok(format!("{} {} {time:?}", program.display(), about.len()))
}

/// Writes a module for each snippet into `folder`, and returns a program that contains all of them.
///
/// `main` receives the snippets to run, of type `[book_tests::Snippet; _]`, and returns an
/// `ExitCode`, both as expressions.
pub(crate) fn program(
    folder: &Path,
    snippets: &[Snippet],
    main: impl FnOnce(&str) -> String,
) -> io::Result<String> {
    let (mut modules, mut runs) = (String::new(), String::new());
    for (index, snippet) in snippets.iter().enumerate() {
        let (file, line) = (&snippet.file, snippet.block.line);
        let path = folder.join(index.to_string()).join(file);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(&path, snippet.module())?;
        modules.push_str(&format!("#[path = {path:?}] mod s{index};\n"));
        if !snippet.block.no_run {
            let expected = snippet.expected();
            runs.push_str(&format!(
                "book_tests::Snippet {{ file: {file:?}, line: {line}, \
                 expected: {expected:?}, body: s{index}::main }},\n"
            ));
        }
    }
    let main = main(&format!("[\n{runs}]"));
    Ok(format!("{modules}fn main() -> std::process::ExitCode {{\n{main}\n}}\n"))
}
