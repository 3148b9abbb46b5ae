//! A parser of English sentences that accepts those that the grammar can draw.

use super::clause::{Clause, OBJECT_PRONOUNS, Object, Predicate};
use super::noun_phrase::NounPhrase;
use super::subject::{Pronoun, Subject};
use super::words::{
    ADJECTIVES, Adjective, INTRANSITIVE, Kind, NOUNS, Number,
    TRANSITIVE, Verb,
};
use super::{Conjunction, LENGTH_BANDS, Meaning};
use crate::data::tokenizer::tokenize;

/// Returns whether the grammar of the book can draw this English sentence.
///
/// The sentence need not be in a corpus: most sentences of the grammar were never drawn.
pub fn is_sentence(text: &str) -> bool {
    let tokens = tokenize(text);
    let words: Vec<&str> = tokens.iter().map(String::as_str).collect();
    sentence(&words).is_some()
}

/// Returns the French translations of an English sentence, given as its tokens, or none if the
/// grammar of the book cannot draw it.
///
/// # Example
///
/// ```
/// use attention::data::translations;
///
/// let french = translations(&["you", "see", "him", "."]);
/// assert_eq!(french, ["tu le vois.", "vous le voyez."]);
/// assert!(translations(&["you", "see", "."]).is_empty());
/// ```
pub fn translations(words: &[&str]) -> Vec<String> {
    let meaning = sentence(words);
    meaning.map_or_else(Vec::new, |meaning| meaning.translations())
}

/// Returns the meaning of a sentence that the grammar can draw.
fn sentence(words: &[&str]) -> Option<Meaning> {
    let lengths = LENGTH_BANDS[0].start()
        ..=LENGTH_BANDS[LENGTH_BANDS.len() - 1].end();
    // Parsing is lenient and accepts every form of a word. Drawing is strict.
    parse(words).filter(|meaning| {
        lengths.contains(&&words.len())
            && meaning.english() == words
            && meaning.is_drawn()
    })
}

/// Parses the tokens under the assumption that all forms are correct.
pub(super) fn parse(tokens: &[&str]) -> Option<Meaning> {
    let (mark, tokens) = tokens.split_last()?;
    let question = *mark == "?";
    let joint = tokens.iter().enumerate().find_map(|(place, token)| {
        let conjunction = match *token {
            "and" => Conjunction::And,
            "but" => Conjunction::But,
            "because" => Conjunction::Because,
            _ => return None,
        };
        Some((place, conjunction))
    });
    let Some((place, conjunction)) = joint else {
        return Some(Meaning {
            question,
            first: clause(tokens, question)?,
            second: None,
        });
    };
    let before = &tokens[..place];
    let before = before.strip_suffix(&[","]).unwrap_or(before);
    Some(Meaning {
        question,
        first: clause(before, question)?,
        second: Some((
            conjunction,
            clause(&tokens[place + 1..], false)?,
        )),
    })
}

fn clause(tokens: &[&str], question: bool) -> Option<Clause> {
    let auxiliary = |token: &&str| {
        ["do", "does", "am", "is", "are"].contains(token)
    };
    let (ahead, tokens) =
        tokens.split_at_checked(usize::from(question))?;
    let (subject, rest) = subject(tokens)?;
    let helped =
        ahead.first().or(rest.first()).copied().filter(auxiliary);
    let rest =
        rest.get(usize::from(!question && helped.is_some())..)?;
    let (negated, rest) = match rest {
        ["not", rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let predicate = match (helped, rest) {
        (Some("am" | "is" | "are"), [word]) => {
            Predicate::Is(adjective(word)?)
        }
        (_, [word, rest @ ..]) => {
            Predicate::Acts(verb(word)?, object(rest)?)
        }
        _ => return None,
    };
    Some(Clause { subject, negated, predicate })
}

fn subject<'a>(
    tokens: &'a [&'a str],
) -> Option<(Subject, &'a [&'a str])> {
    let (first, rest) = tokens.split_first()?;
    match Pronoun::ALL.iter().find(|word| word.english() == *first) {
        Some(pronoun) => Some((Subject::Pronoun(*pronoun), rest)),
        None => phrase(tokens)
            .map(|(phrase, rest)| (Subject::Noun(phrase), rest)),
    }
}

/// Returns `Some(None)` if there is none.
fn object(tokens: &[&str]) -> Option<Option<Object>> {
    let Some(first) = tokens.first() else {
        return Some(None);
    };
    let pronoun =
        OBJECT_PRONOUNS.iter().find(|word| word.english == *first);
    let (object, rest) = match pronoun {
        Some(pronoun) => (Object::Pronoun(pronoun), &tokens[1..]),
        None => phrase(tokens)
            .map(|(phrase, rest)| (Object::Noun(phrase), rest))?,
    };
    rest.is_empty().then_some(Some(object))
}

fn phrase<'a>(
    tokens: &'a [&'a str],
) -> Option<(NounPhrase, &'a [&'a str])> {
    let (article, mut rest) = tokens.split_first()?;
    let (mut before, mut behind) = (None, None);
    while let Some(adjective) = adjective(rest.first()?) {
        let place =
            if adjective.before { &mut before } else { &mut behind };
        if place.replace(adjective).is_some() {
            return None;
        }
        rest = &rest[1..];
    }
    let (word, rest) = rest.split_first()?;
    let noun = NOUNS.iter().find(|noun| noun.english.contains(word))?;
    let number = match noun.english[0] == *word {
        true => Number::Singular,
        false => Number::Plural,
    };
    let pointing = *article != "the";
    Some((NounPhrase { pointing, before, behind, noun, number }, rest))
}

fn adjective(token: &str) -> Option<&'static Adjective> {
    ADJECTIVES.iter().find(|word| word.english == token)
}

fn verb(token: &str) -> Option<&'static Verb> {
    let mut verbs = TRANSITIVE.iter().chain(&INTRANSITIVE);
    verbs.find(|verb| verb.english.contains(&token))
}

impl Meaning {
    /// Returns whether [`Meaning::draw`] can return it.
    fn is_drawn(&self) -> bool {
        let joined = match &self.second {
            None => true,
            Some((conjunction, second)) => {
                let because = *conjunction == Conjunction::Because;
                (because || !self.question)
                    && second.is_drawn()
                    && second.may_follow(&self.first)
            }
        };
        joined
            && self.first.is_drawn()
            && !(self.question && self.first.negated)
    }
}

impl Clause {
    fn is_drawn(&self) -> bool {
        let subject = match &self.subject {
            Subject::Noun(phrase) => phrase.is_drawn(),
            Subject::Pronoun(_) => true,
        };
        let predicate = match &self.predicate {
            Predicate::Is(adjective) => {
                let said = match &self.subject {
                    Subject::Noun(phrase) if adjective.before => {
                        phrase.before
                    }
                    Subject::Noun(phrase) => phrase.behind,
                    Subject::Pronoun(_) => None,
                };
                said.is_none()
                    && adjective.fits(self.subject.kind())
                    && !self.is_about(Pronoun::You)
            }
            Predicate::Acts(verb, object) => {
                let verbs: &[Verb] = match object {
                    Some(_) => &TRANSITIVE,
                    None => &INTRANSITIVE,
                };
                let object_is_drawn = match object {
                    Some(Object::Noun(phrase)) => phrase.is_drawn(),
                    _ => true,
                };
                self.subject.kind() != Kind::Thing
                    && verbs.contains(verb)
                    && object_is_drawn
            }
        };
        subject && predicate
    }
}

impl NounPhrase {
    fn is_drawn(&self) -> bool {
        let mut adjectives =
            [self.before, self.behind].into_iter().flatten();
        adjectives.all(|adjective| adjective.fits(self.noun.kind))
    }
}
