//! Wrong solutions that the tests of an exercise must find.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::{Problem, Source};

/// A wrong solution, with the misconception behind it.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The name of its file without `.rs`.
    pub name: String,
    /// Path relative to the root, with `/` between its parts.
    pub file: String,
    /// The line where it starts.
    pub line: usize,
    /// The tests that must fail.
    pub expect_fail: Vec<String>,
    /// Why somebody would write this.
    pub misconception: String,
    /// The region that it replaces, counted from 0.
    pub region: usize,
    /// What replaces the solution.
    pub text: String,
}

impl Mutant {
    /// The mutants in `folder`, sorted by name. A missing folder has none.
    pub(super) fn read_all(
        root: &Path,
        folder: &str,
    ) -> Result<Vec<Self>, Vec<Problem>> {
        let mut names = Vec::new();
        let path = root.join(folder);
        let unreadable = |error: std::io::Error| {
            vec![Problem::new(folder, 1, format!("cannot be read: {error}"))]
        };
        if path.is_dir() {
            for entry in fs::read_dir(&path).map_err(unreadable)? {
                let name = entry.map_err(unreadable)?.file_name();
                let name = name.to_string_lossy().into_owned();
                // Of an editor or of the system.
                if !name.starts_with('.') {
                    names.push(name);
                }
            }
        }
        names.sort();
        let (mut mutants, mut problems) = (Vec::new(), Vec::new());
        for name in names {
            let file = format!("{folder}/{name}");
            let mutant =
                Source::read(root, file).and_then(|source| Self::parse(&source));
            match mutant {
                Ok(mutant) => mutants.push(mutant),
                Err(problem) => problems.push(problem),
            }
        }
        if problems.is_empty() {
            Ok(mutants)
        } else {
            Err(problems)
        }
    }

    /// Reads one file: lines `// key: value`, then the replacement.
    fn parse(source: &Source) -> Result<Self, Problem> {
        let problem = |line, message: String| Problem::new(&source.file, line, message);
        let file_name = source.file.rsplit('/').next().unwrap_or(&source.file);
        let name = file_name
            .strip_suffix(".rs")
            .ok_or_else(|| problem(1, "a mutant is a file .rs".into()))?;
        let mut mutant = Self {
            name: name.to_owned(),
            file: source.file.clone(),
            line: 1,
            expect_fail: Vec::new(),
            misconception: String::new(),
            region: 0,
            text: String::new(),
        };
        let (mut header, mut seen) = (true, BTreeSet::new());
        for (index, line) in source.text.lines().enumerate() {
            let field = line
                .strip_prefix("// ")
                .and_then(|rest| rest.split_once(": "));
            let value = field.map_or("", |(_, value)| value.trim());
            let key = field.map(|(key, _)| key).filter(|_| header);
            let known = ["expect-fail", "misconception", "region"];
            if let Some(key) = key.filter(|key| known.contains(key))
                && !seen.insert(key)
            {
                return Err(problem(index + 1, format!("`// {key}:` stands twice")));
            }
            match key {
                Some("expect-fail") => {
                    let names = value.split(',').map(|name| name.trim().to_owned());
                    mutant.expect_fail =
                        names.filter(|name| !name.is_empty()).collect();
                }
                Some("misconception") => value.clone_into(&mut mutant.misconception),
                Some("region") => {
                    let number: Option<usize> = value.parse().ok();
                    mutant.region = number
                        .and_then(|number| number.checked_sub(1))
                        .ok_or_else(|| {
                            problem(
                                index + 1,
                                format!("`{value}` is not a number from 1"),
                            )
                        })?;
                }
                Some(key) if !key.contains(' ') => {
                    let message = format!(
                        "`// {key}:` is none of expect-fail, misconception and region"
                    );
                    return Err(problem(index + 1, message));
                }
                _ => {
                    header = false;
                    mutant.text.push_str(line);
                    mutant.text.push('\n');
                }
            }
        }
        if mutant.expect_fail.is_empty() {
            return Err(problem(
                1,
                "a mutant starts with `// expect-fail: test`".into(),
            ));
        }
        if mutant.misconception.is_empty() {
            let message =
                "a mutant says in `// misconception: ...` why one would write it";
            return Err(problem(1, message.into()));
        }
        if mutant.text.trim().is_empty() {
            return Err(problem(1, "the mutant has no code".into()));
        }
        if mutant.text.contains("todo!(") || mutant.text.contains("unimplemented!(") {
            let message = "a mutant is a wrong solution, and none that is missing";
            return Err(problem(1, message.into()));
        }
        if let Some(line) = source.text.lines().position(|line| line.contains("//@")) {
            return Err(problem(line + 1, "a mutant has no directives".into()));
        }
        Ok(mutant)
    }
}
