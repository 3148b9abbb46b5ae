use attention::{Real, assert_near};
use how_loud_to_be_heard::{mean_weight, needed_score};

#[test]
fn the_score_for_equal_others() {
    for (keys, weight, want) in
        [(2, 0.5, 0.0), (32, 0.9, 5.631), (512, 0.75, 7.335), (4_096, 0.5, 8.317)]
    {
        let got: Real = needed_score(keys, weight);
        assert_near!(got, want, 0.002, "the score for {weight} among {keys} keys");
    }
}

#[test]
fn without_spread_the_weight_is_exact() {
    for (keys, score) in [(2, 0.0), (2, 1.0), (10, 3.0), (500, 6.0)] {
        let score: Real = score;
        let want = score.exp() / (score.exp() + keys as Real - 1.0);
        let got: Real = mean_weight(keys, score, 0.0, 1);
        assert_near!(got, want, 1e-4, "the weight of {score} among {keys} keys");
    }
}
