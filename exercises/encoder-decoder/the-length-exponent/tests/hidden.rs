use attention::assert_near;
use attention::encoder_decoder::{BeamSearch, Candidate};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use the_length_exponent::ranked;

#[test]
fn with_exponent_one_the_mean_of_a_token_decides() {
    for (short, long) in [(1, 2), (2, 3), (3, 9)] {
        let candidate = |len: usize, mean: f64| Candidate {
            tokens: vec![5; len - 1],
            ended: true,
            log_probability: mean * len as f64,
            score: 0.0,
        };
        let found: Vec<Candidate> =
            ranked(&[candidate(short, -0.5), candidate(long, -0.3)], 1.0);
        assert_near!(found[0].score, -0.3, 1e-9, "{short} and {long} tokens: best");
    }
}

#[test]
fn agrees_with_the_search_of_the_crate() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for exponent in [0.3, 0.75, 1.5] {
        let candidates: Vec<Candidate> = (1..20)
            .map(|len| Candidate {
                tokens: vec![4; len],
                ended: rng.random_range(0..2) == 0,
                log_probability: rng.random_range(-9.0..-0.1),
                score: 0.0,
            })
            .collect();
        let settings =
            BeamSearch { width: 1, length_exponent: exponent, max_steps: 1, end: 3 };
        let found: Vec<Candidate> = ranked(&candidates, exponent);
        assert_eq!(found.len(), candidates.len(), "the number of candidates");
        for pair in found.windows(2) {
            let (one, other) = (pair[0].score, pair[1].score);
            assert!(one >= other, "expected the best first, got {one}, {other}");
        }
        for candidate in found {
            let length = candidate.tokens.len() + usize::from(candidate.ended);
            let want = settings.score(candidate.log_probability, length);
            assert_near!(candidate.score, want, 1e-9, "{exponent}, {length} tokens");
        }
    }
}
