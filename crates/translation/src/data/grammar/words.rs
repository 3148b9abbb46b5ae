//! The words of the grammar, with all their forms.

use rand::{Rng, RngExt};

/// The gender of a French noun, or of the person whom a pronoun means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gender {
    Masculine,
    Feminine,
}

/// The grammatical number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Singular,
    Plural,
}

/// The kind of person or thing that a noun means, which decides on its adjectives and verbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Adult,
    Child,
    Animal,
    Thing,
}

use Gender::{Feminine, Masculine};
use Kind::{Adult, Animal, Child, Thing};

/// A noun: singular and plural in both languages.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Noun {
    pub(super) english: [&'static str; 2],
    pub(super) french: [&'static str; 2],
    pub(super) gender: Gender,
    pub(super) kind: Kind,
}

const fn noun(
    english: [&'static str; 2],
    french: [&'static str; 2],
    gender: Gender,
    kind: Kind,
) -> Noun {
    Noun { english, french, gender, kind }
}

/// All nouns.
pub(super) static NOUNS: [Noun; 11] = [
    noun(["man", "men"], ["homme", "hommes"], Masculine, Adult),
    noun(["woman", "women"], ["femme", "femmes"], Feminine, Adult),
    noun(["boy", "boys"], ["garçon", "garçons"], Masculine, Child),
    noun(["girl", "girls"], ["fille", "filles"], Feminine, Child),
    noun(["cat", "cats"], ["chat", "chats"], Masculine, Animal),
    noun(["dog", "dogs"], ["chien", "chiens"], Masculine, Animal),
    noun(["bird", "birds"], ["oiseau", "oiseaux"], Masculine, Animal),
    noun(["mouse", "mice"], ["souris", "souris"], Feminine, Animal),
    noun(["car", "cars"], ["voiture", "voitures"], Feminine, Thing),
    noun(["house", "houses"], ["maison", "maisons"], Feminine, Thing),
    noun(["boat", "boats"], ["bateau", "bateaux"], Masculine, Thing),
];

/// An adjective.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Adjective {
    pub(super) english: &'static str,
    /// Masculine and feminine, each singular and plural.
    french: [[&'static str; 2]; 2],
    /// The masculine singular before a noun that starts with a vowel.
    before_vowel: &'static str,
    /// Whether it precedes the French noun.
    pub(super) before: bool,
    /// The kinds that it can describe.
    fits: &'static [Kind],
}

impl Adjective {
    pub(super) fn fits(&self, kind: Kind) -> bool {
        self.fits.contains(&kind)
    }

    /// Returns the form that agrees.
    pub(super) fn french(
        &self,
        gender: Gender,
        number: Number,
    ) -> &'static str {
        self.french[gender as usize][number as usize]
    }

    /// Returns the form that agrees with the noun after it.
    pub(super) fn french_before(
        &self,
        noun: &Noun,
        number: Number,
    ) -> &'static str {
        let singular =
            number == Number::Singular && noun.gender == Masculine;
        if singular && starts_with_vowel(noun.french[0]) {
            self.before_vowel
        } else {
            self.french(noun.gender, number)
        }
    }
}

const fn adjective(
    english: &'static str,
    french: [[&'static str; 2]; 2],
    before: bool,
    fits: &'static [Kind],
) -> Adjective {
    Adjective {
        english,
        french,
        before_vowel: french[0][0],
        before,
        fits,
    }
}

/// All adjectives.
pub(super) static ADJECTIVES: [Adjective; 7] = [
    adjective(
        "small",
        [["petit", "petits"], ["petite", "petites"]],
        true,
        &[Adult, Child, Animal, Thing],
    ),
    adjective(
        "big",
        [["grand", "grands"], ["grande", "grandes"]],
        true,
        &[Animal, Thing],
    ),
    adjective(
        "young",
        [["jeune", "jeunes"], ["jeune", "jeunes"]],
        true,
        &[Adult, Child],
    ),
    Adjective {
        before_vowel: "vieil",
        ..adjective(
            "old",
            [["vieux", "vieux"], ["vieille", "vieilles"]],
            true,
            &[Adult, Animal, Thing],
        )
    },
    adjective(
        "red",
        [["rouge", "rouges"], ["rouge", "rouges"]],
        false,
        &[Thing],
    ),
    adjective(
        "black",
        [["noir", "noirs"], ["noire", "noires"]],
        false,
        &[Animal, Thing],
    ),
    adjective(
        "tired",
        [["fatigué", "fatigués"], ["fatiguée", "fatiguées"]],
        false,
        &[Adult, Child, Animal],
    ),
];

/// A verb in the present tense.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Verb {
    /// The form without an ending, and the form with "he" and "she".
    pub(super) english: [&'static str; 2],
    /// The forms with je, tu, il, nous, vous, ils.
    pub(super) french: [&'static str; 6],
}

const fn verb(
    english: [&'static str; 2],
    french: [&'static str; 6],
) -> Verb {
    Verb { english, french }
}

/// The verbs with an object.
pub(super) static TRANSITIVE: [Verb; 4] = [
    verb(
        ["see", "sees"],
        ["vois", "vois", "voit", "voyons", "voyez", "voient"],
    ),
    verb(
        ["love", "loves"],
        ["aime", "aimes", "aime", "aimons", "aimez", "aiment"],
    ),
    verb(
        ["watch", "watches"],
        [
            "regarde",
            "regardes",
            "regarde",
            "regardons",
            "regardez",
            "regardent",
        ],
    ),
    verb(
        ["find", "finds"],
        [
            "trouve", "trouves", "trouve", "trouvons", "trouvez",
            "trouvent",
        ],
    ),
];

/// The verbs without an object.
pub(super) static INTRANSITIVE: [Verb; 2] = [
    verb(
        ["sleep", "sleeps"],
        ["dors", "dors", "dort", "dormons", "dormez", "dorment"],
    ),
    verb(
        ["sing", "sings"],
        [
            "chante", "chantes", "chante", "chantons", "chantez",
            "chantent",
        ],
    ),
];

/// The forms of *être*, to be.
pub(super) const BE: [&str; 6] =
    ["suis", "es", "est", "sommes", "êtes", "sont"];

/// Returns whether a French word of the grammar starts with a vowel sound; its h are silent.
pub(super) fn starts_with_vowel(word: &str) -> bool {
    word.starts_with(['a', 'e', 'ê', 'h', 'i', 'o', 'u'])
}

/// Draws one of several words, all equally likely.
pub(super) fn one_of<'a, T>(
    words: &'a [T],
    rng: &mut dyn Rng,
) -> &'a T {
    &words[rng.random_range(0..words.len())]
}
