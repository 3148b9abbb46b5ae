//! BLEU of a corpus, from the counts of its sentences.

/// The counts of one sentence from which BLEU is computed. Entry 0 of an array is about
/// single tokens, entry 3 about 4-grams.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counts {
    /// How many n-grams of the candidate are right, clipped.
    pub right: [usize; 4],
    /// How many n-grams the candidate has.
    pub all: [usize; 4],
    /// How many tokens the candidate has.
    pub candidate: usize,
    /// How many tokens its reference has.
    pub reference: usize,
}

/// Returns the BLEU of all sentences together, from 0 to 1.
///
/// Lengths of n-grams that no candidate has are left out. The result is 0 if no n-gram
/// of one of the other lengths is right, or if all candidates are empty.
pub fn bleu(sentences: &[Counts]) -> f64 {
    //@ solution
    let sum = |of: &dyn Fn(&Counts) -> usize| sentences.iter().map(of).sum::<usize>();
    let (mut logarithms, mut orders) = (0.0, 0);
    for order in 0..4 {
        let (right, all) = (sum(&|c| c.right[order]), sum(&|c| c.all[order]));
        if all > 0 {
            logarithms += (right as f64 / all as f64).ln();
            orders += 1;
        }
    }
    if orders == 0 {
        return 0.0;
    }
    let (candidates, references) = (sum(&|c| c.candidate), sum(&|c| c.reference));
    let penalty = (1.0 - references as f64 / candidates as f64).min(0.0).exp();
    penalty * (logarithms / orders as f64).exp()
    //@ stub todo!("BLEU of {sentences:?}")
    //@ end
}

/// Returns the mean of the BLEU of each sentence alone, and 0 without sentences.
pub fn mean_of_sentences(sentences: &[Counts]) -> f64 {
    //@ solution
    let each = sentences.iter().map(|counts| bleu(&[*counts]));
    each.sum::<f64>() / sentences.len().max(1) as f64
    //@ stub todo!("the mean over {sentences:?}")
    //@ end
}
exercise_solutions::tests!(bleu_of_a_corpus);
