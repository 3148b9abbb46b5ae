use attention::assert_near;
use bleu_of_a_corpus::{Counts, bleu, mean_of_sentences};

/// "les hommes voient le fille fatiguée": a wrong article, and no period.
const WRONG_ARTICLE: Counts =
    Counts { right: [5, 3, 1, 0], all: [6, 5, 4, 3], candidate: 6, reference: 7 };
const RIGHT: Counts =
    Counts { right: [7, 6, 5, 4], all: [7, 6, 5, 4], candidate: 7, reference: 7 };

#[test]
fn one_sentence_by_hand() {
    assert_near!(bleu(&[RIGHT]), 1.0, 1e-9, "a right sentence");
    assert_near!(bleu(&[WRONG_ARTICLE]), 0.0, 1e-9, "no right 4-gram");
    assert_near!(mean_of_sentences(&[RIGHT]), 1.0, 1e-9, "the mean of one");
}

#[test]
fn two_sentences_by_hand() {
    let (penalty, product) = (
        (1.0 - 14.0_f64 / 13.0).exp(),
        12.0 / 13.0 * 9.0 / 11.0 * 6.0 / 9.0 * 4.0 / 7.0_f64,
    );
    let got: f64 = bleu(&[WRONG_ARTICLE, RIGHT]);
    assert_near!(got, penalty * product.powf(0.25), 1e-9, "two sentences");
}
