//! Tokens, scores, and intervals against sacreBLEU; `tests/golden/scores.py` wrote its results.

use engine::testing::assert_panics;
use serde::Deserialize;
use translation::bleu::{CorpusScores, SentenceCounts, tokenize_13a};

#[derive(Deserialize)]
struct Golden {
    sacrebleu: String,
    cases: Vec<Case>,
    corpora: Vec<Subset>,
}

#[derive(Deserialize)]
struct Case {
    candidate: String,
    references: Vec<String>,
    /// The tokens of the candidate and of each reference.
    tokens: Vec<Vec<String>>,
    bleu: f64,
    chrf: f64,
}

#[derive(Deserialize)]
struct Subset {
    cases: [usize; 2],
    bleu: f64,
    chrf: f64,
    /// The bounds of BLEU and of chrF.
    intervals: [[f64; 2]; 2],
}

fn golden() -> Golden {
    serde_json::from_str(include_str!("../golden/scores.json")).expect("results of sacreBLEU")
}

fn counts(cases: &[Case]) -> Vec<SentenceCounts> {
    let counts = |case: &Case| SentenceCounts::new(&case.candidate, &case.references);
    cases.iter().map(counts).collect()
}

#[test]
fn tokens_agree_with_sacrebleu() {
    let Golden { sacrebleu, cases, .. } = golden();
    assert_eq!((sacrebleu.as_str(), cases.len()), ("2.6.0", 68));
    for case in &cases {
        let texts = std::iter::once(&case.candidate).chain(&case.references);
        // BLEU trims the end first, so a hyphen before a line break at the end remains.
        let tokens = texts.map(|text| tokenize_13a(text.trim_end()));
        assert_eq!(tokens.collect::<Vec<_>>(), case.tokens);
    }
    assert_eq!(tokenize_13a("wo-\n"), ["wo"]);
}

#[test]
fn scores_agree_with_sacrebleu() {
    let Golden { cases, corpora, .. } = golden();
    let all = counts(&cases);
    let sentences = all.iter().zip(&cases);
    let sentences = sentences.map(|(one, case)| (std::slice::from_ref(one), case.bleu, case.chrf));
    let corpora = corpora
        .iter()
        .map(|Subset { cases: [start, end], bleu, chrf, .. }| (&all[*start..*end], *bleu, *chrf));
    for (counts, bleu, chrf) in sentences.chain(corpora) {
        let scores = CorpusScores::new(counts);
        let text = format!("{scores:?} and {bleu}, {chrf} of {counts:?}");
        assert!((scores.bleu - bleu).abs() < 1e-9 && (scores.chrf - chrf).abs() < 1e-9, "{text}");
    }
}

/// sacreBLEU drew 20,000 other samples. The bounds of 1,000 samples have a standard deviation of
/// about 2 % of the width of the interval.
#[test]
fn intervals_agree_with_sacrebleu() {
    let Golden { cases, corpora, .. } = golden();
    for Subset { cases: [start, end], intervals, .. } in corpora {
        let [low, high] = CorpusScores::interval(&counts(&cases[start..end]), 0);
        let ours = [[low.bleu, high.bleu], [low.chrf, high.chrf]];
        for (ours, [low, high]) in ours.into_iter().zip(intervals) {
            let near = |ours: f64, bound: f64| (ours - bound).abs() < 0.05 * (high - low);
            assert!(near(ours[0], low) && near(ours[1], high), "{ours:?} and {:?}", [low, high]);
        }
    }
}

/// A quarter of the samples consist of the first sentence only, and a quarter of the second.
#[test]
fn the_interval_of_two_sentences_ends_at_their_scores() {
    let right = SentenceCounts::new("Le chat dort ici.", &["Le chat dort ici."]);
    let wrong = SentenceCounts::new("Le chat mange ici.", &["Le chat dort ici."]);
    let twice = |one: &SentenceCounts| CorpusScores::new(&[one.clone(), one.clone()]);
    let interval = CorpusScores::interval(&[right.clone(), wrong.clone()], 3);
    assert_eq!(interval, [twice(&wrong), twice(&right)]);
}

#[test]
fn a_seed_determines_the_interval() {
    let counts = counts(&golden().cases);
    let [first, again, other] = [1, 1, 2].map(|seed| CorpusScores::interval(&counts, seed));
    assert!(first == again && first != other);
}

#[test]
fn a_corpus_without_sentences_scores_0() {
    let zero = CorpusScores { bleu: 0.0, chrf: 0.0 };
    assert_eq!(CorpusScores::new(&[]), zero);
    assert_eq!(CorpusScores::interval(&[], 0), [zero; 2]);
}

#[test]
fn a_candidate_without_references_is_refused() {
    assert_panics("bleu: there are no references", || {
        SentenceCounts::new("Oui.", &[] as &[&str]);
    });
}
