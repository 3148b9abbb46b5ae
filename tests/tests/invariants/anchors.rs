//! Regions of source files that texts include.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use dialect::resolve;

use crate::root;

/// Returns the file and the name of each region that a text includes.
fn included() -> BTreeSet<(PathBuf, String)> {
    let sources = dialect::snippet_sources(root()).unwrap();
    let targets = sources.iter().flat_map(|source| {
        let starts = source.text.split("{{#include ").skip(1);
        starts.filter_map(|rest| {
            let (path, name) = rest.split("}}").next()?.trim().split_once(':')?;
            let file = resolve(Path::new(&source.file), path)?;
            Some((file, name.to_owned()))
        })
    });
    targets.collect()
}

#[test]
fn every_anchor_is_included_in_a_text() {
    let (included, mut all, mut unused) = (included(), 0, Vec::new());
    for path in dialect::files(&root().join("crates")).unwrap() {
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let file = path.strip_prefix(root()).unwrap().to_owned();
        for line in fs::read_to_string(&path).unwrap().lines() {
            if let Some(name) = line.trim_start().strip_prefix("// ANCHOR: ") {
                all += 1;
                let anchor = (file.clone(), name.to_owned());
                if !included.contains(&anchor) {
                    unused.push(format!("{}: {name}", file.display()));
                }
            }
        }
    }
    assert!(all > 100, "{all}");
    assert!(unused.is_empty(), "no text includes\n{}", unused.join("\n"));
}
