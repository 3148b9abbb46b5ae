//! Nouns with their articles and adjectives.

use rand::{Rng, RngExt};

use super::words::{
    ADJECTIVES, Adjective, Gender, Kind, NOUNS, Noun, Number, one_of,
};

/// A noun with "the" or "this" and up to two adjectives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NounPhrase {
    /// Whether it starts with "this" instead of "the".
    pub(super) pointing: bool,
    /// The adjective that precedes the French noun.
    pub(super) before: Option<&'static Adjective>,
    /// The adjective that follows the French noun.
    pub(super) behind: Option<&'static Adjective>,
    pub(super) noun: &'static Noun,
    pub(super) number: Number,
}

impl NounPhrase {
    /// Draws a phrase with a noun of an allowed kind.
    pub(super) fn draw(
        rng: &mut dyn Rng,
        allowed: impl Fn(Kind) -> bool,
    ) -> Self {
        let nouns: Vec<&Noun> =
            NOUNS.iter().filter(|noun| allowed(noun.kind)).collect();
        let noun = *one_of(&nouns, rng);
        let number = match rng.random_ratio(1, 2) {
            true => Number::Plural,
            false => Number::Singular,
        };
        Self {
            pointing: rng.random_ratio(1, 4),
            before: draw_adjective(rng, noun.kind, true),
            behind: draw_adjective(rng, noun.kind, false),
            noun,
            number,
        }
    }

    pub(super) fn english(&self) -> Vec<&'static str> {
        let article = match (self.pointing, self.number) {
            (false, _) => "the",
            (true, Number::Singular) => "this",
            (true, Number::Plural) => "these",
        };
        let adjectives =
            [self.before, self.behind].into_iter().flatten();
        let mut words = vec![article];
        words.extend(adjectives.map(|adjective| adjective.english));
        words.push(self.noun.english[self.number as usize]);
        words
    }

    /// Returns the words in French order, in the gender and number of the noun.
    pub(super) fn french(&self) -> Vec<&'static str> {
        let (noun, number) = (self.noun, self.number);
        let mut words =
            vec![match (self.pointing, number, noun.gender) {
                (false, Number::Singular, Gender::Masculine) => "le",
                (false, Number::Singular, Gender::Feminine) => "la",
                (false, Number::Plural, _) => "les",
                (true, Number::Singular, Gender::Masculine) => "ce",
                (true, Number::Singular, Gender::Feminine) => "cette",
                (true, Number::Plural, _) => "ces",
            }];
        let before =
            self.before.map(|word| word.french_before(noun, number));
        let behind =
            self.behind.map(|word| word.french(noun.gender, number));
        words.extend(before);
        words.push(noun.french[number as usize]);
        words.extend(behind);
        words
    }
}

/// Draws an adjective for one of the two positions, or none.
fn draw_adjective(
    rng: &mut dyn Rng,
    kind: Kind,
    before: bool,
) -> Option<&'static Adjective> {
    if rng.random_ratio(1, 2) {
        return None;
    }
    let fitting: Vec<&Adjective> = ADJECTIVES
        .iter()
        .filter(|adjective| {
            adjective.before == before && adjective.fits(kind)
        })
        .collect();
    Some(*one_of(&fitting, rng))
}
