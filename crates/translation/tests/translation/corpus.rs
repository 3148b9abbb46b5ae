//! Generated sentences, pairs, and splits, and their vocabularies.

use std::collections::HashSet;

use translation::data::{
    Corpus, CorpusError, EOS, LENGTH_BANDS, MOST_GENERATED, UNK, Vocabularies, tokenize,
};

use crate::{corpus, pair};

fn sources(corpus: &Corpus) -> Vec<&str> {
    let sentences = corpus.sentences().iter();
    sentences.map(|sentence| sentence.source.as_str()).collect()
}

#[test]
fn generated_sentences_are_distinct_and_of_all_lengths() {
    let corpus = Corpus::generated(4_500, 0).unwrap();
    assert_eq!(corpus.sentences().len(), 4_500);
    let distinct: HashSet<&str> = sources(&corpus).into_iter().collect();
    assert_eq!(distinct.len(), 4_500);
    let distinct: HashSet<(&str, &str)> = corpus.pairs().collect();
    assert_eq!(distinct.len(), corpus.pair_count());
    assert_eq!(corpus.pair_count(), 5_774);
    let mut counts = [0; 5];
    for source in sources(&corpus) {
        let len = tokenize(source).len();
        let band = LENGTH_BANDS.iter().position(|band| band.contains(&len));
        counts[band.expect("a band")] += 1;
    }
    assert_eq!(counts.iter().sum::<usize>(), 4_500);
    let least = 4_500 * 8 / 100;
    assert!(counts.iter().all(|&count| count >= least), "{counts:?}");
}

/// The FNV-1a hash of the pairs. An intended change of the grammar changes it, and the results of
/// all models trained on the corpus.
#[test]
fn a_seed_gives_the_same_sentences_everywhere() {
    let corpus = Corpus::generated(100, 0).unwrap();
    let bytes = corpus.pairs().take(100).flat_map(|(source, target)| {
        let line = format!("{source}\t{target}\n");
        line.into_bytes()
    });
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    assert_eq!(hash, 0x889e_26d3_6acd_b4c0, "{hash:#x}");
}

#[test]
fn seeds_differ_and_smaller_corpora_come_first() {
    let corpus = Corpus::generated(200, 0).unwrap();
    assert_eq!(corpus, Corpus::generated(200, 0).unwrap());
    assert_ne!(corpus, Corpus::generated(200, 1).unwrap());
    let smaller = Corpus::generated(50, 0).unwrap();
    assert_eq!(smaller.sentences(), &corpus.sentences()[..50]);
    assert_eq!(Corpus::generated(0, 0).unwrap(), Corpus::default());
}

#[test]
fn many_more_are_not_an_endless_loop() {
    let corpus = Corpus::generated(6_000, 0).unwrap();
    assert_eq!(corpus.sentences().len(), 6_000);
    assert_eq!(
        Corpus::generated(usize::MAX, 0),
        Err(CorpusError::TooMany { sources: usize::MAX, most: MOST_GENERATED })
    );
}

#[test]
fn pairs_are_grouped_by_the_tokens_of_the_source() {
    let corpus = corpus(&[
        ("Go.", "Va !"),
        ("Hi.", "Salut."),
        ("go .", "Allez !"),
        ("GO.", "va\u{202f}!"),
        ("Hi.", "Va !"),
    ]);
    let pairs: Vec<_> = corpus.pairs().collect();
    let expected = [("go.", "va !"), ("go.", "allez !"), ("hi.", "salut."), ("hi.", "va !")];
    assert_eq!(pairs, expected);
    assert_eq!(corpus.sentences().len(), 2);
}

/// The same sentence is one source, and every way to write its translation is kept.
#[test]
fn texts_can_stay_as_they_are_written() {
    let pairs = [("Go.", "Va !"), ("GO .", "Va\u{202f}!"), ("Hi.", "Salut."), ("Go.", "Va !")];
    let corpus = Corpus::as_written(pairs.map(pair));
    let expected = [("Go.", "Va !"), ("Go.", "Va\u{202f}!"), ("Hi.", "Salut.")];
    assert_eq!(corpus.pairs().collect::<Vec<_>>(), expected);
}

#[test]
fn generated_pairs_are_grouped_as_they_were() {
    let corpus = Corpus::generated(300, 3).unwrap();
    assert_eq!(Corpus::from_pairs(corpus.pairs().map(pair)), corpus);
}

#[test]
fn a_split_loses_nothing_and_shares_nothing() {
    let corpus = Corpus::generated(500, 0).unwrap();
    let (training, held_out) = corpus.split(100, 7).unwrap();
    assert_eq!(held_out.sentences().len(), 100);
    let [training, held_out]: [HashSet<&str>; 2] =
        [&training, &held_out].map(|part| sources(part).into_iter().collect());
    assert!(training.is_disjoint(&held_out));
    let all: HashSet<&str> = training.union(&held_out).copied().collect();
    assert_eq!(all, sources(&corpus).into_iter().collect());
}

#[test]
fn a_split_keeps_translations_and_order_and_depends_on_the_seed() {
    let corpus = Corpus::generated(500, 0).unwrap();
    let (training, held_out) = corpus.split(100, 7).unwrap();
    for part in [&training, &held_out] {
        let mut rest = corpus.sentences().iter();
        let in_order = part.sentences().iter();
        assert!(in_order.clone().all(|one| rest.any(|other| other == one)));
    }
    assert_eq!(corpus.split(100, 7).unwrap(), (training, held_out.clone()));
    assert_ne!(corpus.split(100, 8).unwrap().1, held_out);
}

#[test]
fn something_is_left_for_training() {
    let corpus = corpus(&[("a", "A"), ("b", "B"), ("c", "C")]);
    assert_eq!(corpus.split(2, 0).unwrap().0.sentences().len(), 1);
    assert_eq!(corpus.split(0, 0).unwrap(), (corpus.clone(), Corpus::default()));
    for held_out in [3, 4] {
        let error = CorpusError::HeldOut { held_out, sentences: 3 };
        assert_eq!(corpus.split(held_out, 0), Err(error));
    }
    assert!(Corpus::default().split(0, 0).is_err());
}

#[test]
fn the_words_of_the_grammar_are_few_and_frequent() {
    let corpus = Corpus::generated(4_500, 0).unwrap();
    let all = Vocabularies::new(&corpus, 1);
    assert_eq!((all.source.len(), all.target.len()), (69, 112));
    assert_eq!(Vocabularies::new(&corpus, 30), all);
}

#[test]
fn pairs_become_numbers_and_text_again() {
    let corpus = Corpus::generated(200, 0).unwrap();
    let vocabularies = Vocabularies::new(&corpus, 1);
    let examples = vocabularies.examples(&corpus);
    assert_eq!(examples.len(), corpus.pair_count());
    for (example, (source, target)) in examples.iter().zip(corpus.pairs()) {
        let (x, y) = (&example.source, &example.target);
        assert_eq!((x.last(), y.last()), (Some(&EOS), Some(&EOS)));
        assert!(!x.contains(&UNK) && !y.contains(&UNK));
        assert_eq!(vocabularies.source.decode(x), tokenize(source));
        assert_eq!(vocabularies.target.decode(y), tokenize(target));
        assert_eq!(vocabularies.encode_source(&source.to_uppercase()), *x);
    }
}
