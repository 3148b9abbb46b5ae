//! Subjects: pronouns and noun phrases, and agreement with them.

use rand::{Rng, RngExt};

use super::noun_phrase::NounPhrase;
use super::words::{Gender, Kind, Number, one_of};

/// The choices that English leaves open and French requires.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    /// The gender of "i".
    speaker: Gender,
    /// The gender of "we".
    group: Gender,
    /// The gender of "they".
    they: Gender,
    /// Whether "you" is *vous* instead of *tu*.
    formal: bool,
}

impl Reading {
    /// Returns all consistent readings: a man who says "we" is in a masculine group.
    pub(super) fn all() -> Vec<Self> {
        use Gender::{Feminine as F, Masculine as M};
        let mut all = Vec::new();
        for (speaker, group) in [(M, M), (F, F), (F, M)] {
            for formal in [false, true] {
                for they in [M, F] {
                    all.push(Self { speaker, group, they, formal });
                }
            }
        }
        all
    }
}

/// The features with which a French verb and adjective agree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Agreement {
    /// The index of the form of a verb: je, tu, il, nous, vous, ils.
    pub(super) person: usize,
    pub(super) gender: Gender,
    pub(super) number: Number,
}

/// A pronoun as the subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pronoun {
    I,
    You,
    He,
    She,
    We,
    They,
}

impl Pronoun {
    pub(super) const ALL: [Self; 6] =
        [Self::I, Self::You, Self::He, Self::She, Self::We, Self::They];

    pub(super) fn english(self) -> &'static str {
        match self {
            Self::I => "i",
            Self::You => "you",
            Self::He => "he",
            Self::She => "she",
            Self::We => "we",
            Self::They => "they",
        }
    }

    fn french(self, reading: Reading) -> (&'static str, Agreement) {
        use Gender::{Feminine, Masculine};
        use Number::{Plural, Singular};
        let (word, person, gender, number) =
            match (self, reading.formal) {
                (Self::I, _) => ("je", 0, reading.speaker, Singular),
                // No adjective describes "you", so its gender and number are never used.
                (Self::You, false) => ("tu", 1, Masculine, Singular),
                (Self::You, true) => ("vous", 4, Masculine, Plural),
                (Self::He, _) => ("il", 2, Masculine, Singular),
                (Self::She, _) => ("elle", 2, Feminine, Singular),
                (Self::We, _) => ("nous", 3, reading.group, Plural),
                (Self::They, _) => match reading.they {
                    Masculine => ("ils", 5, Masculine, Plural),
                    Feminine => ("elles", 5, Feminine, Plural),
                },
            };
        let agreement = Agreement { person, gender, number };
        (word, agreement)
    }
}

/// The subject of a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    Pronoun(Pronoun),
    Noun(NounPhrase),
}

impl Subject {
    /// Returns whether the subject can see, sleep, and sing.
    pub(super) fn draw_living(rng: &mut dyn Rng) -> Self {
        if rng.random_ratio(1, 2) {
            Self::Pronoun(*one_of(&Pronoun::ALL, rng))
        } else {
            Self::Noun(NounPhrase::draw(rng, |kind| {
                kind != Kind::Thing
            }))
        }
    }

    /// Returns whether the subject can be red or tired.
    pub(super) fn draw_any(rng: &mut dyn Rng) -> Self {
        if rng.random_ratio(1, 3) {
            let described = Pronoun::ALL.map(|pronoun| match pronoun {
                Pronoun::You => Pronoun::I,
                other => other,
            });
            Self::Pronoun(*one_of(&described, rng))
        } else {
            Self::Noun(NounPhrase::draw(rng, |_| true))
        }
    }

    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Pronoun(_) => Kind::Adult,
            Self::Noun(phrase) => phrase.noun.kind,
        }
    }

    pub(super) fn english(&self) -> Vec<&'static str> {
        match self {
            Self::Pronoun(pronoun) => vec![pronoun.english()],
            Self::Noun(phrase) => phrase.english(),
        }
    }

    /// Returns whether the English verb has its ending.
    pub(super) fn is_third_singular(&self) -> bool {
        match self {
            Self::Pronoun(pronoun) => {
                matches!(pronoun, Pronoun::He | Pronoun::She)
            }
            Self::Noun(phrase) => phrase.number == Number::Singular,
        }
    }

    pub(super) fn french(
        &self,
        reading: Reading,
    ) -> (Vec<&'static str>, Agreement) {
        match self {
            Self::Pronoun(pronoun) => {
                let (word, agreement) = pronoun.french(reading);
                (vec![word], agreement)
            }
            Self::Noun(phrase) => {
                let (gender, number) =
                    (phrase.noun.gender, phrase.number);
                let person =
                    if number == Number::Plural { 5 } else { 2 };
                let agreement = Agreement { person, gender, number };
                (phrase.french(), agreement)
            }
        }
    }
}
