//! Compiles and runs every Rust block of the chapters, the exercises, and the README with skeptic.
//!
//! ```text
//! cargo test -p book-tests --test snippets                  # all that have not passed yet
//! cargo test -p book-tests --test snippets array            # the blocks of a chapter
//! BOOK_FRESH=1 cargo test -p book-tests --test snippets     # all
//! ```

mod program;
mod run;
mod typed;

use std::collections::BTreeMap;
use std::env;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use dialect::{BLESS, Problems, ResultCache, Source};
use libtest_mimic::{Arguments, Conclusion, Failed, Trial};

use program::{Snippet, linked, program};

/// The number of snippets in one program.
const SNIPPETS_IN_PROGRAM: usize = 12;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn main() -> ExitCode {
    match test(&Arguments::from_args()) {
        Ok(conclusion) => conclusion.exit_code(),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn test(arguments: &Arguments) -> Result<Conclusion, String> {
    let listed = |problems: Problems| problems.to_string();
    let sources = dialect::snippet_sources(root()).map_err(listed)?;
    let snippets = snippets(&sources).map_err(listed)?;
    let passed = Arc::new(Passed::find().map_err(|error| error.to_string())?);

    let blocks: usize = sources.iter().map(opened).sum();
    let tested = snippets.len();
    let mut trials = vec![Trial::test("every_block_is_tested", move || {
        // Blocks that are missing here would never be tested.
        match tested == blocks {
            true => Ok(()),
            false => Err(format!("{blocks} blocks are written, {tested} read").into()),
        }
    })];
    let typed = typed::typed(root(), &snippets)?;
    let typed = ("src/transformer typed".to_owned(), vec![typed]);
    for (name, group) in groups(snippets).into_iter().chain([typed]) {
        let passed = Arc::clone(&passed);
        trials.push(Trial::test(name, move || run_new(&group, &passed)));
    }
    Ok(libtest_mimic::run(arguments, trials))
}

fn snippets(sources: &[Source]) -> Result<Vec<Snippet>, Problems> {
    let (mut snippets, mut problems) = (Vec::new(), Vec::new());
    for source in sources {
        let expanded = dialect::expand(root(), source);
        match expanded.and_then(|expanded| dialect::blocks(&expanded)) {
            Err(found) => problems.extend(found),
            Ok(blocks) => snippets.extend(
                blocks.into_iter().map(|block| Snippet { file: source.file.clone(), block }),
            ),
        }
    }
    Problems(problems).or(snippets)
}

/// Counts the fences that open a Rust block, without parsing Markdown.
fn opened(source: &Source) -> usize {
    let lines = source.text.lines();
    lines
        .map(|line| line.trim_start_matches(['>', ' ', '-']))
        .filter(|line| line.starts_with("```rust"))
        .count()
}

/// Groups the snippets of each chapter and its exercises, and names the groups.
fn groups(snippets: Vec<Snippet>) -> Vec<(String, Vec<Snippet>)> {
    let mut folders: BTreeMap<String, Vec<Snippet>> = BTreeMap::new();
    for snippet in snippets {
        // `src/array`, `src/notation.md`, `exercises/array`
        let parts: Vec<_> = snippet.file.splitn(3, '/').take(2).collect();
        folders.entry(parts.join("/")).or_default().push(snippet);
    }
    let mut groups = Vec::new();
    for (folder, all) in folders {
        let count = all.len().div_ceil(SNIPPETS_IN_PROGRAM);
        for first in 0..count {
            let group = all.iter().skip(first).step_by(count).cloned().collect();
            groups.push((format!("{folder} {}/{count}", first + 1), group));
        }
    }
    groups
}

/// The snippets that have passed since this program was linked.
struct Passed {
    kept: ResultCache,
    linked: String,
}

impl Passed {
    fn find() -> io::Result<Self> {
        Ok(Self {
            kept: ResultCache::new(run::profile_folder()?.join("snippets-passed")),
            linked: linked(&env::current_exe()?)?,
        })
    }

    fn has(&self, snippet: &Snippet) -> bool {
        self.kept.get(&snippet.key(&self.linked)).is_some()
    }

    fn add(&self, snippet: &Snippet) {
        self.kept.keep(&snippet.key(&self.linked), "");
    }
}

/// Compiles and runs the snippets of a group that have not passed yet.
fn run_new(group: &[Snippet], passed: &Passed) -> Result<(), Failed> {
    let new = group.iter().filter(|snippet| !passed.has(snippet));
    let new: Vec<_> = new.cloned().collect();
    if new.is_empty() {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let program = program(folder.path(), &new, |snippets| format!("book_tests::run(&{snippets})"))?;
    if !run::passes(&program)? {
        return Err("snippets do not pass: the messages above name them".into());
    }
    // Blessing writes the outputs without comparing them.
    if env::var_os(BLESS).is_none() {
        new.iter().for_each(|snippet| passed.add(snippet));
    }
    Ok(())
}
