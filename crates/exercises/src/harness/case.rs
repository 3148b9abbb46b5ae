//! Versions of exercises with many values of their parameters.
//!
//! Where it is possible a version is compiled once and reads the values when its tests run.

use std::time::Duration;

use dialect::{Code, Constant, Exercise, TestFile, View};

use super::{Datum, Library, Outcomes, Part, Rejected, Run, Tests, Version, try_all};
use crate::variant::Drawn;
use crate::{Error, Toolchain};

/// What is tried of an exercise.
pub(crate) struct Trials<'a> {
    pub(crate) exercise: &'a Exercise,
    pub(crate) code: &'a Code,
    pub(crate) trials: Vec<Trial<'a>>,
}

/// A version and the values that it is tried with.
pub(crate) struct Trial<'a> {
    pub(crate) view: View<'a>,
    pub(crate) sets: Vec<Drawn>,
    /// The tests to run, if not all.
    pub(crate) only: Option<&'a [String]>,
}

/// For each trial the outcomes with each set of values, or why the compiler refuses one of the trials.
pub(crate) type Tried = Result<Vec<Vec<Outcomes>>, Rejected>;

const FILES: [TestFile; 2] = [TestFile::Public, TestFile::Hidden];

/// Tries exercises. Each test has `limit` to finish.
pub(crate) fn try_values(
    toolchain: &Toolchain,
    exercises: &[Trials<'_>],
    limit: Duration,
) -> Result<Vec<Tried>, Error> {
    let data: Vec<_> = exercises
        .iter()
        .map(|one| values_are_data(one.code))
        .collect();
    let parts = exercises.iter().zip(&data);
    let parts: Vec<_> = parts.map(|(one, data)| one.part(*data)).collect();
    let mut tried = try_all(toolchain, &parts, limit)?;
    // Perhaps a value is needed where the compiler must know it.
    let refused = |index: &usize| {
        let parameters = &exercises[*index].exercise.metadata.parameters;
        tried[*index].is_err() && data[*index] && !parameters.is_empty()
    };
    let refused: Vec<_> = (0..exercises.len()).filter(refused).collect();
    let parts: Vec<_> = refused
        .iter()
        .map(|index| exercises[*index].part(false))
        .collect();
    let again = try_all(toolchain, &parts, limit)?;
    for (index, again) in refused.iter().zip(again) {
        tried[*index] = again;
    }
    let trials = exercises.iter().zip(tried).zip(&data).enumerate();
    Ok(trials
        .map(
            |(index, ((one, tried), data))| match *data && !refused.contains(&index) {
                true => tried,
                false => one.of_trials(tried),
            },
        )
        .collect())
}

impl Trials<'_> {
    fn part(&self, as_data: bool) -> Part {
        let versions = self.trials.iter().flat_map(|trial| {
            let sets: Vec<_> = match as_data {
                true => vec![&trial.sets[..]],
                false => trial.sets.chunks(1).collect(),
            };
            sets.into_iter()
                .map(|sets| self.version(trial, sets, as_data))
        });
        Part {
            crate_name: self.exercise.crate_name(),
            versions: versions.collect(),
        }
    }

    fn version(&self, trial: &Trial<'_>, sets: &[Drawn], as_data: bool) -> Version {
        let compiled = if as_data {
            Drawn::default()
        } else {
            sets[0].clone()
        };
        let mut version = version(self.code, trial.view, &compiled);
        if let Some(only) = trial.only {
            let asked = |file| {
                let mut tests = self.exercise.metadata.tests.iter();
                tests.any(|test| Some(test.file) == file && only.contains(&test.name))
            };
            version.tests.retain(|tests| asked(tests.file));
        }
        for tests in version.tests.iter_mut().filter(|_| as_data) {
            let constants = tests.file.into_iter().flat_map(|file| {
                let constants = self.code.tests(file).constants();
                constants.filter_map(move |constant| datum(file, constant))
            });
            tests.data = constants.collect();
        }
        let runs = sets.iter().map(|set| Run {
            values: match as_data {
                true => variables(self.exercise, set),
                false => Vec::new(),
            },
            only: trial.only.map(<[String]>::to_vec),
        });
        version.runs = runs.collect();
        version
    }

    /// Puts the outcomes of versions with one set of values each together.
    fn of_trials(&self, tried: Tried) -> Tried {
        let sets = self.trials.iter().map(|trial| trial.sets.len());
        match tried {
            Ok(versions) => {
                let mut outcomes = versions.into_iter().flatten();
                Ok(sets
                    .map(|sets| outcomes.by_ref().take(sets).collect())
                    .collect())
            }
            Err(mut rejected) => {
                let trials = sets.enumerate();
                let mut of_version = trials.flat_map(|(trial, sets)| vec![trial; sets]);
                rejected.version =
                    rejected.version.and_then(|version| of_version.nth(version));
                Err(rejected)
            }
        }
    }
}

/// A version with both test files, to be run once.
pub(crate) fn version(code: &Code, view: View<'_>, values: &Drawn) -> Version {
    let tests = FILES.map(|file| Tests {
        module: module(file).into(),
        file: Some(file),
        text: code.tests(file).render(View::Solved, values.of(file)),
        data: Vec::new(),
    });
    Version {
        library: Library::Text(code.library.render(view, &values.public)),
        tests: tests.into(),
        runs: vec![Run::default()],
    }
}

fn module(file: TestFile) -> &'static str {
    match file {
        TestFile::Public => "public",
        TestFile::Hidden => "hidden",
    }
}

/// Whether all values of parameters are constants of tests that can as well be read when these run.
fn values_are_data(code: &Code) -> bool {
    let mut tests = FILES.into_iter();
    let is_data = |file| {
        code.tests(file)
            .constants()
            .all(|one| datum(file, one).is_some())
    };
    code.library.constants().next().is_none() && tests.all(is_data)
}

/// A constant outside of functions whose value is a number.
fn datum(file: TestFile, constant: &Constant) -> Option<Datum> {
    let line = constant.declaration();
    let (name, rest) = line.strip_prefix("const ")?.split_once(": ")?;
    let (kind, _) = rest.split_once(" = ")?;
    (!constant.literal().starts_with('"')).then(|| Datum {
        line: line.to_owned(),
        name: name.to_owned(),
        kind: kind.to_owned(),
        variable: format!("{}_{}", module(file), constant.parameter),
    })
}

/// The variables of the environment with these values.
fn variables(exercise: &Exercise, set: &Drawn) -> Vec<(String, String)> {
    let parameters = &exercise.metadata.parameters;
    let variables = FILES.into_iter().flat_map(|file| {
        parameters.iter().map(move |parameter| {
            let value = set.of(file).get(&parameter.name).cloned();
            let value = value.unwrap_or_else(|| parameter.default_value());
            let name = format!("{}_{}", module(file), parameter.name);
            (name, value.literal())
        })
    });
    variables.collect()
}
