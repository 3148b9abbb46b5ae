//! chrF against sacreBLEU 2.6.0, `CHRF().corpus_score(..)`.

use super::*;

fn judged(candidate: &str, references: &[&str]) -> Judged<char> {
    let references =
        references.iter().map(|text| text.chars().collect());
    Judged {
        candidate: candidate.chars().collect(),
        references: references.collect(),
    }
}

#[track_caller]
fn assert_chrf(corpus: &[Judged<char>], expected: f64) {
    let score = chrf(corpus);
    assert!((score - expected).abs() < 1e-12, "{score} and {expected}");
}

#[test]
fn scores_agree_with_sacrebleu() {
    let right = judged("le chat dort.", &["le chat dort."]);
    assert_chrf(&[right], 1.0);
    assert_chrf(
        &[judged("les chats dort.", &["le chat dort."])],
        0.45976757426550713,
    );
    assert_chrf(&[judged("va !", &["allez !"])], 0.12345679012345678);
    let corpus = [
        judged("va !", &["allez !", "va-t'en !"]),
        judged("il est la .", &["elle est ici .", "il est ici ."]),
        judged("abc", &["ab", "x"]),
    ];
    assert_chrf(&corpus, 0.2669236828854205);
}

#[test]
fn texts_without_characters_score_0() {
    for corpus in [
        vec![],
        vec![judged("", &["va"])],
        vec![judged("va", &[" "])],
    ] {
        assert_chrf(&corpus, 0.0);
    }
}
