//! A proof: its subject, its kind, and its check.

use std::fmt;

use attention::Real;
use attention::tape::Tape;
use libtest_mimic::Trial;
use ndarray::{ArrayD, Dimension};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// The reference that a proof compares with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The results of PyTorch, forward and backward.
    Golden,
    /// A rule that holds for all inputs, tried on random ones.
    Property,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Golden => "golden",
            Self::Property => "property",
        })
    }
}

/// One proof about an operation, a layer or a function.
pub(crate) struct Proof {
    pub(crate) subject: String,
    pub(crate) kind: Kind,
    pub(crate) detail: Option<&'static str>,
    check: Box<dyn FnOnce() + Send>,
}

impl Proof {
    /// Creates a proof that holds if `check` does not panic.
    pub(crate) fn new(subject: &str, kind: Kind, check: impl FnOnce() + Send + 'static) -> Self {
        Self { subject: subject.to_owned(), kind, detail: None, check: Box::new(check) }
    }

    /// Distinguishes this proof from others of the same kind about the same subject.
    pub(crate) fn of(self, detail: &'static str) -> Self {
        Self { detail: Some(detail), ..self }
    }

    /// Returns a name such as `softmax::golden`, or with a detail `softmax::golden::causal`.
    pub(crate) fn name(&self) -> String {
        let Self { subject, kind, .. } = self;
        let detail = self.detail.map(|detail| format!("::{detail}"));
        format!("{subject}::{kind}{}", detail.unwrap_or_default())
    }

    pub(crate) fn into_trial(self) -> Trial {
        Trial::test(self.name(), move || {
            (self.check)();
            Ok(())
        })
    }
}

/// Panics unless the tape has recorded the operation: otherwise the proof is about another one.
pub(crate) fn assert_recorded(tape: &Tape, operation: &str) {
    let recorded = tape.operations();
    assert!(recorded.contains(&operation), "{operation} was not recorded, only {recorded:?}");
}

/// The operations of the chapters, which have proofs here, and what is recorded without an
/// operation.
const OTHERS: [&str; 5] = ["decays", "solve_unit_lower", "constant", "parameter", "variable"];

/// Panics if the tape has recorded an operation that has no entry in the table of the engine and no
/// proof here.
pub(crate) fn assert_proved(tape: &Tape) {
    for operation in tape.operations() {
        let known = engine::testing::OPERATIONS.contains(&operation) || OTHERS.contains(&operation);
        assert!(known, "{operation} is not in the table of operations");
    }
}

/// The name of a layer from its type, so that a proof cannot claim to be about another one. It
/// begins with the module of the crate, because two modules may have a layer of the same name.
pub(crate) fn name_of<M>() -> String {
    let path = std::any::type_name::<M>();
    let path: Vec<&str> = path.split("::").collect();
    match path.as_slice() {
        ["attention" | "engine" | "translation", module, .., layer] => {
            format!("{module}::{layer}")
        }
        _ => panic!("{path:?} is no layer of the crate"),
    }
}

pub(crate) fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// Panics unless no entry differs by more than `tolerance` times the largest entry of `right`.
#[track_caller]
pub(crate) fn assert_close(what: &str, left: &ArrayD<Real>, right: &ArrayD<Real>, tolerance: Real) {
    assert_eq!(left.shape(), right.shape(), "{what}: the shapes differ");
    let largest = right.iter().fold(0.0, |max: Real, x| max.max(x.abs()));
    for ((place, left), right) in left.indexed_iter().zip(right) {
        // Written so that NaN is a difference.
        let close = (left - right).abs() <= tolerance * largest;
        let place = place.as_array_view();
        assert!(close, "{what} at {place}: {left} and {right}");
    }
}
