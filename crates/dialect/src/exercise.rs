//! Reads the exercises. Each has a folder with the sources of its page, handout, and tests:
//!
//! ```text
//! exercises/<chapter>/<id>/
//!     exercise.toml     title, kind, difficulty, minutes, hints, points
//!     prompt.md         the task
//!     solution.md       the explanation of the solution; `{{#solution}}` inserts the code
//!     notes.md          for instructors
//!     src/lib.rs        the solution, with the starter code in comments
//!     tests/public.rs   tests that students have
//!     tests/hidden.rs   tests that they do not have; may import helpers from public.rs
//!     mutants.toml      wrong solutions, each with the tests that must fail on it
//! ```

mod annotated;
mod directive;
mod library;
mod metadata;
mod mutant;
mod page;
mod shared;
mod table;

use std::collections::BTreeSet;
use std::path::Path;

pub use annotated::{Annotated, Constant, Values, View};
pub use directive::expand;
pub use library::{Library, Objective};
pub use metadata::{
    Criterion, Hint, Kind, Metadata, Parameter, Release, Test, TestFile, Value, counted, parse_toml,
};
pub use mutant::Mutant;
pub use page::with_exercises;
pub use shared::SHARED;
pub use table::exercise_tables;

use crate::{Expanded, Problem, Problems, Source, scan};

/// The line in `solution.md` that is replaced by the code of the solution.
pub const SOLUTION: &str = "{{#solution}}";

/// An exercise.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The name of the folder, of the label `ex:id`, and, with `_`, of the crate.
    pub id: String,
    /// The name of the parent folder, which is the name of a chapter.
    pub chapter: String,
    /// The content of `exercise.toml`.
    pub metadata: Metadata,
    /// The source of `exercise.toml`.
    pub toml: Source,
    /// The task.
    pub prompt: Source,
    /// The explanation of the solution.
    pub solution: Source,
    /// Notes for instructors.
    pub notes: Source,
    /// Code and tests, if any.
    pub code: Option<Code>,
}

/// The code of an exercise.
#[derive(Clone, Debug)]
pub struct Code {
    /// `src/lib.rs`
    pub library: Annotated,
    /// `tests/public.rs`
    pub public: Annotated,
    /// `tests/hidden.rs`
    pub hidden: Annotated,
    /// `mutants.toml`
    pub mutants: Vec<Mutant>,
}

impl Exercise {
    fn read(root: &Path, folder: &str, objectives: &BTreeSet<String>) -> Result<Self, Problems> {
        let (before, id) = folder.rsplit_once('/').unwrap_or(("", folder));
        let chapter = before.rsplit('/').next().unwrap_or(before);
        let file = |name: &str| Source::read(root, format!("{folder}/{name}"));
        let toml = file("exercise.toml")?;
        if !metadata::is_id(id) {
            let message = format!("`{id}`: an exercise is named with a-z, 0-9, and -");
            return Err(Problem::new(&toml.file, 1, message).into());
        }
        let metadata: Metadata = parse_toml(&toml)?;
        metadata.mistakes(&toml, objectives).or(())?;
        let has_code = metadata.kind.has_code();
        let code = has_code.then(|| Code::read(root, folder)).transpose()?;
        let exercise = Self {
            id: id.to_owned(),
            chapter: chapter.to_owned(),
            prompt: file("prompt.md")?,
            solution: file("solution.md")?,
            notes: file("notes.md")?,
            metadata,
            toml,
            code,
        };
        let mut problems = exercise.wrong_texts();
        if let Some(code) = &exercise.code {
            code.find_mistakes(&exercise.toml, &exercise.metadata, &mut problems);
        }
        problems.or(exercise)
    }

    /// Returns the name of the crate, which tests import.
    pub fn crate_name(&self) -> String {
        self.id.replace('-', "_")
    }

    /// Replaces `{{name}}` by the value of the parameter.
    pub fn fill(&self, text: &str, values: &Values) -> String {
        let mut text = text.to_owned();
        for parameter in &self.metadata.parameters {
            let value = values.get(&parameter.name).cloned();
            let value = value.unwrap_or_else(|| parameter.default_value());
            let place = format!("{{{{{}}}}}", parameter.name);
            text = text.replace(&place, &value.to_string());
        }
        text
    }

    fn wrong_texts(&self) -> Problems {
        let mut problems = Problems::default();
        for source in [&self.toml, &self.prompt, &self.solution, &self.notes] {
            let is_written = !source.text.trim().is_empty();
            problems.require(is_written, (&source.file, 1), "is empty");
            for (line, name) in self.unknown_parameters(source) {
                let message = format!("exercise.toml declares no parameter `{name}`");
                problems.require(false, (&source.file, line), message);
            }
        }
        for source in [&self.prompt, &self.solution] {
            let text = Expanded::unexpanded(source);
            let (scan, _) = scan(&text);
            let named = scan.headings.iter().map(|heading| heading.range.start);
            let message = "a heading would end the exercise: its title is in exercise.toml";
            for start in named.chain(scan.unnamed_headings) {
                problems.require(false, text.origin(start), message);
            }
        }
        let file = &*self.solution.file;
        let mut places: Vec<_> = (1..).zip(self.solution.text.lines()).collect();
        places.retain(|(_, line)| line.contains(SOLUTION));
        match (self.code.is_some(), places.as_slice()) {
            (true, [(number, line)]) => {
                let message = format!("{SOLUTION} is alone on its line");
                problems.require(*line == SOLUTION, (file, *number), message);
            }
            (true, _) => {
                let what = "in place of the code of the solution";
                problems.require(false, (file, 1), format!("needs {SOLUTION} once, {what}"));
            }
            (false, places) => {
                let number = places.first().map_or(1, |(number, _)| *number);
                let kind = self.metadata.kind.word();
                let message = format!("a {kind} has no code to show");
                problems.require(places.is_empty(), (file, number), message);
            }
        }
        let has_section = self.notes.text.contains("## Misconceptions");
        let message = "instructors need a section `## Misconceptions`";
        problems.require(has_section, (&self.notes.file, 1), message);
        problems
    }

    /// Finds each `{{name}}` that is not a parameter, with its line.
    pub fn unknown_parameters<'a>(&self, text: &'a Source) -> Vec<(usize, &'a str)> {
        let mut found = Vec::new();
        for (number, line) in (1..).zip(text.text.lines()) {
            for rest in line.split("{{").skip(1) {
                found.extend(rest.split_once("}}").map(|(name, _)| (number, name)));
            }
        }
        let word = |c: char| c.is_ascii_alphanumeric() || "_ ".contains(c);
        found.retain(|(_, name)| !name.trim().is_empty() && name.chars().all(word));
        found.retain(|(_, name)| self.metadata.parameter(name).is_none());
        found
    }
}

impl Code {
    fn read(root: &Path, folder: &str) -> Result<Self, Problems> {
        let read = |name: &str| {
            let source = Source::read(root, format!("{folder}/{name}"));
            source.and_then(|source| Annotated::parse(&source))
        };
        let library = read("src/lib.rs")?;
        let mutants = format!("{folder}/mutants.toml");
        let solutions = library.regions().map(|region| &*region.solution);
        let solutions: Vec<_> = solutions.collect();
        Ok(Self {
            mutants: Mutant::read_all(root, &mutants, &solutions)?,
            library,
            public: read("tests/public.rs")?,
            hidden: read("tests/hidden.rs")?,
        })
    }

    /// Returns one of the test files.
    pub fn tests(&self, file: TestFile) -> &Annotated {
        match file {
            TestFile::Public => &self.public,
            TestFile::Hidden => &self.hidden,
        }
    }

    /// Checks that files and metadata agree.
    fn find_mistakes(&self, toml: &Source, metadata: &Metadata, problems: &mut Problems) {
        let has_region = self.library.regions().next().is_some();
        let message = "no `//@ solution`: there is nothing to solve";
        problems.require(has_region, (&self.library.file, 1), message);
        for file in TestFile::BOTH {
            let source = self.tests(file);
            for region in source.regions() {
                let at = (&*source.file, region.line);
                problems.require(false, at, "a test file has no solution");
            }
            let written = source.tests();
            let listed = metadata.tests_in(file).map(|test| &test.name);
            let listed: Vec<_> = listed.collect();
            for (index, name) in written.iter().enumerate() {
                let at = (&*source.file, 1);
                let message = format!("two tests are called `{name}`");
                problems.require(!written[..index].contains(name), at, message);
                let message = format!("the test `{name}` is not in exercise.toml");
                problems.require(listed.contains(&name), at, message);
            }
            for name in listed {
                let message = format!("{} has no test `{name}`", source.file);
                let at = (&*toml.file, toml.line_of(name));
                problems.require(written.contains(name), at, message);
            }
        }
        for source in [&self.library, &self.public, &self.hidden] {
            let at = (&*source.file, 1);
            if let Some(start) = source.overlong() {
                let message = "a comment is longer than 88 characters";
                problems.require(false, at, format!("{message}: {start}..."));
            }
            // Students compile their code as one crate and each test file as another.
            for word in ["crate::", "super::", "pub(crate)", "pub(super)", "unsafe "] {
                let shares = word == "super::" && source.file == self.hidden.file;
                let message = format!("`{}` does not work in an exercise", word.trim());
                problems.require(shares || !source.says(word), at, message);
            }
        }
        shared::find_mistakes(&self.public, &self.hidden, problems);
        self.wrong_constants(toml, metadata, problems);
        self.wrong_mutants(metadata, problems);
    }

    fn wrong_constants(&self, toml: &Source, metadata: &Metadata, problems: &mut Problems) {
        let mut used = BTreeSet::new();
        for source in [&self.library, &self.public, &self.hidden] {
            for constant in source.constants() {
                let (name, at) = (&constant.parameter, (&*source.file, constant.line));
                used.insert(name);
                let Some(parameter) = metadata.parameter(name) else {
                    let message = format!("exercise.toml declares no parameter `{name}`");
                    problems.require(false, at, message);
                    continue;
                };
                let (here, there) = (&constant.literal, parameter.default_value());
                let there = there.literal();
                let message = format!("the constant is {here}, and exercise.toml says {there}");
                problems.require(*here == there, at, message);
            }
        }
        for Parameter { name, .. } in &metadata.parameters {
            let at = (&*toml.file, toml.line_of(name));
            let message = format!("no `//@ param {name}` uses it");
            problems.require(used.contains(name), at, message);
        }
    }

    fn wrong_mutants(&self, metadata: &Metadata, problems: &mut Problems) {
        let hidden = (&*self.hidden.file, 1);
        let message = "there is no mutant: a wrong solution that the tests must find";
        problems.require(!self.mutants.is_empty(), hidden, message);
        for mutant in &self.mutants {
            let at = (&*mutant.file, mutant.line);
            for test in &mutant.expect_fail {
                let known = metadata.tests.iter().any(|known| known.name == *test);
                problems.require(known, at, format!("there is no test `{test}`"));
            }
            let rendered = |view| self.library.render(view, &Values::new());
            let body = rendered(View::Mutant(mutant));
            for (view, name) in [(View::Solved, "solution"), (View::Stub, "stub")] {
                let message = format!("the mutant is the {name}");
                problems.require(body != rendered(view), at, message);
            }
        }
        for Test { name, .. } in metadata.tests_in(TestFile::Hidden) {
            let mut mutants = self.mutants.iter();
            let named = mutants.any(|one| one.expect_fail.contains(name));
            let message = format!("no mutant names the hidden test `{name}`");
            problems.require(named, hidden, message);
        }
    }
}

#[cfg(test)]
mod tests;
