//! Versions of an exercise, and their runs.
//!
//! If possible, a version is compiled once and reads the values of parameters when its tests run.

use std::path::PathBuf;

use dialect::{Code, Constant, Exercise, SHARED, TestFile, Value, View};

use crate::variant::Drawn;

#[derive(Debug, PartialEq)]
pub(crate) struct Version {
    pub(crate) library: Library,
    /// Names and texts of the test modules.
    pub(crate) tests: Vec<(String, String)>,
}

#[derive(Debug, PartialEq)]
pub(crate) enum Library {
    /// Rendered from an exercise.
    Text(String),
    /// Written by a reader, in a file that errors name.
    File(PathBuf),
}

#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) version: Version,
    /// The tests to run, each with its module: `public::name`.
    pub(super) tests: Vec<String>,
    /// The environment variables with values of constants.
    pub(super) values: Vec<(String, String)>,
}

pub(crate) struct Trials<'a> {
    pub(crate) exercise: &'a Exercise,
    pub(crate) code: &'a Code,
    pub(crate) trials: Vec<Trial<'a>>,
}

pub(crate) struct Trial<'a> {
    pub(crate) view: View<'a>,
    pub(crate) values: Drawn,
    /// The tests to run, if not all.
    pub(crate) only: Option<&'a [String]>,
}

impl<'a> Trial<'a> {
    pub(crate) fn new(view: View<'a>, values: Drawn) -> Self {
        Self { view, values, only: None }
    }
}

impl Case {
    /// Returns the version of a trial. With `as_data`, it contains no constants that tests can read
    /// when they run.
    pub(crate) fn new(exercise: &Exercise, code: &Code, trial: &Trial<'_>, as_data: bool) -> Self {
        let library = code.library.render(trial.view, &trial.values.public);
        let mut case = Self {
            version: Version { library: Library::Text(library), tests: Vec::new() },
            tests: Vec::new(),
            values: Vec::new(),
        };
        for file in TestFile::BOTH {
            let tests = exercise.metadata.tests_in(file).map(|test| &test.name);
            let mut asked = tests.collect::<Vec<_>>();
            asked.retain(|name| trial.only.is_none_or(|it| it.contains(name)));
            let is_shared = file == TestFile::Public && code.hidden.says(SHARED);
            if asked.is_empty() && !is_shared {
                continue;
            }
            let paths = asked.iter().map(|name| format!("{}::{name}", file.word()));
            case.tests.extend(paths);
            let mut values = trial.values.of(file).clone();
            let constants = data(code, file).into_iter().filter(|_| as_data);
            let mut bindings = Vec::new();
            for constant in constants {
                let value = trial.values.of(file).get(&constant.parameter);
                let value = value.map(Value::literal);
                let value = value.unwrap_or_else(|| constant.literal.clone());
                case.values.push((variable(file, constant), value));
                bindings.push(binding(file, constant));
                values.remove(&constant.parameter);
            }
            let text = code.tests(file).render(View::Solved, &values);
            let text = imported(&bound(&text, &bindings), exercise);
            case.version.tests.push((file.word().to_owned(), text));
        }
        case
    }
}

/// Imports the library under the name of the exercise, at the end of the file so that errors keep
/// their lines.
pub(crate) fn imported(tests: &str, exercise: &Exercise) -> String {
    let name = exercise.crate_name();
    format!("{tests}\n#[allow(unused)] use super::library as {name};\n")
}

/// Returns the constants that tests can read when they run: numbers outside of functions.
fn data(code: &Code, file: TestFile) -> Vec<&Constant> {
    let constants = || code.tests(file).constants();
    let is_data =
        |one: &&Constant| one.declaration.starts_with("const ") && !one.literal.starts_with('"');
    let whole = |one: &&Constant| {
        let mut same = constants().filter(|other| other.parameter == one.parameter);
        same.all(|other| is_data(&other))
    };
    constants().filter(whole).collect()
}

fn variable(file: TestFile, constant: &Constant) -> String {
    format!("{}_{}", file.word(), constant.parameter)
}

/// Returns the start of the declaration of a constant, and its replacement in each function.
fn binding(file: TestFile, constant: &Constant) -> (String, String) {
    let variable = variable(file, constant);
    let left = constant.declaration.replacen("const", "let", 1);
    let binding = format!(" {left} = crate::value({variable:?});");
    (format!("{} = ", constant.declaration), binding)
}

/// Adds the values of data constants to each function, without moving any line.
fn bound(tests: &str, bindings: &[(String, String)]) -> String {
    let (mut text, mut open) = (String::new(), false);
    for line in tests.lines() {
        if !bindings.iter().any(|(start, _)| line.starts_with(start)) {
            text.push_str(line);
            let function = line.strip_prefix("pub ").unwrap_or(line);
            open |= function.starts_with("fn ");
            if open && line.ends_with('{') {
                text.extend(bindings.iter().map(|(_, binding)| &**binding));
                open = false;
            }
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use dialect::{Annotated, Source};

    use super::*;

    #[test]
    fn lines_stay_where_they_are() {
        let tests = "use a::b;\n\nconst N: u64 = 5;\n\n#[test]\nfn one() {\n    b(N);\n}\n\nfn help(\n    x: u64,\n) -> u64 {\n    x * N\n}\n";
        let source = Source {
            file: "tests/public.rs".into(),
            text: tests.replace("const", "//@ param n\nconst"),
        };
        let annotated = Annotated::parse(&source).unwrap();
        let constant = annotated.constants().next().unwrap();
        let binding = binding(TestFile::Public, constant);
        let expected = "use a::b;\n\n\n\n#[test]\nfn one() { let N: u64 = crate::value(\"public_n\");\n    b(N);\n}\n\nfn help(\n    x: u64,\n) -> u64 { let N: u64 = crate::value(\"public_n\");\n    x * N\n}\n";
        assert_eq!(bound(tests, &[binding]), expected);
    }
}
