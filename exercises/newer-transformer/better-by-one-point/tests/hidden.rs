use super::public::{interval, system};
use attention::assert_between;
use attention::encoder_decoder::bleu::CorpusScores;

/// Checks the interval of a system with 50 wrong sentences of 100. Of the binomial
/// numbers of wrong sentences in a sample, 95 % are between 40 and 60.
#[track_caller]
fn check(words_of_wrong: usize) {
    let [low, high]: [f64; 2] =
        interval(&system(50, words_of_wrong), &system(0, words_of_wrong));
    let lost = |wrong| 100.0 - CorpusScores::new(&system(wrong, words_of_wrong)).bleu;
    assert_between!(low, lost(39) - 1e-9, lost(41) + 1e-9, "the lower bound");
    assert_between!(high, lost(59) - 1e-9, lost(61) + 1e-9, "the upper bound");
}

#[test]
fn the_ends_of_the_interval() {
    check(10);
}

#[test]
fn long_sentences_count_more() {
    check(4);
    check(40);
}
