//! Reads `exercise.toml`, the metadata of an exercise.

use std::collections::{BTreeSet, HashSet};
use std::fmt;

use serde::Deserialize;

use crate::{Problem, Problems, Source};

/// The only version of the format so far.
const FORMAT_VERSION: u32 = 1;
const LONGEST_ID: usize = 40;
const MOST_POINTS: u32 = 1000;
const MOST_MINUTES: u32 = 10_000;

/// The kind of task.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A function to write.
    Code,
    /// A wrong line to find and to repair.
    Bug,
    /// Pencil and paper.
    Proof,
    /// A program to run that ends in a number.
    Experiment,
    /// A text or a project, judged by a rubric.
    Essay,
}

impl Kind {
    /// Returns whether exercises of this kind have code and tests.
    pub fn has_code(self) -> bool {
        matches!(self, Self::Code | Self::Bug | Self::Experiment)
    }

    /// Returns the word in `exercise.toml`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Bug => "bug",
            Self::Proof => "proof",
            Self::Experiment => "experiment",
            Self::Essay => "essay",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Code => "Code",
            Self::Bug => "Find the bug",
            Self::Proof => "Pencil and paper",
            Self::Experiment => "Experiment",
            Self::Essay => "Discussion",
        })
    }
}

/// Whether the solution is in the book.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Release {
    /// The book contains the solution, folded.
    SelfStudy,
    /// Only instructors have the solution.
    Graded,
}

/// A hint, shown on request.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// The hint, as Markdown.
    pub text: String,
}

/// The file that contains a test.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum TestFile {
    /// `tests/public.rs`, which students have.
    Public,
    /// `tests/hidden.rs`, which students do not have.
    Hidden,
}

impl TestFile {
    /// The files in the order of presentation.
    pub const BOTH: [Self; 2] = [Self::Public, Self::Hidden];

    /// Returns the word in `exercise.toml`, which is the name of the file without `.rs`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Hidden => "hidden",
        }
    }
}

/// The points for a test.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// Name of the function.
    pub name: String,
    /// The file that contains the test.
    pub file: TestFile,
    /// Points for passing it.
    pub points: u32,
    /// The message for students if the test fails.
    pub on_fail: Option<String>,
}

/// A criterion for points awarded by hand.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Criterion {
    /// Name of the criterion.
    pub name: String,
    /// The maximum number of points.
    pub points: u32,
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, counted(self.points, "point"))
    }
}

/// Formats a count with its noun: `1 minute`, `2 minutes`.
pub fn counted<N: fmt::Display + PartialEq + From<bool>>(count: N, thing: &str) -> String {
    let s = if count == N::from(true) { "" } else { "s" };
    format!("{count} {thing}{s}")
}

/// A value that differs between students.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// The name in the directives `//@ param name` and in the text as `{{name}}`.
    pub name: String,
    /// The allowed values, of which the sources contain the first.
    #[serde(default)]
    pub choices: Vec<Value>,
    /// The seed in the sources; a course draws another for each student.
    pub seed: Option<u64>,
}

impl Parameter {
    /// Returns the value in the sources.
    pub fn default_value(&self) -> Value {
        match self.seed {
            Some(seed) => Value::Integer(seed.cast_signed()),
            None => self.choices[0].clone(),
        }
    }

    /// Returns whether the parameter may have this value.
    pub fn allows(&self, value: &Value) -> bool {
        match self.seed {
            Some(_) => matches!(value, Value::Integer(0..)),
            None => self.choices.contains(value),
        }
    }
}

/// The value of a parameter.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(untagged)]
pub enum Value {
    /// An integer, or the seed of a random number generator.
    Integer(i64),
    /// A floating-point number.
    Float(f64),
    /// A text.
    Text(String),
}

impl Value {
    /// Returns the value as a Rust literal.
    pub fn literal(&self) -> String {
        match self {
            Self::Integer(value) => value.to_string(),
            Self::Float(value) => format!("{value:?}"),
            Self::Text(value) => format!("{value:?}"),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(value) => f.write_str(value),
            other => f.write_str(&other.literal()),
        }
    }
}

/// The content of `exercise.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Metadata {
    format_version: u32,
    /// The heading.
    pub title: String,
    /// The kind of task.
    pub kind: Kind,
    /// 1 warm-up, 2 core, 3 stretch, 4 project.
    pub difficulty: u8,
    /// The time for a student who has read the chapter.
    pub minutes: u32,
    /// The objectives: ids in `exercises/objectives.toml`.
    pub objectives: Vec<String>,
    /// The prerequisites: labels of sections and exercises.
    pub requires: Vec<String>,
    /// Whether the book contains the solution.
    pub release: Release,
    /// Hints, from a nudge to nearly the answer.
    #[serde(default, rename = "hint")]
    pub hints: Vec<Hint>,
    /// The points for each test.
    #[serde(default, rename = "test")]
    pub tests: Vec<Test>,
    /// The criteria for points awarded by hand.
    #[serde(default, rename = "rubric")]
    pub rubric: Vec<Criterion>,
    /// The values that differ between students.
    #[serde(default, rename = "parameter")]
    pub parameters: Vec<Parameter>,
}

impl Metadata {
    /// Returns the word for the difficulty.
    pub fn difficulty_word(&self) -> &'static str {
        ["warm-up", "core", "stretch", "project"][usize::from(self.difficulty) - 1]
    }

    /// Returns the sum of all points, for tests or awarded by hand.
    pub fn points(&self) -> u32 {
        self.all_points().sum()
    }

    fn all_points(&self) -> impl Iterator<Item = u32> {
        let by_hand = self.rubric.iter().map(|criterion| criterion.points);
        self.tests.iter().map(|test| test.points).chain(by_hand)
    }

    /// Returns the parameter with this name.
    pub fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|one| one.name == name)
    }

    /// Iterates over the tests of one file.
    pub fn tests_in(&self, file: TestFile) -> impl Iterator<Item = &Test> {
        self.tests.iter().filter(move |test| test.file == file)
    }

    pub(super) fn mistakes(&self, source: &Source, objectives: &BTreeSet<String>) -> Problems {
        let mut problems = Problems::default();
        let mut require = |holds: bool, needle: &str, message: &str| {
            problems.require(holds, (&source.file, source.line_of(needle)), message);
        };
        let message = format!("this program reads only format_version {FORMAT_VERSION}");
        require(self.format_version == FORMAT_VERSION, "format_version", &message);
        require(!self.title.trim().is_empty(), "title", "the title is empty");
        let in_range = (1..=4).contains(&self.difficulty);
        require(in_range, "difficulty", "the difficulty is 1, 2, 3, or 4");
        let message = format!("an exercise takes 1 to {MOST_MINUTES} minutes");
        require((1..=MOST_MINUTES).contains(&self.minutes), "minutes", &message);
        let in_range = (1..=3).contains(&self.objectives.len());
        require(in_range, "objectives", "an exercise has one to three objectives");
        for objective in &self.objectives {
            let message = format!("exercises/objectives.toml has no `{objective}`");
            require(objectives.contains(objective), "objectives", &message);
        }
        for label in &self.requires {
            let is_label = label.starts_with("sec:") || label.starts_with("ex:");
            let message = format!("`{label}` is neither a section (sec:) nor an exercise (ex:)");
            require(is_label, "requires", &message);
        }
        let is_helped = !self.hints.is_empty() || self.difficulty <= 1;
        require(is_helped, "difficulty", "an exercise above a warm-up has a hint");
        let has_text = !self.hints.iter().any(|hint| hint.text.trim().is_empty());
        require(has_text, "[[hint]]", "a hint is empty");
        let most = self.all_points().max().unwrap_or(0);
        require(most > 0, "title", "the exercise is worth no points");
        let message = format!("nothing is worth more than {MOST_POINTS} points");
        require(most <= MOST_POINTS, &format!("points = {most}"), &message);
        let mut names = BTreeSet::new();
        for Criterion { name, .. } in &self.rubric {
            require(names.insert(name), name, "two criteria have the same name");
        }
        self.wrong_tests(source, &mut problems);
        self.wrong_parameters(source, &mut problems);
        problems
    }

    fn wrong_tests(&self, source: &Source, problems: &mut Problems) {
        let at = |needle: &str| (&*source.file, source.line_of(needle));
        let (kind, has_code) = (self.kind.word(), self.kind.has_code());
        let message = format!("a {kind} has no tests");
        problems.require(has_code || self.tests.is_empty(), at("[[test]]"), message);
        let message = format!("a {kind} needs a [[rubric]]");
        problems.require(has_code || !self.rubric.is_empty(), at("kind"), message);
        let mut names = BTreeSet::new();
        for test in &self.tests {
            let name = &test.name;
            let message = format!("the test `{name}` is listed twice");
            problems.require(names.insert(name), at(name), message);
            let message = format!(
                "the hidden test `{name}` needs on_fail: a student sees nothing else of it"
            );
            let is_told = test.file == TestFile::Public || test.on_fail.is_some();
            problems.require(is_told, at(name), message);
        }
        for file in TestFile::BOTH {
            let counts = self.tests_in(file).any(|test| test.points > 0);
            let message = format!("no {} test is worth a point", file.word());
            problems.require(counts || !has_code, at("kind"), message);
        }
    }

    fn wrong_parameters(&self, source: &Source, problems: &mut Problems) {
        let mut names = BTreeSet::new();
        for one in &self.parameters {
            let (name, choices) = (&one.name, &one.choices);
            let at = (&*source.file, source.line_of(name));
            let plain = |c| matches!(c, 'a'..='z' | '0'..='9' | '_');
            let is_name = !name.is_empty() && name.chars().all(plain);
            let message = format!("`{name}`: a parameter is named with a-z, 0-9, and _");
            problems.require(is_name, at, message);
            let message = format!("the parameter `{name}` is declared twice");
            problems.require(names.insert(name), at, message);
            let is_one = one.seed.is_some() == choices.is_empty() && choices.len() != 1;
            let message = format!("`{name}` has either two or more choices or a seed");
            problems.require(is_one, at, message);
            let types = choices.iter().map(std::mem::discriminant);
            let message = format!("the choices of `{name}` are of two types");
            problems.require(types.collect::<HashSet<_>>().len() <= 1, at, message);
        }
    }
}

/// Returns whether this can be the name of an exercise, its crate, and its label.
pub(super) fn is_id(id: &str) -> bool {
    let plain = |c| matches!(c, 'a'..='z' | '0'..='9' | '-');
    id.len() <= LONGEST_ID
        && id.starts_with(|c: char| c.is_ascii_lowercase())
        && !id.ends_with('-')
        && id.chars().all(plain)
}

/// Parses a TOML file, or names the line of the first error.
pub fn parse_toml<T: serde::de::DeserializeOwned>(source: &Source) -> Result<T, Problem> {
    toml::from_str(&source.text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        source.problem(offset, error.message().trim().replace('\n', "; "))
    })
}
