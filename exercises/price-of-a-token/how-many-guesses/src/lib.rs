//! How many tokens to guess before each call of the large model.

/// Returns the tokens of a text divided by the calls that wrote it.
///
/// A call guesses up to `guesses` tokens, as long as the text has positions for them.
/// The guess for position i is accepted with probability `acceptance[i]`. The call
/// writes all guesses before the first rejection and one token more. The generator has
/// seed `seed`, and the text has at least one token.
pub fn tokens_per_call(acceptance: &[f64], guesses: usize, seed: u64) -> f64 {
    //@ solution
    use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut position, mut calls) = (0, 0);
    while position < acceptance.len() {
        calls += 1;
        let guessed = acceptance[position..].iter().take(guesses);
        let mut accepted = guessed.take_while(|&&share| rng.random_bool(share));
        position += accepted.by_ref().count() + 1;
    }
    acceptance.len() as f64 / f64::from(calls)
    //@ stub todo!("{} tokens, {guesses} guesses, {seed}", acceptance.len())
    //@ end
}

/// Returns the number of guesses, at most `most`, with the most tokens per unit of
/// cost.
///
/// A call costs 1, and each of its guesses `cost`, at least 0.
pub fn best_guesses(acceptance: &[f64], cost: f64, most: usize, seed: u64) -> usize {
    //@ solution
    let speed = |guesses: usize| {
        tokens_per_call(acceptance, guesses, seed) / (1.0 + cost * guesses as f64)
    };
    let better = |&one: &usize, &other: &usize| speed(one).total_cmp(&speed(other));
    (0..=most).max_by(better).unwrap_or(0)
    //@ stub todo!("{} tokens, {cost}, {most}, {seed}", acceptance.len())
    //@ end
}
exercise_solutions::tests!(how_many_guesses);
