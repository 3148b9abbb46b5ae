//! Candidates of different lengths, ranked by score.

use attention::encoder_decoder::Candidate;

/// Returns the same candidates with the scores for this exponent, the best first.
///
/// The score is the logarithm of the probability, divided by the length to the power
/// of the exponent. The length is the number of tokens, including the end if there is
/// one. Candidates with equal scores stay in their order.
pub fn ranked(candidates: &[Candidate], exponent: f64) -> Vec<Candidate> {
    let mut ranked = candidates.to_vec();
    for candidate in &mut ranked {
        let length = candidate.tokens.len() + usize::from(candidate.ended);
        let power = (length as f64).powf(exponent);
        //@ solution
        candidate.score = candidate.log_probability / power;
        //@ stub candidate.score = candidate.log_probability * power;
        //@ end
    }
    ranked.sort_by(|one, other| other.score.total_cmp(&one.score));
    ranked
}
exercise_solutions::tests!(the_length_exponent);
