//! No file of a crate imports itself through others.
//!
//! A file is a module. It imports a file if it has a `use` path that leads to the file or into it,
//! also through the reexports (`pub use`) of other modules. `mod` and `pub use` lines of a module
//! that name its own children do not count, since a module and its children are one unit for these;
//! neither do modules of tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::root;

/// The path of a module or an item in its crate, without the crate.
type Name = Vec<String>;

/// The imported paths of each module, in full, with its name in the module and whether it is
/// public.
type Modules = BTreeMap<Name, Vec<(Name, String, bool)>>;

/// Circles that remain, each with its reason.
const KNOWN: [(&str, &str); 1] =
    [("engine: tape tape::gradients", "a node holds its backward pass, which reads nodes")];

/// Returns the code without comments and without what follows the attribute of the tests.
fn code(text: &str) -> String {
    let text = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or(""));
    lines.collect::<Vec<_>>().join("\n")
}

/// Appends the paths of a tree of imports such as `a::{b, c::{self as d, e}}`, with the names they
/// get.
fn spread(tree: &str, above: &[&str], found: &mut Vec<(Name, String)>) {
    let tree = tree.trim();
    let (path, group) = match tree.split_once('{') {
        Some((path, group)) => (path, Some(group.strip_suffix('}').unwrap_or(group))),
        None => (tree, None),
    };
    let (path, alias) = path.split_once(" as ").unwrap_or((path, ""));
    let words = path.trim().split("::").map(str::trim);
    let mut words: Vec<_> = above.iter().copied().chain(words).collect();
    words.retain(|word| !word.is_empty());
    if let Some(group) = group {
        let (mut depth, mut start) = (0, 0);
        for (index, c) in group.char_indices().chain([(group.len(), ',')]) {
            depth += i32::from(c == '{') - i32::from(c == '}');
            if c == ',' && depth == 0 {
                let part = group[start..index].trim();
                if !part.is_empty() {
                    spread(part, &words, found);
                }
                start = index + 1;
            }
        }
        return;
    }
    words.pop_if(|last| *last == "self" && !above.is_empty());
    let name = if alias.is_empty() { words.last() } else { Some(&alias) };
    let name = name.map_or_else(String::new, |name| name.trim().to_owned());
    found.push((words.into_iter().map(str::to_owned).collect(), name));
}

/// Returns the imports of a module.
fn imports(module: &[String], text: &str) -> Vec<(Name, String, bool)> {
    let mut found = Vec::new();
    for statement in code(text).split([';']) {
        let Some(at) = statement.rfind("use ") else {
            continue;
        };
        let line = statement[..at].rsplit('\n').next().unwrap_or("").trim();
        if !(line.is_empty() || line.starts_with("pub")) {
            continue;
        }
        let mut trees = Vec::new();
        spread(&statement[at + 4..], &[], &mut trees);
        for (path, name) in trees {
            let (mut full, mut rest) = (module.to_vec(), &*path);
            match rest.first().map(String::as_str) {
                Some("crate") => (full, rest) = (Vec::new(), &rest[1..]),
                Some("self") => rest = &rest[1..],
                _ => {}
            }
            while rest.first().is_some_and(|word| word == "super") {
                full.pop();
                rest = &rest[1..];
            }
            full.extend(rest.iter().cloned());
            found.push((full, name, !line.is_empty()));
        }
    }
    found
}

/// Returns the module that defines what a path names. Paths into other crates lead to none.
fn target(modules: &Modules, path: &[String], depth: usize) -> Option<Name> {
    if modules.contains_key(path) {
        return Some(path.to_vec());
    }
    let (name, above) = path.split_last()?;
    let owner = target(modules, above, depth)?;
    let mut imports = modules[&owner].iter();
    // An item may be reexported under the same name as its module, so the module itself is tried
    // last.
    let reexport = imports.find(|(_, alias, public)| *public && alias == name);
    let found = reexport.filter(|_| depth < 9);
    let found = found.and_then(|(full, ..)| target(modules, full, depth + 1));
    found.or_else(|| (owner.len() == above.len() && !owner.is_empty()).then_some(owner))
}

/// Returns the modules on each circle, one text for each circle.
fn circles(modules: &Modules) -> BTreeSet<String> {
    let mut edges: BTreeMap<&Name, BTreeSet<Name>> = BTreeMap::new();
    for (module, imports) in modules {
        for (path, _, public) in imports {
            let to = target(modules, path, 0).filter(|to| to != module);
            let to = to.filter(|to| !(*public && to.starts_with(module)));
            edges.entry(module).or_default().extend(to);
        }
    }
    let reached = |from: &Name| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(module) = open.pop() {
            for next in edges.get(&module).into_iter().flatten() {
                if seen.insert(next.clone()) {
                    open.push(next.clone());
                }
            }
        }
        seen
    };
    let all: BTreeMap<_, _> = modules.keys().map(|one| (one, reached(one))).collect();
    let on_circle = all.iter().filter(|(one, reached)| reached.contains(**one));
    let circle = |(one, reached): (&&Name, &BTreeSet<Name>)| {
        let same = reached.iter().filter(|other| all[other].contains(*one));
        same.map(|name| name.join("::")).collect::<Vec<_>>().join(" ")
    };
    on_circle.map(circle).collect()
}

/// Reads files with their paths in `src`.
fn read<'a>(files: impl IntoIterator<Item = (&'a Path, String)>) -> Modules {
    let modules = files.into_iter().filter_map(|(file, text)| {
        let inside = file.with_extension("");
        let words = inside.iter().map(|word| word.to_str().unwrap().to_owned());
        let mut name: Name = words.filter(|word| word != "lib").collect();
        name.pop_if(|last| last == "main");
        let is_test = name.iter().any(|word| word == "tests");
        (!is_test).then(|| (name.clone(), imports(&name, &text)))
    });
    modules.collect()
}

#[test]
fn no_file_imports_itself_through_others() {
    let mut found = BTreeSet::new();
    for folder in fs::read_dir(root().join("crates")).unwrap() {
        let folder = folder.unwrap();
        let source = folder.path().join("src");
        if !source.is_dir() {
            continue;
        }
        let mut files = dialect::files(&source).unwrap();
        files.retain(|file| file.extension().is_some_and(|end| end == "rs"));
        let files = files.iter().map(|file| {
            let text = fs::read_to_string(file).unwrap();
            (file.strip_prefix(&source).unwrap(), text)
        });
        let name = folder.file_name().into_string().unwrap();
        let circles = circles(&read(files)).into_iter();
        found.extend(circles.map(|circle| format!("{name}: {circle}")));
    }
    let known = KNOWN.map(|(circle, _)| circle.to_owned());
    assert_eq!(found, known.into());
}

#[test]
fn circles_are_found_through_groups_and_reexports() {
    let found = |files: &[(&str, &str)]| {
        let files = files.iter();
        let files = files.map(|(file, text)| (file.as_ref(), (*text).to_owned()));
        circles(&read(files)).into_iter().collect::<Vec<_>>()
    };
    let library = ("lib.rs", "mod a;\nmod b;\npub use a::A;\npub use b::{B as C};");
    let a = |text| ("a.rs", text);
    let b = ("b.rs", "use super::{a::{self, Other}, std};\npub struct B;");
    // Through a reexport under another name, with a path in the middle of a group, and directly.
    for text in ["use crate::C;", "use crate::{A, C as D};", "use std::fmt;\nuse super::b;"] {
        assert_eq!(found(&[library, a(text), b]), ["a b"], "{text}");
    }
    for text in [
        "use std::C;",
        "// use crate::C;",
        "use crate::A;",
        "\n#[cfg(test)]\nmod tests {\n    use crate::C;",
    ] {
        assert!(found(&[library, a(text), b]).is_empty(), "{text}");
    }
    // A module may reexport its children, but not also import them if they import it.
    let child = ("a/child.rs", "use super::A;");
    assert!(found(&[library, a("mod child;\npub use child::X;"), child]).is_empty());
    assert_eq!(found(&[library, a("mod child;\nuse child::X;"), child]), ["a a::child"]);
}
