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
    /// The values in a file of tests.
    pub(crate) fn of(&self, file: TestFile) -> &Values {
        match file {
            TestFile::Public => &self.public,
            TestFile::Hidden => &self.hidden,
        }
    }
}

/// The values of all parameters of an exercise for these key words.
///
/// The same words give the same values on every machine, and words that differ anywhere give values
/// that have nothing to do with each other.
///
/// ```
/// # let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// let library = dialect::Library::load(root.as_ref()).unwrap();
/// for exercise in &library.exercises {
///     let values = exercises::draw(exercise, &["salt", "spring", "a student"]);
///     assert_eq!(values.len(), exercise.metadata.parameters.len());
/// }
/// ```
pub fn draw(exercise: &Exercise, words: &[&str]) -> Values {
    let mut digest = Sha256::new();
    for word in words.iter().chain(&[&*exercise.id]) {
        // With its length, so that "ab", "c" is not "a", "bc".
        digest.update((word.len() as u64).to_le_bytes());
        digest.update(word.as_bytes());
    }
    let mut rng = ChaCha8Rng::from_seed(digest.finalize().into());
    let parameters = exercise.metadata.parameters.iter();
    parameters
        .map(|parameter| {
            let value = match parameter.seed {
                // Short enough to be typed.
                Some(_) => Value::Seed(rng.random_range(1..1_000_000)),
                None => {
                    let index = rng.random_range(0..parameter.choices.len());
                    parameter.choices[index].clone()
                }
            };
            (parameter.name.clone(), value)
        })
        .collect()
}
