//! Scores of whole corpora.

use crate::Real;
use crate::data::{Corpus, EOS, Pair, Vocabularies};
use crate::encoder_decoder::bleu::{Judged, corpus_bleu};
use crate::encoder_decoder::testing::Scripted;
use crate::encoder_decoder::{Band, Translator, evaluate};

fn corpus(pairs: &[(&str, &str)]) -> Corpus {
    Corpus::from_pairs(pairs.iter().map(|(source, target)| Pair {
        source: (*source).to_owned(),
        target: (*target).to_owned(),
    }))
}

/// Copies its source: tokens have the same indices in both languages.
fn copying(
    words: &str,
) -> Translator<impl crate::encoder_decoder::EncoderDecoder> {
    let vocabularies = Vocabularies::new(&corpus(&[(words, words)]), 1);
    let vocab = vocabularies.target.len();
    let next = move |source: &[usize], written: &[usize]| {
        let mut next: Vec<Real> = vec![0.01; vocab];
        next[source.get(written.len()).copied().unwrap_or(EOS)] = 0.9;
        next
    };
    Translator {
        model: Scripted { vocab, next },
        vocabularies,
    }
}

/// Sentences of one to six tokens, in bands of three lengths. The translations of the second,
/// fifth, and sixth differ from the source.
#[test]
fn bands_are_ranges_of_lengths()
-> Result<(), Box<dyn std::error::Error>> {
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
    let scores = evaluate(&copying("a b c d e f"), &corpus(&pairs), 3)?;
    let words = |text: &str| {
        text.split(' ').map(str::to_owned).collect::<Vec<_>>()
    };
    let judged = |source: &str| Judged {
        candidate: words(source),
        references: pairs
            .iter()
            .filter(|pair| pair.0 == source)
            .map(|pair| words(pair.1))
            .collect(),
    };
    let band = |from, to, exact, sources: &[&str]| {
        let judged: Vec<_> =
            sources.iter().map(|source| judged(source)).collect();
        Band {
            from,
            to,
            sentences: sources.len(),
            bleu: corpus_bleu(&judged, 4),
            exact,
        }
    };
    let sources =
        ["a", "b c", "a b c", "a b c d", "f e d c b", "a b c d e f"];
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
    Ok(())
}

/// The third band is empty, so it is not listed.
#[test]
fn bands_without_sentences_are_left_out()
-> Result<(), Box<dyn std::error::Error>> {
    let pairs = [
        ("a", "a"),
        ("a b", "a b"),
        ("a b c d e f g", "a b c d e f g"),
    ];
    let scores =
        evaluate(&copying("a b c d e f g"), &corpus(&pairs), 3)?;
    let bands = scores.bands.iter().map(|band| (band.from, band.to));
    assert_eq!(bands.collect::<Vec<_>>(), [(1, 2), (7, 7)]);
    assert_eq!((scores.bleu, scores.exact), (1.0, 1.0));
    Ok(())
}

/// The score of a few sentences is unreliable, so the last band is merged with its neighbor.
#[test]
fn a_small_last_band_is_a_part_of_the_one_before()
-> Result<(), Box<dyn std::error::Error>> {
    let short =
        ["a", "b", "c", "d", "e", "a b", "b a", "a c", "c a", "b c"];
    let pairs = |long: usize| {
        let long = ["a b c d e", "b a c d e"].into_iter().take(long);
        let all = short.into_iter().chain(long);
        all.map(|source| (source, source)).collect::<Vec<_>>()
    };
    let bands = |long| {
        let scores =
            evaluate(&copying("a b c d e"), &corpus(&pairs(long)), 3);
        let bands = scores.expect("the words are known").bands;
        let bands = bands
            .iter()
            .map(|band| (band.from, band.to, band.sentences));
        bands.collect::<Vec<_>>()
    };
    assert_eq!(bands(1), [(1, 5, 11)]);
    assert_eq!(bands(2), [(1, 2, 10), (5, 5, 2)]);
    Ok(())
}

/// More sentences than fit into one batch.
#[test]
fn all_sentences_are_counted() -> Result<(), Box<dyn std::error::Error>>
{
    let words = ["a", "b", "c", "d", "e"];
    let mut pairs = Vec::new();
    for first in words {
        for second in words {
            for third in words {
                pairs.push(format!("{first} {second} {third}"));
            }
        }
    }
    // 125 sentences, of which the first 25 have another reference.
    let right = |place: usize| place >= 25;
    let texts: Vec<(String, String)> = pairs
        .into_iter()
        .enumerate()
        .map(|(place, text)| match right(place) {
            true => (text.clone(), text),
            false => (text.clone(), format!("{text} a")),
        })
        .collect();
    let pairs: Vec<_> = texts
        .iter()
        .map(|(a, b)| (a.as_str(), b.as_str()))
        .collect();
    let scores = evaluate(&copying("a b c d e"), &corpus(&pairs), 4)?;
    assert_eq!(scores.bands.len(), 1);
    assert_eq!(scores.bands[0].sentences, 125);
    assert_eq!(scores.exact, 0.8);
    Ok(())
}

#[test]
#[should_panic(expected = "evaluate: band width must be at least 1")]
fn bands_of_no_lengths_are_refused() {
    let _ = evaluate(&copying("a"), &corpus(&[("a", "a")]), 0);
}
