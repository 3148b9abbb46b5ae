//! The sentences of the grammar and their translations.

mod table;

use std::collections::HashSet;

use translation::data::{Corpus, detokenize, is_sentence, tokenize, translations};

use table::TABLE;

fn translated(text: &str) -> Vec<String> {
    let tokens = tokenize(text);
    translations(&tokens.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn translations_by_hand() {
    for (source, expected) in TABLE {
        assert!(is_sentence(source), "{source}");
        assert_eq!(translated(source), *expected, "{source}");
    }
}

/// A sentence has one meaning: an English sentence is never two sentences, whose translations would
/// have to be joined. Before a vowel, some words end differently.
#[test]
fn drawn_sentences_obey_the_rules() {
    let long = ["le", "la", "je", "ne", "que", "ce"];
    let short = ["l'", "j'", "n'", "qu'", "cet", "vieil"];
    let mut counts = HashSet::new();
    let corpus = Corpus::generated(3_000, 1).unwrap();
    for sentence in corpus.sentences() {
        let source = &sentence.source;
        assert!(is_sentence(source), "{source}");
        assert_eq!(detokenize(&tokenize(source)), *source);
        assert_eq!(translated(source), sentence.translations);
        counts.insert(sentence.translations.len());
        for translation in &sentence.translations {
            let words = tokenize(translation);
            assert_eq!(translation.to_lowercase(), *translation);
            assert_eq!(detokenize(&words), *translation);
            for pair in words.windows(2) {
                let vowel = pair[1].starts_with(['a', 'e', 'ê', 'h', 'i', 'o']);
                assert!(!(vowel && long.contains(&&*pair[0])), "{translation}");
                assert!(vowel || !short.contains(&&*pair[0]), "{translation}");
            }
        }
    }
    assert!(counts.is_subset(&HashSet::from([1, 2, 3, 4])), "{counts:?}");
    assert!(counts.contains(&1) && counts.contains(&4), "{counts:?}");
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
    let clause = "the small black cats do not see these small black cats";
    let text = format!("{clause} because {}.", clause.replace("cats", "dogs"));
    assert!(is_sentence(&format!("{clause}.")) && !is_sentence(&text));
}
