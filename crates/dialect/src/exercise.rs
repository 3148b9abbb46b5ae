//! The exercises: one folder each, from which page, handout and tests are made.
//!
//! ```text
//! exercises/<chapter>/<id>/
//!     exercise.toml     title, kind, difficulty, minutes, hints, points
//!     prompt.md         the task
//!     solution.md       the solution explained; `{{#solution}}` is where its code stands
//!     notes.md          for instructors
//!     src/lib.rs        the solution, with what students start from in its comments
//!     tests/public.rs   tests that students get
//!     tests/hidden.rs   tests that they do not get
//!     mutants.toml      wrong solutions, each with the tests that must fail on it
//! ```

mod annotated;
mod library;
mod metadata;
mod mutant;
mod page;
mod table;

use std::collections::BTreeSet;
use std::path::Path;

pub use annotated::{Annotated, Constant, Values, View};
pub use library::{Library, Objective};
pub use metadata::{
    Criterion, Hint, Kind, Metadata, Parameter, Release, Test, TestFile, Value,
    counted, parse_toml,
};
pub use mutant::Mutant;
pub use page::with_exercises;
pub(crate) use page::{hidden_code, is_exercise_directive};
pub use table::exercise_tables;

use crate::{Expanded, Problem, Source, scan, unless};

/// The line in `solution.md` where the code of the solution stands.
pub const SOLUTION: &str = "{{#solution}}";

/// An exercise.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The name of its folder, of its label `ex:id`, and, with `_`, of its crate.
    pub id: String,
    /// The name of the folder above, which is the name of a chapter.
    pub chapter: String,
    /// What is known about it.
    pub metadata: Metadata,
    /// `exercise.toml`, which says that.
    pub toml: Source,
    /// The task.
    pub prompt: Source,
    /// The explanation of the solution.
    pub solution: Source,
    /// What instructors should know.
    pub notes: Source,
    /// Code and tests, if it has them.
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
    /// Reads the exercise in `folder`, which is relative to `root`.
    fn read(
        root: &Path,
        folder: &str,
        objectives: &BTreeSet<String>,
    ) -> Result<Self, Vec<Problem>> {
        let (before, id) = folder.rsplit_once('/').unwrap_or(("", folder));
        let chapter = before.rsplit('/').next().unwrap_or(before);
        let file = |name: &str| {
            Source::read(root, format!("{folder}/{name}"))
                .map_err(|problem| vec![problem])
        };
        let toml = file("exercise.toml")?;
        if !metadata::is_id(id) {
            let message = format!("`{id}`: an exercise is named with a-z, 0-9 and -");
            return Err(vec![Problem::new(&toml.file, 1, message)]);
        }
        let metadata = Metadata::parse(&toml, objectives)?;
        let code = match metadata.kind.has_code() {
            true => Some(Code::read(root, folder)?),
            false => None,
        };
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
            problems.extend(code.mistakes(&exercise.toml, &exercise.metadata));
        }
        unless(problems, exercise)
    }

    /// The name of its crate, which tests import.
    ///
    /// ```
    /// # let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    /// let library = dialect::Library::load(root.as_ref()).unwrap();
    /// let exercise = library.get("three-logarithms").unwrap();
    /// assert_eq!(exercise.crate_name(), "three_logarithms");
    /// ```
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

    /// What is wrong in the Markdown files.
    fn wrong_texts(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        problems.extend(self.unknown_parameters(&self.toml));
        for source in [&self.prompt, &self.solution, &self.notes] {
            if source.text.trim().is_empty() {
                problems.push(Problem::new(&source.file, 1, "is empty"));
            }
            if source.file != self.notes.file {
                let text = Expanded::unexpanded(source);
                let (scan, _) = scan(&text);
                let headings = scan.headings.iter().map(|heading| heading.range.start);
                let headings = headings.chain(scan.unnamed_headings.iter().copied());
                let message =
                    "a heading would end the exercise: its title is in exercise.toml";
                problems.extend(headings.map(|start| text.problem(start, message)));
            }
            problems.extend(self.unknown_parameters(source));
        }
        let lines = self.solution.text.lines().enumerate();
        let places: Vec<_> =
            lines.filter(|(_, line)| line.contains(SOLUTION)).collect();
        let wrong = match (self.code.is_some(), places.as_slice()) {
            (true, [(_, line)]) if *line == SOLUTION => None,
            (false, []) => None,
            (true, [(index, _)]) => {
                Some((*index, format!("{SOLUTION} stands alone on its line")))
            }
            (true, _) => {
                let what = "where the code of the solution stands";
                Some((0, format!("needs {SOLUTION} once, {what}")))
            }
            (false, [(index, _), ..]) => {
                let kind = self.metadata.kind.word();
                Some((*index, format!("a {kind} has no code to show")))
            }
        };
        problems.extend(wrong.map(|(index, message)| {
            Problem::new(&self.solution.file, index + 1, message)
        }));
        if !self.notes.text.contains("## Misconceptions") {
            let message = "instructors need a section `## Misconceptions`";
            problems.push(Problem::new(&self.notes.file, 1, message));
        }
        problems
    }

    /// `{{name}}` where no parameter has this name.
    fn unknown_parameters(&self, source: &Source) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (index, line) in source.text.lines().enumerate() {
            for rest in line.split("{{").skip(1) {
                let name = rest.split_once("}}").map_or("", |(name, _)| name);
                let word = |c: char| c.is_ascii_alphanumeric() || "_ ".contains(c);
                let mut parameters = self.metadata.parameters.iter();
                let known = parameters.any(|parameter| parameter.name == name);
                if !name.trim().is_empty() && name.chars().all(word) && !known {
                    let message =
                        format!("exercise.toml declares no parameter `{name}`");
                    problems.push(Problem::new(&source.file, index + 1, message));
                }
            }
        }
        problems
    }
}

impl Code {
    fn read(root: &Path, folder: &str) -> Result<Self, Vec<Problem>> {
        let read = |name: &str| -> Result<Annotated, Vec<Problem>> {
            let source = Source::read(root, format!("{folder}/{name}"));
            let annotated = source.and_then(|source| Annotated::parse(&source));
            annotated.map_err(|problem| vec![problem])
        };
        let library = read("src/lib.rs")?;
        let mutants = format!("{folder}/mutants.toml");
        Ok(Self {
            mutants: Mutant::read_all(root, &mutants, &library)?,
            library,
            public: read("tests/public.rs")?,
            hidden: read("tests/hidden.rs")?,
        })
    }

    /// The test file.
    pub fn tests(&self, file: TestFile) -> &Annotated {
        match file {
            TestFile::Public => &self.public,
            TestFile::Hidden => &self.hidden,
        }
    }

    /// Where files and metadata contradict each other.
    fn mistakes(&self, toml: &Source, metadata: &Metadata) -> Vec<Problem> {
        let mut problems = Vec::new();
        let regions = self.library.regions();
        if regions.is_empty() {
            let message = "no `//@ solution`: there is nothing to solve";
            problems.push(Problem::new(&self.library.file, 1, message));
        }
        for file in TestFile::BOTH {
            let source = self.tests(file);
            if let Some(line) = source.regions().first() {
                let message = "a test file has no solution";
                problems.push(Problem::new(&source.file, *line, message));
            }
            let written = source.tests();
            for (index, name) in written.iter().enumerate() {
                if written[..index].contains(name) {
                    let message = format!("two tests are called `{name}`");
                    problems.push(Problem::new(&source.file, 1, message));
                }
            }
            for test in metadata.tests_in(file) {
                if !written.contains(&test.name) {
                    let message =
                        format!("{} has no test `{}`", source.file, test.name);
                    let line = toml.line_of(&test.name);
                    problems.push(Problem::new(&toml.file, line, message));
                }
            }
            for name in written {
                if metadata.tests_in(file).all(|test| test.name != name) {
                    let message = format!("the test `{name}` is not in exercise.toml");
                    problems.push(Problem::new(&source.file, 1, message));
                }
            }
        }
        for source in [&self.library, &self.public, &self.hidden] {
            let mut wrong =
                |message| problems.push(Problem::new(&source.file, 1, message));
            if let Some(start) = source.overlong() {
                wrong(format!(
                    "a comment is longer than 88 characters: {start}..."
                ));
            }
            // Students compile their code as a crate, and its tests as others.
            for word in ["crate::", "super::", "pub(crate)", "pub(super)", "unsafe "] {
                if source.says(word) {
                    wrong(format!("`{}` does not work in an exercise", word.trim()));
                }
            }
        }
        problems.extend(self.wrong_constants(toml, metadata));
        problems.extend(self.wrong_mutants(metadata));
        problems
    }

    fn wrong_constants(&self, toml: &Source, metadata: &Metadata) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut used = BTreeSet::new();
        for source in [&self.library, &self.public, &self.hidden] {
            for constant in source.constants() {
                let name = &constant.parameter;
                let problem =
                    |message| Problem::new(&source.file, constant.line, message);
                let declared = metadata.parameters.iter().find(|one| one.name == *name);
                let Some(parameter) = declared else {
                    let message =
                        format!("exercise.toml declares no parameter `{name}`");
                    problems.push(problem(message));
                    continue;
                };
                let default = parameter.default_value().literal();
                if constant.literal() != default {
                    let message = format!(
                        "the constant is {}, and exercise.toml says {default}",
                        constant.literal()
                    );
                    problems.push(problem(message));
                }
                used.insert(name.clone());
            }
        }
        for parameter in &metadata.parameters {
            if !used.contains(&parameter.name) {
                let message = format!("no `//@ param {}` uses it", parameter.name);
                let line = toml.line_of(&parameter.name);
                problems.push(Problem::new(&toml.file, line, message));
            }
        }
        problems
    }

    fn wrong_mutants(&self, metadata: &Metadata) -> Vec<Problem> {
        let mut problems = Vec::new();
        if self.mutants.is_empty() {
            let message =
                "there is no mutant: a wrong solution that the tests must find";
            problems.push(Problem::new(&self.hidden.file, 1, message));
        }
        for mutant in &self.mutants {
            for test in &mutant.expect_fail {
                if metadata.tests.iter().all(|known| known.name != *test) {
                    let message = format!("there is no test `{test}`");
                    problems.push(Problem::new(&mutant.file, mutant.line, message));
                }
            }
            let body = self
                .library
                .render(View::Mutant(mutant.region, &mutant.text), &Values::new());
            for (view, name) in [(View::Solved, "solution"), (View::Stub, "stub")] {
                if body == self.library.render(view, &Values::new()) {
                    let message = format!("the mutant is the {name}");
                    problems.push(Problem::new(&mutant.file, mutant.line, message));
                }
            }
        }
        for test in metadata.tests_in(TestFile::Hidden) {
            let mut named = self.mutants.iter().flat_map(|mutant| &mutant.expect_fail);
            if !named.any(|name| *name == test.name) {
                let message =
                    format!("no mutant names the hidden test `{}`", test.name);
                problems.push(Problem::new(&self.hidden.file, 1, message));
            }
        }
        problems
    }
}

#[cfg(test)]
mod tests;
