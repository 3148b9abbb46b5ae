//! BLEU by hand, and chrF against sacreBLEU.

use engine::testing::assert_panics;
use translation::bleu::{Judged, corpus_bleu, sentence_bleu};
use translation::chrf;

/// A sentence of seven tokens.
const GIRL: &str = "les hommes voient la fille fatiguée .";

fn judged<'a>(candidate: &'a str, references: &[&'a str]) -> Judged<&'a str> {
    let references = references.iter().map(|reference| reference.split_whitespace().collect());
    Judged { candidate: candidate.split_whitespace().collect(), references: references.collect() }
}

#[track_caller]
fn assert_bleu(candidate: &str, references: &[&str], order: usize, expected: f64) {
    let bleu = sentence_bleu(&judged(candidate, references), order);
    assert!((bleu - expected).abs() < 1e-9, "{bleu} and {expected}");
}

#[test]
fn a_translation_that_is_right_scores_1() {
    for order in 1..=5 {
        assert_bleu(GIRL, &[GIRL], order, 1.0);
        let other = "la fille fatiguée voit les hommes .";
        assert_bleu(GIRL, &[other, GIRL], order, 1.0);
        assert_bleu("la fille", &["la fille"], order, 1.0);
    }
}

/// All n-grams are right, so only the penalty counts: exp(1 - 7 / 3).
#[test]
fn a_translation_that_is_too_short_is_penalized() {
    for order in 1..=4 {
        let penalty = (-4.0_f64 / 3.0).exp(); // 0.264
        assert_bleu("les hommes voient", &[GIRL], order, penalty);
    }
    let without_the_period = "les hommes voient la fille fatiguée";
    assert_bleu(without_the_period, &[GIRL], 4, (-1.0_f64 / 6.0).exp());
}

/// Longer ones are not: they have wrong n-grams.
#[test]
fn a_translation_that_is_too_long_is_not() {
    assert_bleu(GIRL, &["les hommes ."], 1, 3.0 / 7.0);
}

/// The precisions are 5/6, 3/5, 1/4 and 0/3, and the penalty is exp(1 - 7 / 6).
const WRONG_ARTICLE: &str = "les hommes voient le fille fatiguée";

#[test]
fn precisions_are_multiplied_and_the_root_is_taken() {
    let penalty = (-1.0_f64 / 6.0).exp();
    for (order, mean) in [(1, 5.0 / 6.0), (2, 0.5_f64.sqrt()), (3, 0.5), (4, 0.0)] {
        assert_bleu(WRONG_ARTICLE, &[GIRL], order, penalty * mean);
    }
}

/// The reference has two of the five.
#[test]
fn a_token_counts_as_often_as_in_the_reference() {
    assert_bleu("la la la la la", &["la fille voit la mer"], 1, 0.4);
}

/// As often as in the one that has it most often, and not as in both together: two of A, two of B.
#[test]
fn of_several_references_the_largest_count_holds() {
    let [first, second] = ["A A C C C C", "A B B C C C"];
    assert_bleu("A A A B B B", &[first, second], 1, 4.0 / 6.0);
    assert_bleu("A A A B B B", &[second, first], 1, 4.0 / 6.0);
}

#[test]
fn the_penalty_is_by_the_closest_length() {
    let [two, three, four, five] = [2, 3, 4, 5].map(|len| words(GIRL)[..len].join(" "));
    let penalty = (-0.25_f64).exp();
    // Of 5 and 7 tokens, 5 is closer to 4.
    assert_bleu(&four, &[GIRL, &five], 1, penalty);
    // Of 3 and 5 both are as close, and 3 is shorter: there is no penalty.
    assert_bleu(&four, &[&five, &three], 1, 1.0);
    assert_bleu(&four, &[&three, &five], 1, 1.0);
    // 2 is shorter, but 5 is closer.
    assert_bleu(&four, &[&two, &five], 1, penalty);
}

/// Three tokens have no 4-grams: the longest that they have is as far as the score goes.
#[test]
fn a_short_candidate_has_no_long_n_grams() {
    let (candidate, reference) = ("la fille fatiguée", &["la fille vieille"]);
    assert_bleu(candidate, reference, 4, 0.0);
    assert_bleu("la fille", &["la fille"], 4, 1.0);
    let two = (2.0_f64 / 3.0 * 0.5).sqrt();
    assert_bleu(candidate, reference, 2, two);
    assert_bleu("", &[GIRL], 4, 0.0);
    assert_bleu("", &[""], 4, 0.0);
    assert_eq!(corpus_bleu::<char>(&[], 4), 0.0);
}

/// A sentence without 4-grams in a corpus with some costs nothing.
#[test]
fn counts_are_added_before_they_are_divided() {
    let long = judged("A B C D E F G H", &["A B C D E F G X"]);
    let short = judged("Y Z", &["Y Z"]);
    let corpus = [long.clone(), short.clone()];
    // 9 of 10, 7 of 8, 5 of 6, 4 of 5
    let expected = (0.9_f64 * 7.0 / 8.0 * 5.0 / 6.0 * 0.8).powf(0.25);
    let bleu = corpus_bleu(&corpus, 4);
    assert!((bleu - expected).abs() < 1e-12, "{bleu} and {expected}");
    let mean = (sentence_bleu(&long, 4) + sentence_bleu(&short, 4)) / 2.0;
    assert!((bleu - mean).abs() > 0.01, "{mean}");
    // The penalty also sums lengths: five tokens too many make up for five missing ones.
    let corpus = [judged("A A A A A A A A A A", &["A A A A A"]), judged("B", &["B B B B B B"])];
    assert!((corpus_bleu(&corpus, 1) - 6.0 / 11.0).abs() < 1e-12);
}

/// 5 of 6, 3 of 4, 1 of 2: three lengths, so the third root.
#[test]
fn the_root_is_of_the_lengths_that_there_are() {
    let corpus = ["A B C", "A B D"].map(|words| judged(words, &["A B C"]));
    let expected = (5.0_f64 / 6.0 * 0.75 * 0.5).cbrt();
    let bleu = corpus_bleu(&corpus, 4);
    assert!((bleu - expected).abs() < 1e-12, "{bleu} and {expected}");
}

#[test]
fn an_order_without_a_match_gives_0() {
    assert_bleu("A C E", &["A B C D E"], 2, 0.0);
    assert_eq!(corpus_bleu(&[judged("X Y Z", &["A B C"])], 1), 0.0);
}

fn words(text: &str) -> Vec<&str> {
    text.split(' ').collect()
}

#[test]
fn misuse_is_refused() {
    assert_panics("corpus_bleu: order must be at least 1", || {
        sentence_bleu(&judged("A", &["A"]), 0);
    });
    assert_panics("bleu: there are no references", || {
        sentence_bleu(&judged("A", &[]), 4);
    });
}

/// Candidates with their references.
type Texts<'a> = &'a [(&'a str, &'a [&'a str])];

/// Computed by sacreBLEU 2.6.0, `CHRF().corpus_score(..)`. Texts without characters score 0.
#[test]
fn scores_of_characters_agree_with_sacrebleu() {
    let corpora: [(Texts<'_>, f64); 7] = [
        (&[("le chat dort.", &["le chat dort."])], 1.0),
        (&[("les chats dort.", &["le chat dort."])], 0.45976757426550713),
        (&[("va !", &["allez !"])], 0.12345679012345678),
        (
            &[
                ("va !", &["allez !", "va-t'en !"]),
                ("il est la .", &["elle est ici .", "il est ici ."]),
                ("abc", &["ab", "x"]),
            ],
            0.2669236828854205,
        ),
        (&[], 0.0),
        (&[("", &["va"])], 0.0),
        (&[("va", &[" "])], 0.0),
    ];
    for (texts, expected) in corpora {
        let chars = |text: &&str| text.chars().collect();
        let judged = texts.iter().map(|(candidate, references)| Judged {
            candidate: chars(candidate),
            references: references.iter().map(chars).collect(),
        });
        let score = chrf(&judged.collect::<Vec<_>>());
        assert!((score - expected).abs() < 1e-12, "{score} and {expected}");
    }
}
