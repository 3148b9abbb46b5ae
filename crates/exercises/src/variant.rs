//! The values of parameters, drawn from a secret and the name of a student.

use dialect::{Exercise, TestFile, Value, Values};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use sha2::{Digest, Sha256};

/// Values as a course hands them out: hidden tests have the same choices, because the code must match, and
/// other seeds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Drawn {
    /// In what students get.
    pub(crate) public: Values,
    /// In the hidden tests.
    pub(crate) hidden: Values,
}

impl Drawn {
    /// Values for these key words, among which is the word "public" or "hidden".
    ///
    /// The same words give the same values on every machine, and words that differ anywhere give values
    /// that have nothing to do with each other.
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

    /// Gives a parameter the same value everywhere.
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
    let mut digest = Sha256::new();
    for word in words.iter().chain(&[&*exercise.id]) {
        // With its length, so that "ab", "c" is not "a", "bc".
        digest.update((word.len() as u64).to_le_bytes());
        digest.update(word.as_bytes());
    }
    let mut rng = ChaCha8Rng::from_seed(digest.finalize().into());
    let mut values = Values::new();
    for parameter in &exercise.metadata.parameters {
        let choices = &parameter.choices;
        let value = match parameter.seed {
            // Short enough to be typed.
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
