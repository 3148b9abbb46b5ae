//! A grammar that draws English sentences and translates them into French by rule.

mod clause;
mod noun_phrase;
mod parse;
mod subject;
mod words;

use std::ops::RangeInclusive;

use rand::{Rng, RngExt};

pub use parse::{is_sentence, translations};

use clause::Clause;
use subject::Reading;
use words::{one_of, starts_with_vowel};

use super::tokenizer::detokenize;

/// The lengths of generated sentences, in source tokens including punctuation.
///
/// A fifth of the sentences of a corpus is drawn from each band.
pub const LENGTH_BANDS: [RangeInclusive<usize>; 5] =
    [3..=5, 6..=8, 9..=11, 12..=14, 15..=18];

/// A conjunction of two clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conjunction {
    And,
    But,
    Because,
}

impl Conjunction {
    fn english(self) -> &'static [&'static str] {
        match self {
            Self::And => &["and"],
            Self::But => &[",", "but"],
            Self::Because => &["because"],
        }
    }

    fn french(self) -> &'static [&'static str] {
        match self {
            Self::And => &["et"],
            Self::But => &[",", "mais"],
            Self::Because => &["parce", "que"],
        }
    }
}

/// A sentence in neither English nor French.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    question: bool,
    first: Clause,
    second: Option<(Conjunction, Clause)>,
}

impl Meaning {
    /// Draws a sentence whose length is in one of the [`LENGTH_BANDS`], all equally likely.
    pub(super) fn draw(rng: &mut dyn Rng) -> Self {
        let band = one_of(&LENGTH_BANDS, rng);
        loop {
            let meaning = Self::draw_any(rng);
            if band.contains(&meaning.english().len()) {
                return meaning;
            }
        }
    }

    fn draw_any(rng: &mut dyn Rng) -> Self {
        let question = rng.random_ratio(1, 5);
        let mut first = Clause::draw(rng);
        first.negated &= !question;
        let second = rng.random_ratio(2, 3).then(|| {
            let conjunction = match rng.random_range(0..3) {
                0 if !question => Conjunction::And,
                1 if !question => Conjunction::But,
                _ => Conjunction::Because,
            };
            (conjunction, draw_second(rng, &first))
        });
        Self { question, first, second }
    }

    /// Returns the words of the English sentence.
    pub(super) fn english(&self) -> Vec<&'static str> {
        let mut words = self.first.english(self.question);
        if let Some((conjunction, clause)) = &self.second {
            words.extend(conjunction.english());
            words.extend(clause.english(false));
        }
        words.push(self.mark());
        words
    }

    /// Returns all correct translations, each once.
    pub(super) fn translations(&self) -> Vec<String> {
        let mut translations = Vec::new();
        for reading in Reading::all() {
            let translation = detokenize(&self.french(reading));
            if !translations.contains(&translation) {
                translations.push(translation);
            }
        }
        translations
    }

    /// Returns the words of the French sentence.
    fn french(&self, reading: Reading) -> Vec<&'static str> {
        let mut words = Vec::new();
        if self.question {
            words.extend(["est-ce", "que"]);
        }
        words.extend(self.first.french(reading));
        if let Some((conjunction, clause)) = &self.second {
            words.extend(conjunction.french());
            words.extend(clause.french(reading));
        }
        words.push(self.mark());
        elide(&mut words);
        words
    }

    fn mark(&self) -> &'static str {
        if self.question { "?" } else { "." }
    }
}

/// Draws a second clause that may follow the first.
fn draw_second(rng: &mut dyn Rng, first: &Clause) -> Clause {
    loop {
        let clause = Clause::draw(rng);
        if clause.may_follow(first) {
            return clause;
        }
    }
}

/// Elides words before a vowel: *je aime* becomes *j'aime*.
fn elide(words: &mut [&'static str]) {
    for i in 1..words.len() {
        if starts_with_vowel(words[i]) {
            words[i - 1] = match words[i - 1] {
                "le" | "la" => "l'",
                "je" => "j'",
                "ne" => "n'",
                "que" => "qu'",
                "ce" => "cet",
                other => other,
            };
        }
    }
}
