//! Clauses of a subject and a predicate.

use rand::{Rng, RngExt};

use super::noun_phrase::NounPhrase;
use super::subject::{Pronoun, Reading, Subject};
use super::words::{
    ADJECTIVES, Adjective, BE, INTRANSITIVE, TRANSITIVE, Verb, one_of,
};

/// The object of a verb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Object {
    /// "him", "her", or "them", and the French pronoun, which precedes the verb.
    Pronoun(&'static ObjectPronoun),
    /// Follows the verb in both languages.
    Noun(NounPhrase),
}

/// A pronoun as an object.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ObjectPronoun {
    pub(super) english: &'static str,
    pub(super) french: &'static str,
}

/// All object pronouns.
pub(super) static OBJECT_PRONOUNS: [ObjectPronoun; 3] = [
    ObjectPronoun { english: "him", french: "le" },
    ObjectPronoun { english: "her", french: "la" },
    ObjectPronoun { english: "them", french: "les" },
];

/// The predicate of a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Predicate {
    Acts(&'static Verb, Option<Object>),
    Is(&'static Adjective),
}

/// A subject and its predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clause {
    pub(super) subject: Subject,
    pub(super) negated: bool,
    pub(super) predicate: Predicate,
}

impl Clause {
    pub(super) fn draw(rng: &mut dyn Rng) -> Self {
        let negated = rng.random_ratio(1, 4);
        let (subject, predicate) = match rng.random_range(0..20) {
            0..3 => {
                let verb = one_of(&INTRANSITIVE, rng);
                (Subject::draw_living(rng), Predicate::Acts(verb, None))
            }
            3..14 => {
                let verb = one_of(&TRANSITIVE, rng);
                let subject = Subject::draw_living(rng);
                let object = Some(Object::draw(rng));
                (subject, Predicate::Acts(verb, object))
            }
            _ => draw_description(rng),
        };
        Self { subject, negated, predicate }
    }

    /// Returns whether the subject is this pronoun.
    pub(super) fn is_about(&self, pronoun: Pronoun) -> bool {
        self.subject == Subject::Pronoun(pronoun)
    }

    /// Returns whether it differs from the first clause, and not both are about "they", which could
    /// be two groups.
    pub(super) fn may_follow(&self, first: &Self) -> bool {
        let they = Pronoun::They;
        self != first && !(self.is_about(they) && first.is_about(they))
    }

    /// Returns the English words of a statement or of a question.
    pub(super) fn english(&self, question: bool) -> Vec<&'static str> {
        let third = self.subject.is_third_singular();
        let auxiliary = match &self.predicate {
            Predicate::Is(_) if third => Some("is"),
            Predicate::Is(_) if self.is_about(Pronoun::I) => Some("am"),
            Predicate::Is(_) => Some("are"),
            Predicate::Acts(..) if !self.negated && !question => None,
            Predicate::Acts(..) if third => Some("does"),
            Predicate::Acts(..) => Some("do"),
        };
        let mut words = self.subject.english();
        let place = if question { 0 } else { words.len() };
        words.splice(place..place, auxiliary);
        words.extend(self.negated.then_some("not"));
        match &self.predicate {
            Predicate::Is(adjective) => words.push(adjective.english),
            Predicate::Acts(verb, object) => {
                let ending = third && auxiliary.is_none();
                words.push(verb.english[usize::from(ending)]);
                words.extend(object.iter().flat_map(Object::english));
            }
        }
        words
    }

    /// Returns the French words before elision.
    pub(super) fn french(&self, reading: Reading) -> Vec<&'static str> {
        let (mut words, agreement) = self.subject.french(reading);
        words.extend(self.negated.then_some("ne"));
        let (verb, behind) = match &self.predicate {
            Predicate::Is(adjective) => {
                let adjective = adjective
                    .french(agreement.gender, agreement.number);
                (BE, vec![adjective])
            }
            Predicate::Acts(verb, None) => (verb.french, vec![]),
            Predicate::Acts(verb, Some(Object::Pronoun(pronoun))) => {
                words.push(pronoun.french);
                (verb.french, vec![])
            }
            Predicate::Acts(verb, Some(Object::Noun(phrase))) => {
                (verb.french, phrase.french())
            }
        };
        words.push(verb[agreement.person]);
        words.extend(self.negated.then_some("pas"));
        words.extend(behind);
        words
    }
}

impl Object {
    fn draw(rng: &mut dyn Rng) -> Self {
        if rng.random_ratio(1, 4) {
            Self::Pronoun(one_of(&OBJECT_PRONOUNS, rng))
        } else {
            Self::Noun(NounPhrase::draw(rng, |_| true))
        }
    }

    fn english(&self) -> Vec<&'static str> {
        match self {
            Self::Pronoun(pronoun) => vec![pronoun.english],
            Self::Noun(phrase) => phrase.english(),
        }
    }
}

/// Draws a description, such as "the small cat" and "is tired".
///
/// An adjective of the noun phrase is removed if the predicate has one of its kind, so nothing is
/// said twice, and nobody is old and young.
fn draw_description(rng: &mut dyn Rng) -> (Subject, Predicate) {
    let mut subject = Subject::draw_any(rng);
    let kind = subject.kind();
    let fitting: Vec<&Adjective> =
        ADJECTIVES.iter().filter(|word| word.fits(kind)).collect();
    let adjective = *one_of(&fitting, rng);
    if let Subject::Noun(phrase) = &mut subject {
        if adjective.before {
            phrase.before = None;
        } else {
            phrase.behind = None;
        }
    }
    (subject, Predicate::Is(adjective))
}
