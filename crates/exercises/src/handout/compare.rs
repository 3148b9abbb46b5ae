//! Compares a handout with what it was made from.

use std::collections::BTreeSet;
use std::path::Path;

use dialect::{Annotated, Problem, Values, View};

use super::Handout;
use super::task::Copy;
use super::workspace::copied;
use crate::{Error, tree};

impl Handout<'_> {
    /// Whether a folder of a student holds the copies as they were made, and the code of each exercise
    /// is its source but for the solution.
    pub(super) fn compare(
        &self,
        copy: &Copy,
        common: &Path,
        folder: &Path,
        shown: &str,
    ) -> Result<(), Error> {
        let mut found = Vec::new();
        for part in copied() {
            for file in different_files(&common.join(&part), &folder.join(&part))? {
                let name = format!("{shown}/{}/{file}", part.display());
                found.push(Problem::new(name, 1, "is not what was copied"));
            }
        }
        for (task, variant) in self.tasks.iter().zip(&copy.variants) {
            let Some(code) = &task.exercise.code else {
                continue;
            };
            let name = format!("{}/src/lib.rs", task.exercise.id);
            let text = tree::read(&folder.join(&name))?;
            let text = String::from_utf8_lossy(&text);
            if !is_stub_of(&text, &code.library, &variant.public) {
                let message = "is not its source without the solution";
                found.push(Problem::new(format!("{shown}/{name}"), 1, message));
            }
        }
        match found.is_empty() {
            true => Ok(()),
            false => Err(Error::Leak(found)),
        }
    }
}

/// The files of two folders that are not the same in both.
fn different_files(one: &Path, other: &Path) -> Result<Vec<String>, Error> {
    let files = |folder: &Path| match folder.is_dir() {
        true => Ok(BTreeSet::from_iter(tree::files(folder)?)),
        false => Ok::<_, Error>(BTreeSet::new()),
    };
    let (left, right) = (files(one)?, files(other)?);
    let mut different = Vec::new();
    for file in left.union(&right) {
        let same = left.contains(file)
            && right.contains(file)
            && tree::read(&one.join(file))? == tree::read(&other.join(file))?;
        if !same {
            different.push(file.to_string_lossy().replace('\\', "/"));
        }
    }
    Ok(different)
}

/// Whether `text` becomes the solved file if what stands in each region, which is not the solution, is
/// replaced by the solution.
fn is_stub_of(text: &str, library: &Annotated, values: &Values) -> bool {
    let solved = library.render(View::Solved, values);
    let Some(outside) = outside(library, &solved, values) else {
        return false;
    };
    match (inside(text, &outside), inside(&solved, &outside)) {
        (Some(stubs), Some(solutions)) => {
            let mut pairs = stubs.iter().zip(&solutions);
            stubs.len() == solutions.len()
                && pairs.all(|(stub, solution)| stub != solution)
        }
        _ => false,
    }
}

/// The parts of a solved file before, between and after its regions. Regions that touch are one.
fn outside<'a>(
    library: &Annotated,
    solved: &'a str,
    values: &Values,
) -> Option<Vec<&'a str>> {
    const MARK: &str = "\u{1}\n";
    let mut parts = Vec::new();
    let mut start = 0;
    for region in 0..library.regions().len() {
        let marked = library.render(View::Mutant(region, MARK), values);
        let (before, after) = marked.split_once(MARK)?;
        let part = solved.get(start..before.len())?;
        if parts.is_empty() || !part.is_empty() {
            parts.push(part);
        }
        start = solved.len().checked_sub(after.len())?;
    }
    parts.push(solved.get(start..)?);
    Some(parts)
}

/// What stands between these parts of a text.
fn inside<'a>(text: &'a str, outside: &[&str]) -> Option<Vec<&'a str>> {
    let (first, rest) = outside.split_first()?;
    let (last, between) = rest.split_last()?;
    let mut text = text.strip_prefix(first)?.strip_suffix(last)?;
    let mut inside = Vec::new();
    for part in between {
        let (region, rest) = text.split_once(part)?;
        inside.push(region);
        text = rest;
    }
    inside.push(text);
    Some(inside)
}

#[cfg(test)]
mod tests {
    use dialect::Source;

    use super::*;

    const SOURCE: &str = "//! x
fn a() {
    //@ solution
    1;
    //@ stub 0;
    //@ end
}
fn b() {
    //@ solution
    2;
    //@ stub
    //@ end
}
//@ instructor
// y
//@ end
//@ param n
const N: u64 = 3;
";

    fn library() -> Annotated {
        let source = Source {
            file: "lib.rs".into(),
            text: SOURCE.into(),
        };
        Annotated::parse(&source).unwrap()
    }

    #[test]
    fn what_stands_outside_of_regions_is_known() {
        let library = library();
        let values = Values::from([("n".to_owned(), dialect::Value::Seed(4))]);
        let solved = library.render(View::Solved, &values);
        let parts = outside(&library, &solved, &values).unwrap();
        let expected = [
            "//! x\nfn a() {\n",
            "}\nfn b() {\n",
            "}\nconst N: u64 = 4;\n",
        ];
        assert_eq!(parts, expected);
    }

    #[test]
    fn a_changed_line_outside_of_a_region_is_noticed() {
        let library = library();
        let values = Values::new();
        let stub = library.render(View::Stub, &values);
        assert!(is_stub_of(&stub, &library, &values));
        for (old, new) in [("//! x", "//! y"), ("fn b", "fn c"), ("= 3", "= 4")] {
            let changed = stub.replace(old, new);
            assert!(!is_stub_of(&changed, &library, &values), "{changed}");
        }
        let half = stub.replace("    0;\n", "    1;\n");
        assert!(!is_stub_of(&half, &library, &values), "{half}");
    }

    #[test]
    fn regions_that_touch_are_one() {
        let text = "//@ solution\n1;\n//@ stub 0;\n//@ end\n//@ solution\n2;\n//@ stub\n//@ end\nb\n";
        let source = Source {
            file: "lib.rs".into(),
            text: text.into(),
        };
        let library = Annotated::parse(&source).unwrap();
        let values = Values::new();
        assert_eq!(
            outside(&library, "1;\n2;\nb\n", &values).unwrap(),
            ["", "b\n"]
        );
        assert!(is_stub_of("0;\nb\n", &library, &values));
    }

    #[test]
    fn a_file_that_is_changed_added_or_missing_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = (folder.path().join("one"), folder.path().join("other"));
        for (name, text) in [("a", "1"), ("b/c", "2"), ("d", "3")] {
            tree::write(&one, name, text).unwrap();
        }
        for (name, text) in [("a", "1"), ("b/c", "3"), ("e", "3")] {
            tree::write(&other, name, text).unwrap();
        }
        assert_eq!(different_files(&one, &other).unwrap(), ["b/c", "d", "e"]);
        let nowhere = folder.path().join("nowhere");
        assert!(different_files(&nowhere, &nowhere).unwrap().is_empty());
    }
}
