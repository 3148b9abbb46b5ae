use attention::encoder_decoder::Candidate;
use the_length_exponent::ranked;

//@ param exponent
const EXPONENT: f64 = 0.75;

/// Returns a candidate with its end, which is one of the `len` tokens.
fn candidate(len: usize, log_probability: f64) -> Candidate {
    Candidate { tokens: vec![7; len - 1], ended: true, log_probability, score: 0.0 }
}

#[test]
fn the_two_candidates() {
    let found: Vec<Candidate> =
        ranked(&[candidate(3, -3.0), candidate(6, -4.2)], EXPONENT);
    let lens: Vec<usize> = found.iter().map(|best| best.tokens.len() + 1).collect();
    assert_eq!(lens, [6, 3], "with {EXPONENT} the candidate of 6 tokens wins");
}

#[test]
fn without_an_exponent_the_likeliest_wins() {
    let found: Vec<Candidate> =
        ranked(&[candidate(4, -3.0), candidate(2, -2.0), candidate(9, -2.5)], 0.0);
    let scores: Vec<f64> = found.iter().map(|best| best.score).collect();
    assert_eq!(scores, [-2.0, -2.5, -3.0], "the logarithms, the largest first");
}
