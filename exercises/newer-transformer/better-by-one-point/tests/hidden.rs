use super::public::{interval, system};
use attention::assert_between;
use attention::encoder_decoder::bleu::CorpusScores;

#[test]
fn half_of_the_sentences_are_wrong() {
    // The number of wrong ones in a sample is binomial: 95 % are between 40 and 60.
    for words in [4, 10, 40] {
        let [low, high]: [f64; 2] = interval(&system(50, words), &system(0, words));
        let lost = |wrong| 100.0 - CorpusScores::new(&system(wrong, words)).bleu;
        assert_between!(low, lost(39) - 1e-9, lost(41) + 1e-9, "the lower bound");
        assert_between!(high, lost(59) - 1e-9, lost(61) + 1e-9, "the upper bound");
    }
}
