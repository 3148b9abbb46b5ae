//! Reads English sentences of the grammar.

use super::super::clause::{Clause, OBJECT_PRONOUNS, Object, Predicate};
use super::super::noun_phrase::NounPhrase;
use super::super::subject::{Pronoun, Subject};
use super::super::words::{
    ADJECTIVES, Adjective, INTRANSITIVE, NOUNS, Number, TRANSITIVE, Verb,
};
use super::super::{Conjunction, Meaning};

/// The meaning of these tokens; anything else panics.
pub(super) fn parse(tokens: &[&str]) -> Meaning {
    let (mark, tokens) = tokens.split_last().expect("a mark");
    let question = *mark == "?";
    let conjunctions = [
        ("and", Conjunction::And),
        ("but", Conjunction::But),
        ("because", Conjunction::Because),
    ];
    let joint = tokens.iter().enumerate().find_map(|(place, token)| {
        let known = conjunctions.iter().find(|(word, _)| word == token);
        known.map(|(_, conjunction)| (place, *conjunction))
    });
    let Some((place, conjunction)) = joint else {
        return Meaning {
            question,
            first: clause(tokens, question),
            second: None,
        };
    };
    let before = &tokens[..place];
    let comma = conjunction == Conjunction::But;
    let first = if comma { &before[..place - 1] } else { before };
    assert_eq!(before.contains(&","), comma);
    Meaning {
        question,
        first: clause(first, question),
        second: Some((conjunction, clause(&tokens[place + 1..], false))),
    }
}

fn clause(tokens: &[&str], question: bool) -> Clause {
    let auxiliary = |token: &str| ["do", "does", "am", "is", "are"].contains(&token);
    let (subject, rest) = if question {
        subject(&tokens[1..])
    } else {
        subject(tokens)
    };
    let helped = if question {
        Some(tokens[0])
    } else {
        rest.first().copied()
    };
    let helped = helped.filter(|token| auxiliary(token));
    let rest = &rest[usize::from(!question && helped.is_some())..];
    let negated = rest[0] == "not";
    let rest = &rest[usize::from(negated)..];
    let predicate = match helped {
        Some("am" | "is" | "are") => {
            assert_eq!(rest.len(), 1, "{tokens:?}");
            Predicate::Is(adjective(rest[0]).expect("an adjective"))
        }
        _ => Predicate::Acts(verb(rest[0]), object(&rest[1..])),
    };
    Clause {
        subject,
        negated,
        predicate,
    }
}

fn subject<'a>(tokens: &'a [&'a str]) -> (Subject, &'a [&'a str]) {
    match Pronoun::ALL.iter().find(|word| word.english() == tokens[0]) {
        Some(pronoun) => (Subject::Pronoun(*pronoun), &tokens[1..]),
        None => {
            let (phrase, rest) = phrase(tokens);
            (Subject::Noun(phrase), rest)
        }
    }
}

fn object(tokens: &[&str]) -> Option<Object> {
    let first = tokens.first()?;
    let pronoun = OBJECT_PRONOUNS.iter().find(|word| word.english == *first);
    Some(pronoun.map_or_else(
        || {
            let (phrase, rest) = phrase(tokens);
            assert!(rest.is_empty(), "{rest:?}");
            Object::Noun(phrase)
        },
        Object::Pronoun,
    ))
}

fn phrase<'a>(tokens: &'a [&'a str]) -> (NounPhrase, &'a [&'a str]) {
    let mut rest = &tokens[1..];
    let (mut before, mut behind) = (None, None);
    while let Some(adjective) = adjective(rest[0]) {
        let place = if adjective.before {
            &mut before
        } else {
            &mut behind
        };
        assert!(place.replace(adjective).is_none(), "{tokens:?}");
        rest = &rest[1..];
    }
    let noun = NOUNS.iter().find(|noun| noun.english.contains(&rest[0]));
    let noun = noun.unwrap_or_else(|| panic!("{} is no noun", rest[0]));
    let number = match tokens[0] {
        "this" => Number::Singular,
        "these" => Number::Plural,
        "the" if noun.english[0] == rest[0] => Number::Singular,
        "the" => Number::Plural,
        other => panic!("{other} is no article"),
    };
    assert_eq!(noun.english[number as usize], rest[0]);
    let phrase = NounPhrase {
        pointing: tokens[0] != "the",
        before,
        behind,
        noun,
        number,
    };
    (phrase, &rest[1..])
}

fn adjective(token: &str) -> Option<&'static Adjective> {
    ADJECTIVES.iter().find(|word| word.english == token)
}

fn verb(token: &str) -> &'static Verb {
    let mut verbs = TRANSITIVE.iter().chain(&INTRANSITIVE);
    let verb = verbs.find(|verb| verb.english.contains(&token));
    verb.unwrap_or_else(|| panic!("{token} is no verb"))
}
