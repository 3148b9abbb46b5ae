mod parse;
mod table;

use std::collections::HashSet;

use rand::{SeedableRng, rngs::ChaCha8Rng};

use super::*;
use crate::data::tokenize;
use parse::parse;
use table::TABLE;

/// Drawn sentences.
fn meanings(count: usize) -> impl Iterator<Item = Meaning> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    (0..count).map(move |_| Meaning::draw(&mut rng))
}

fn read(text: &str) -> Meaning {
    let tokens = tokenize(text);
    parse(&tokens.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn translations_by_hand() {
    for (source, translations) in TABLE {
        let meaning = read(source);
        assert_eq!(detokenize(&meaning.english()), *source);
        assert_eq!(meaning.translations(), *translations, "{source}");
    }
}

/// So an English sentence is never two sentences, whose translations would have to be joined.
#[test]
fn a_sentence_has_one_meaning() {
    for meaning in meanings(1_000) {
        assert_eq!(parse(&meaning.english()), meaning);
    }
}

#[test]
fn texts_are_lower_case_and_stay_as_they_are() {
    for meaning in meanings(300) {
        let english = meaning.english();
        assert_eq!(tokenize(&detokenize(&english)), english);
        for translation in meaning.translations() {
            assert_eq!(translation.to_lowercase(), translation);
            assert_eq!(detokenize(&tokenize(&translation)), translation);
        }
        for reading in Reading::all() {
            let french = meaning.french(reading);
            assert_eq!(tokenize(&detokenize(&french)), french);
        }
    }
}

#[test]
fn there_are_one_to_four_translations() {
    let counts: HashSet<_> = meanings(1_000)
        .map(|meaning| meaning.translations().len())
        .collect();
    assert!(
        counts.iter().all(|count| (1..=4).contains(count)),
        "{counts:?}"
    );
    assert!(counts.contains(&1) && counts.contains(&4), "{counts:?}");
}

#[test]
fn vowels_are_never_met_by_words_that_end_before_them() {
    let long = ["le", "la", "je", "ne", "que", "ce"];
    let short = ["l'", "j'", "n'", "qu'", "cet", "vieil"];
    for meaning in meanings(1_000) {
        for reading in Reading::all() {
            let words = meaning.french(reading);
            for pair in words.windows(2) {
                let vowel = pair[1].starts_with(['a', 'e', 'ê', 'h', 'i', 'o']);
                assert!(!(vowel && long.contains(&pair[0])), "{words:?}");
                assert!(vowel || !short.contains(&pair[0]), "{words:?}");
            }
        }
    }
}

#[test]
fn nothing_is_said_twice() {
    for meaning in meanings(1_000) {
        let clauses = [
            Some(&meaning.first),
            meaning.second.as_ref().map(|two| &two.1),
        ];
        if let [Some(one), Some(two)] = clauses {
            assert_ne!(one, two);
            assert!(!(one.is_about(Pronoun::They) && two.is_about(Pronoun::They)));
        }
        for clause in clauses.into_iter().flatten() {
            let words = clause.english(false);
            let sorts = ["small", "big", "young", "old"];
            if words.iter().any(|word| ["am", "is", "are"].contains(word)) {
                let said = words.iter().filter(|word| sorts.contains(word)).count();
                assert!(said <= 1, "{words:?}");
                assert!(!clause.is_about(Pronoun::You), "{words:?}");
            }
        }
    }
}

#[test]
fn the_second_clause_is_another_one() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for source in ["he sleeps.", "they do not sing."] {
        let first = read(source).first;
        for _ in 0..3_000 {
            assert_ne!(draw_second(&mut rng, &first), first);
        }
    }
}

#[test]
fn questions_ask_about_a_first_clause_without_not() {
    for meaning in meanings(1_000).filter(|meaning| meaning.question) {
        assert!(!meaning.first.negated);
        if let Some((conjunction, _)) = meaning.second {
            assert_eq!(conjunction, Conjunction::Because);
        }
    }
}
