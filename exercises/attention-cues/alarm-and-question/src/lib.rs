//! A lookup in which a key can attract by itself.

use attention::{Real, attention_cues::Lookup};
use ndarray::{Array1, Array2};

/// Looks up every query at temperature 1. The score of a key is the squared distance
/// times -1, plus the loudness times the salience of the key.
///
/// Queries `[queries, dim]`, keys `[keys, dim]`, values `[keys, value_dim]`, and
/// salience `[keys]` to an output `[queries, value_dim]` and weights `[queries,
/// keys]`.
pub fn alarm_lookup(
    queries: &Array2<Real>,
    keys: &Array2<Real>,
    values: &Array2<Real>,
    salience: &Array1<Real>,
    loudness: Real,
) -> Lookup {
    //@ solution
    use attention::array::softmax;
    use attention::attention_cues::{distance_scores, pool};

    let scores = distance_scores(queries, keys) + salience * loudness;
    let weights = softmax(&scores);
    let output = pool(&weights, values);
    Lookup { output, weights }
    //@ stub todo!("{queries} meet {keys} with {values}, {salience} and {loudness}")
    //@ end
}
exercise_solutions::tests!(alarm_and_question);
