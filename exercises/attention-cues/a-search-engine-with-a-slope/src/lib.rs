//! A search engine that learns which words matter.

use attention::Real;
use ndarray::{Array1, Array2};

/// Counts how often each word of the vocabulary, in lowercase, occurs in a text, in
/// any case.
///
/// A word is an unbroken sequence of characters for which
/// `char::is_alphanumeric` is true. To `[vocab]`.
pub fn count_words(text: &str, vocabulary: &[&str]) -> Array1<Real> {
    //@ solution
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    vocabulary
        .iter()
        .map(|entry| words.iter().filter(|word| *word == entry).count() as Real)
        .collect()
    //@ stub todo!("count the words {vocabulary:?} in {text}")
    //@ end
}

/// Returns the weights of all texts for one question, at temperature 1. Scores are dot
/// products in which every word counts by its importance.
///
/// A question `[vocab]`, texts `[texts, vocab]`, and importance `[vocab]` to weights
/// `[texts]`.
pub fn ranking_weights(
    question: &Array1<Real>,
    texts: &Array2<Real>,
    importance: &Array1<Real>,
) -> Array1<Real> {
    //@ solution
    attention::array::softmax(&texts.dot(&(question * importance)))
    //@ stub todo!("rank {texts} for {question} with {importance}")
    //@ end
}

/// Returns the derivative of -ln of the weight of the wanted text with respect to the
/// importance of every word.
///
/// A question `[vocab]`, texts `[texts, vocab]`, importance `[vocab]`, and the row of
/// the wanted text to a slope `[vocab]`.
pub fn importance_slope(
    question: &Array1<Real>,
    texts: &Array2<Real>,
    importance: &Array1<Real>,
    wanted: usize,
) -> Array1<Real> {
    //@ solution
    let mut errors = ranking_weights(question, texts, importance);
    errors[wanted] -= 1.0;
    errors.dot(texts) * question
    //@ stub todo!("{question} wants {wanted} of {texts} with {importance}")
    //@ end
}
exercise_solutions::tests!(a_search_engine_with_a_slope);
