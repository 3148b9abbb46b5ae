//! Helpers that public tests share with hidden tests.
//!
//! A helper is a `pub` item of `tests/public.rs`, which students have, and `tests/hidden.rs`
//! imports it:
//!
//! ```text
//! use super::public::{by_hand, layer};
//! ```

use super::Annotated;
use crate::Problems;

/// The start of the import in hidden tests.
pub const SHARED: &str = "use super::public::";

/// Checks that public tests use all helpers, and that hidden tests import them and nothing else.
pub(super) fn find_mistakes(public: &Annotated, hidden: &Annotated, problems: &mut Problems) {
    let helpers: Vec<_> = public.lines().filter_map(helper).collect();
    let imported = imports(hidden);
    for (line, name) in &helpers {
        let at = (&*public.file, *line);
        let message = format!("tests/hidden.rs does not import the helper `{name}`");
        problems.require(imported.iter().any(|(_, it)| it == name), at, message);
        let uses = public.lines().flat_map(|(_, line)| words(line));
        let message = format!("only tests/hidden.rs uses the helper `{name}`");
        problems.require(uses.filter(|word| word == name).count() > 1, at, message);
    }
    for (line, name) in imported {
        let message = format!("tests/public.rs has no helper `{name}` that is `pub`");
        let known = helpers.iter().any(|(_, it)| *it == name);
        problems.require(known, (&hidden.file, line), message);
    }
    for (line, code) in hidden.lines().filter(|(_, code)| code.contains("super::")) {
        let message = format!("only `{SHARED}...` may name another module");
        problems.require(code.starts_with(SHARED), (&hidden.file, line), message);
    }
}

/// Returns the name of the helper that starts on a line.
fn helper((number, line): (usize, &str)) -> Option<(usize, &str)> {
    let name = words(line.strip_prefix("pub ")?).nth(1)?;
    Some((number, name))
}

/// Returns the imported names with their lines.
fn imports(hidden: &Annotated) -> Vec<(usize, &str)> {
    let mut names = Vec::new();
    let mut open = false;
    for (number, line) in hidden.lines() {
        let rest = line.strip_prefix(SHARED);
        open |= rest.is_some();
        if open {
            names.extend(words(rest.unwrap_or(line)).map(|name| (number, name)));
            open = !line.ends_with(';');
        }
    }
    names
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty())
}
