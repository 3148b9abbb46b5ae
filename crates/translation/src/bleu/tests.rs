//! BLEU by hand.

use crate::bleu::{Judged, corpus_bleu, halving_bleu, sentence_bleu};

/// Each letter is a token.
fn judged(candidate: &str, references: &[&str]) -> Judged<char> {
    let references = references
        .iter()
        .map(|reference| reference.chars().collect());
    Judged {
        candidate: candidate.chars().collect(),
        references: references.collect(),
    }
}

#[track_caller]
fn assert_bleu(
    candidate: &str,
    references: &[&str],
    order: usize,
    expected: f64,
) {
    let bleu = sentence_bleu(&judged(candidate, references), order);
    assert!((bleu - expected).abs() < 1e-9, "{bleu} and {expected}");
}

#[test]
fn a_translation_that_is_right_scores_1() {
    for order in 1..=5 {
        assert_bleu("ABCDEF", &["ABCDEF"], order, 1.0);
        assert_bleu("ABCDEF", &["FEDCBA", "ABCDEF"], order, 1.0);
        assert_bleu("AB", &["AB"], order, 1.0);
    }
}

/// All n-grams are right, so only the penalty counts: exp(1 - 6 / 2).
#[test]
fn a_translation_that_is_too_short_is_penalized() {
    for order in 1..=4 {
        assert_bleu("AB", &["ABCDEF"], order, (-2.0_f64).exp()); // 0.135
    }
    assert_bleu("ABCDE", &["ABCDEF"], 4, (-0.2_f64).exp());
}

/// Longer ones are not: they have wrong n-grams.
#[test]
fn a_translation_that_is_too_long_is_not() {
    assert_bleu("ABCDEF", &["ABC"], 1, 3.0 / 6.0);
}

/// The precisions are 4/5, 3/4, 1/3 and 0, and the penalty is exp(1 - 6 / 5).
#[test]
fn precisions_are_multiplied_and_the_root_is_taken() {
    let penalty = (-0.2_f64).exp();
    let reference = &["ABCDEF"];
    assert_bleu("ABBCD", reference, 1, penalty * 0.8);
    assert_bleu(
        "ABBCD",
        reference,
        2,
        penalty * (0.8_f64 * 0.75).sqrt(),
    );
    assert_bleu(
        "ABBCD",
        reference,
        3,
        penalty * (0.8_f64 * 0.75 / 3.0).cbrt(),
    );
    assert_bleu("ABBCD", reference, 4, 0.0);
}

/// "the the the the the the the" with "the cat is on the mat": two of seven.
#[test]
fn a_token_counts_as_often_as_in_the_reference() {
    let words = |text: &str| {
        text.split(' ').map(str::to_owned).collect::<Vec<_>>()
    };
    let judged = Judged {
        candidate: words("the the the the the the the"),
        references: vec![words("the cat is on the mat")],
    };
    assert!((sentence_bleu(&judged, 1) - 2.0 / 7.0).abs() < 1e-12);
}

/// As often as in the one that has it most often, and not as in both together: two of A, two of B.
#[test]
fn of_several_references_the_largest_count_holds() {
    assert_bleu("AAABBB", &["AACCCC", "ABBCCC"], 1, 4.0 / 6.0);
    assert_bleu("AAABBB", &["ABBCCC", "AACCCC"], 1, 4.0 / 6.0);
}

#[test]
fn the_penalty_is_by_the_closest_length() {
    // Of 6 and 9 tokens, 6 is closer to 5.
    assert_bleu("ABCDE", &["ABCDEFGHI", "ABCDEF"], 1, (-0.2_f64).exp());
    // Of 4 and 6 both are as close, and 4 is shorter: there is no penalty.
    assert_bleu("ABCDE", &["ABCDEF", "ABCD"], 1, 1.0);
    assert_bleu("ABCDE", &["ABCD", "ABCDEF"], 1, 1.0);
    // 2 is shorter, but 6 is closer.
    assert_bleu("ABCDE", &["AB", "ABCDEF"], 1, (-0.2_f64).exp());
}

/// Three tokens have no 4-grams: the longest that they have is as far as the score goes.
#[test]
fn a_short_candidate_has_no_long_n_grams() {
    assert_bleu("ABC", &["ABD"], 4, 0.0);
    assert_bleu("BC", &["BC"], 4, 1.0);
    let (two, reference) = ((2.0_f64 / 3.0 * 0.5).sqrt(), &["ABD"]);
    assert_bleu("ABC", reference, 2, two);
    assert_bleu("", &["ABC"], 4, 0.0);
    assert_bleu("", &[""], 4, 0.0);
    assert_eq!(corpus_bleu::<char>(&[], 4), 0.0);
}

/// A sentence without 4-grams in a corpus with some costs nothing.
#[test]
fn counts_are_added_before_they_are_divided() {
    let long = judged("ABCDEFGH", &["ABCDEFGX"]);
    let short = judged("YZ", &["YZ"]);
    let corpus = [long.clone(), short.clone()];
    // 9 of 10, 7 of 8, 5 of 6, 4 of 5
    let expected = (0.9_f64 * 7.0 / 8.0 * 5.0 / 6.0 * 0.8).powf(0.25);
    let bleu = corpus_bleu(&corpus, 4);
    assert!((bleu - expected).abs() < 1e-12, "{bleu} and {expected}");
    let mean =
        (sentence_bleu(&long, 4) + sentence_bleu(&short, 4)) / 2.0;
    assert!((bleu - mean).abs() > 0.01, "{mean}");
    // The penalty, too: five tokens too many make up for five that are missing.
    let corpus =
        [judged("AAAAAAAAAA", &["AAAAA"]), judged("B", &["BBBBBB"])];
    assert!((corpus_bleu(&corpus, 1) - 6.0 / 11.0).abs() < 1e-12);
}

/// 5 of 6, 3 of 4, 1 of 2: three lengths, so the third root.
#[test]
fn the_root_is_of_the_lengths_that_there_are() {
    let corpus = [judged("ABC", &["ABC"]), judged("ABD", &["ABC"])];
    let expected = (5.0_f64 / 6.0 * 0.75 * 0.5).cbrt();
    let bleu = corpus_bleu(&corpus, 4);
    assert!((bleu - expected).abs() < 1e-12, "{bleu} and {expected}");
}

#[test]
fn an_order_without_a_match_gives_0() {
    assert_bleu("ACE", &["ABCDE"], 2, 0.0);
    assert_eq!(corpus_bleu(&[judged("XYZ", &["ABC"])], 1), 0.0);
}

/// The numbers of *Dive into Deep Learning*, where the precision of length n has the weight 1 / 2ⁿ.
#[test]
fn halved_weights_give_the_published_numbers() {
    let words = |text: &str| {
        text.split(' ').map(str::to_owned).collect::<Vec<_>>()
    };
    let close = |candidate: &str,
                 reference: &str,
                 order,
                 expected: f64| {
        let score =
            halving_bleu(&words(candidate), &words(reference), order);
        assert!(
            (score - expected).abs() < 5e-4,
            "{candidate}: {score}"
        );
    };
    for (order, expected) in
        [(1, 0.732), (2, 0.681), (3, 0.594), (4, 0.0)]
    {
        close("A B B C D", "A B C D E F", order, expected);
    }
    close("A B", "A B C D E F", 2, 0.135);
    for word in ["paresseux", "riche", "bon", "mouillé"] {
        close(&format!("il est {word} ."), "il est calme .", 2, 0.658);
    }
    close("je suis en retard ?", "je suis chez moi .", 2, 0.447);
    close("je perdu .", "j'ai perdu .", 2, 0.687);
    close("je suis chez moi partie .", "je suis chez moi .", 2, 0.803);
    close("il court .", "va !", 2, 0.0);
    assert_eq!(halving_bleu::<char>(&[], &['A'], 2), 0.0);
}

#[test]
#[should_panic(expected = "corpus_bleu: order must be at least 1")]
fn an_order_of_0_is_refused() {
    sentence_bleu(&judged("A", &["A"]), 0);
}

#[test]
#[should_panic(expected = "halving_bleu: order must be at least 1")]
fn halved_weights_of_no_order_are_refused() {
    halving_bleu(&['A'], &['A'], 0);
}

#[test]
#[should_panic(expected = "bleu: there are no references")]
fn a_candidate_without_references_is_refused() {
    sentence_bleu(&judged("A", &[]), 4);
}
