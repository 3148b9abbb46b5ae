use attention::{Real, assert_between};
use how_loud_to_be_heard::mean_weight;

#[test]
fn random_scores_take_more() {
    let score = (9.0 * 127.0 as Real).ln();
    for seed in 0..5 {
        for (score, low, high) in [(score, 0.838, 0.850), (score + 0.5, 0.895, 0.904)] {
            let got: Real = mean_weight(128, score, 1.0, seed);
            assert_between!(got, low, high, "score {score:.2}, seed {seed}");
        }
    }
}

#[test]
fn longer_texts_dilute() {
    let score = (9.0 * 31.0 as Real).ln();
    for (keys, low, high) in
        [(32, 0.83, 0.86), (128, 0.56, 0.585), (1024, 0.139, 0.146)]
    {
        let got: Real = mean_weight(keys, score, 1.0, 7);
        assert_between!(got, low, high, "the mean weight among {keys} keys");
    }
}
