//! Scores of whole corpora.

use attention::data::{Corpus, Pair, Vocabularies};
use attention::encoder_decoder::bleu::{Judged, corpus_bleu};
use attention::encoder_decoder::{Band, Evaluation, Translator, evaluate};
use engine::testing::assert_panics;

use super::*;

/// Returns the scores, in bands of `width` lengths, of a model that knows these words and copies
/// its source.
fn copied(words: &str, pairs: &[(&str, &str)], width: usize) -> Evaluation {
    let corpus = |pairs: &[(&str, &str)]| {
        let owned = |&(source, target): &(&str, &str)| Pair {
            source: source.to_owned(),
            target: target.to_owned(),
        };
        Corpus::from_pairs(pairs.iter().map(owned))
    };
    let vocabularies = Vocabularies::new(&corpus(&[(words, words)]), 1);
    let vocab = vocabularies.target.len();
    // Tokens have the same indices in both languages.
    let next = move |source: &[usize], written: &[usize]| {
        let mut next: Vec<Real> = vec![0.01; vocab];
        next[source.get(written.len()).copied().unwrap_or(EOS)] = 0.9;
        next
    };
    let translator = Translator { model: Scripted { vocab, next }, vocabularies };
    evaluate(&translator, &corpus(pairs), width).expect("the words are known")
}

/// Sentences of one to six tokens, in bands of three lengths. The translations of the second,
/// fifth, and sixth differ from the source.
#[test]
fn bands_are_ranges_of_lengths() {
    let pairs = [
        ("a b c d e f", "a b c d f e"),
        ("a", "a"),
        ("b c", "b d"),
        ("b c", "c c"),
        ("a b c", "c b a"),
        ("a b c", "a b c"),
        ("a b c d", "a b c d"),
        ("f e d c b", "f e d b b"),
    ];
    let scores = copied("a b c d e f", &pairs, 3);
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let judged = |source: &&str| {
        let references = pairs.iter().filter(|pair| pair.0 == *source);
        let references = references.map(|pair| words(pair.1)).collect();
        Judged { candidate: words(source), references }
    };
    let band = |from, to, exact, sources: &[&str]| {
        let judged: Vec<_> = sources.iter().map(judged).collect();
        Band { from, to, sentences: sources.len(), bleu: corpus_bleu(&judged, 4), exact }
    };
    let sources = ["a", "b c", "a b c", "a b c d", "f e d c b", "a b c d e f"];
    let expected = [
        band(1, 2, 0.5, &sources[..2]),
        band(3, 5, 2.0 / 3.0, &sources[2..5]),
        band(6, 6, 0.0, &sources[5..]),
    ];
    assert_eq!(scores.bands, expected);
    let all = band(1, 6, 0.5, &sources);
    assert_eq!((scores.exact, scores.bleu), (all.exact, all.bleu));
    // One token of three is wrong in the first band, and no pair of tokens is right.
    assert_eq!(scores.bands[0].bleu, 0.0);
    assert!(scores.bleu > 0.5 && scores.bleu < 1.0);
}

/// An empty band is not listed. The score of a few sentences is unreliable, so a small last band is
/// merged with its neighbor.
#[test]
fn a_small_last_band_is_a_part_of_the_one_before() {
    let words = "a b c d e f g";
    let bands = |sources: &[&str]| {
        let pairs: Vec<_> = sources.iter().map(|&source| (source, source)).collect();
        let scores = copied(words, &pairs, 3);
        assert_eq!((scores.bleu, scores.exact), (1.0, 1.0));
        let bands = scores.bands.into_iter();
        bands.map(|band| (band.from, band.to, band.sentences)).collect::<Vec<_>>()
    };
    assert_eq!(bands(&["a", "a b", words]), [(1, 2, 2), (7, 7, 1)]);
    let short = ["a", "b", "c", "d", "e", "a b", "b a", "a c", "c a", "b c"];
    let long = ["a b c d e", "b a c d e"];
    assert_eq!(bands(&[&short[..], &long[..1]].concat()), [(1, 5, 11)]);
    assert_eq!(bands(&[&short[..], &long[..]].concat()), [(1, 2, 10), (5, 5, 2)]);
}

/// More sentences than fit into one batch: 125, of which the first 25 have another reference.
#[test]
fn all_sentences_are_counted() {
    let word = |place: usize| ["a", "b", "c", "d", "e"][place % 5];
    let texts: Vec<(String, String)> = (0..125)
        .map(|place| {
            let text = [place / 25, place / 5, place].map(word).join(" ");
            let other = if place < 25 { " a" } else { "" };
            (text.clone(), text + other)
        })
        .collect();
    let pairs: Vec<_> = texts.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let scores = copied("a b c d e", &pairs, 4);
    assert_eq!((scores.bands.len(), scores.bands[0].sentences, scores.exact), (1, 125, 0.8));
    assert_panics("evaluate: band width must be at least 1", || {
        copied("a", &[("a", "a")], 0);
    });
}
