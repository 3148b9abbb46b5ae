//! Values of parameters, drawn from a secret and the name of a student.

use dialect::{Exercise, Key, TestFile, Value, Values};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// The values of a course. Hidden tests have the same choices, because the code must match, but
/// other seeds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Drawn {
    /// The values in students' files.
    pub(crate) public: Values,
    /// The values in hidden tests.
    pub(crate) hidden: Values,
}

impl Drawn {
    /// Draws values from key words, among them "public" or "hidden".
    ///
    /// The same words yield the same values on every machine; if any word differs, the values are
    /// unrelated.
    pub(crate) fn new<'a>(
        exercise: &Exercise,
        words: impl Fn(&'static str) -> Vec<&'a str>,
    ) -> Self {
        let public = draw(exercise, &words("public"));
        let mut hidden = public.clone();
        for (name, value) in draw(exercise, &words("hidden")) {
            let parameter = exercise.metadata.parameter(&name);
            if parameter.is_some_and(|one| one.seed.is_some()) {
                hidden.insert(name, value);
            }
        }
        Self { public, hidden }
    }

    /// Sets a parameter to the same value in both.
    pub(crate) fn set(&mut self, name: &str, value: &Value) {
        for values in [&mut self.public, &mut self.hidden] {
            values.insert(name.to_owned(), value.clone());
        }
    }

    pub(crate) fn of(&self, file: TestFile) -> &Values {
        match file {
            TestFile::Public => &self.public,
            TestFile::Hidden => &self.hidden,
        }
    }
}

fn draw(exercise: &Exercise, words: &[&str]) -> Values {
    let key = Key::of(words.iter().chain(&[&*exercise.id]));
    let mut rng = ChaCha8Rng::from_seed(key.bytes());
    let mut values = Values::new();
    for parameter in &exercise.metadata.parameters {
        let choices = &parameter.choices;
        let value = match parameter.seed {
            // Short enough to type.
            Some(_) => Value::Integer(rng.random_range(1..1_000_000)),
            None => choices[rng.random_range(0..choices.len())].clone(),
        };
        values.insert(parameter.name.clone(), value);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_of_the_book_is_drawn() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let library = dialect::Library::load(root.as_ref()).unwrap();
        for exercise in &library.exercises {
            let drawn = Drawn::new(exercise, |kind| vec!["salt", kind, "a student"]);
            for values in [drawn.public, drawn.hidden] {
                assert_eq!(values.len(), exercise.metadata.parameters.len());
            }
        }
    }
}
