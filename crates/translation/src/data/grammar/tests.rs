mod table;

use std::collections::HashSet;

use rand::{SeedableRng, rngs::ChaCha8Rng};

use super::parse::parse;
use super::*;
use crate::data::tokenize;
use table::TABLE;

/// Drawn sentences.
fn meanings(count: usize) -> impl Iterator<Item = Meaning> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    (0..count).map(move |_| Meaning::draw(&mut rng))
}

fn read(text: &str) -> Meaning {
    let tokens = tokenize(text);
    let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
    parse(&tokens).expect("a sentence of the grammar")
}

#[test]
fn translations_by_hand() {
    for (source, translations) in TABLE {
        let meaning = read(source);
        assert_eq!(detokenize(&meaning.english()), *source);
        assert_eq!(meaning.translations(), *translations, "{source}");
    }
}

/// An English sentence is therefore never two sentences, whose translations would have to be
/// joined.
#[test]
fn a_sentence_has_one_meaning() {
    for meaning in meanings(1_000) {
        assert_eq!(parse(&meaning.english()).as_ref(), Some(&meaning));
    }
}

#[test]
fn texts_are_lower_case_and_stay_as_they_are() {
    for meaning in meanings(300) {
        let english = meaning.english();
        assert_eq!(tokenize(&detokenize(&english)), english);
        for translation in meaning.translations() {
            assert_eq!(translation.to_lowercase(), translation);
            assert_eq!(
                detokenize(&tokenize(&translation)),
                translation
            );
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
                let vowel =
                    pair[1].starts_with(['a', 'e', 'ê', 'h', 'i', 'o']);
                assert!(
                    !(vowel && long.contains(&pair[0])),
                    "{words:?}"
                );
                assert!(
                    vowel || !short.contains(&pair[0]),
                    "{words:?}"
                );
            }
        }
    }
}

#[test]
fn both_clauses_differ() {
    for meaning in meanings(1_000) {
        let clauses = [
            Some(&meaning.first),
            meaning.second.as_ref().map(|two| &two.1),
        ];
        if let [Some(one), Some(two)] = clauses {
            assert_ne!(one, two);
            assert!(
                !(one.is_about(Pronoun::They)
                    && two.is_about(Pronoun::They))
            );
        }
        for clause in clauses.into_iter().flatten() {
            let words = clause.english(false);
            let sorts = ["small", "big", "young", "old"];
            if words
                .iter()
                .any(|word| ["am", "is", "are"].contains(word))
            {
                let said = words
                    .iter()
                    .filter(|word| sorts.contains(word))
                    .count();
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

#[test]
fn every_drawn_sentence_is_one() {
    for meaning in meanings(2_000) {
        let text = detokenize(&meaning.english());
        assert!(is_sentence(&text), "{text}");
    }
}

/// Each breaks another rule of the grammar.
#[test]
fn the_grammar_rejects_sentences_that_it_never_draws() {
    for text in [
        "",
        ".",
        "he",
        "he sleeps",
        "he sleep.",
        "he sleeps the cat.",
        "he sees.",
        "he sees him her.",
        "he sees the cat",
        "he sees a cat.",
        "the cats sees him.",
        "the cat cat sees him.",
        "these cat sees him.",
        "this cats see him.",
        "the big small cat sees him.",
        "the black big cat sees him.",
        "the red cat sees him.",
        "the car sees him.",
        "the old cat is big.",
        "the cat is red.",
        "he is big.",
        "you are tired.",
        "the cat is.",
        "the cat are tired.",
        "the cat is tired tired.",
        "he does not sleeps.",
        "he not sleeps.",
        "does he not sleep ?",
        "does he sleep.",
        "he sleeps ?",
        "does he sleep and she sings ?",
        "he sleeps and he sleeps.",
        "they sleep and they sing.",
        "he sleeps but she sings.",
        "he sleeps, and she sings.",
        "he sleeps and.",
        "and he sleeps.",
        "he sleeps because she sings because he sings.",
    ] {
        assert!(!is_sentence(text), "{text}");
    }
}

/// The rules allow sentences longer than the longest band.
#[test]
fn sentences_that_are_too_long_are_not_drawn() {
    let clause =
        "the small black cats do not see these small black cats";
    let text =
        format!("{clause} because {}.", clause.replace("cats", "dogs"));
    assert!(
        parse(
            &tokenize(&text)
                .iter()
                .map(String::as_str)
                .collect::<Vec<_>>()
        )
        .is_some()
    );
    assert!(!is_sentence(&text));
}
