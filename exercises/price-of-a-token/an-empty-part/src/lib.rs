//! Attention of one query to keys in several parts.

/// The summary of a part of the keys that suffices to merge it with other parts.
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    /// The largest score, minus infinity if all keys are masked.
    pub max: f64,
    /// The sum of all `e^(score - max)`.
    pub sum: f64,
    /// The sum of all `e^(score - max) * value`.
    pub mixed: f64,
}

/// `e^(score - max)`, where `max` is at least `score`.
fn exponential(score: f64, max: f64) -> f64 {
    //@ solution
    if score == f64::NEG_INFINITY { 0.0 } else { (score - max).exp() }
    //@ stub (score - max).exp()
    //@ end
}

/// Summarizes a part with as many values as scores; a masked key has the score minus
/// infinity.
pub fn summarize(scores: &[f64], values: &[f64]) -> Summary {
    let max = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let exponentials = scores.iter().map(|&score| exponential(score, max));
    let mixed = exponentials.clone().zip(values).map(|(e, value)| e * value);
    Summary { max, sum: exponentials.sum(), mixed: mixed.sum() }
}

/// Returns the summary of both parts together.
pub fn merge(one: Summary, other: Summary) -> Summary {
    let max = one.max.max(other.max);
    let [first, second] = [one, other].map(|part| exponential(part.max, max));
    Summary {
        max,
        sum: one.sum * first + other.sum * second,
        mixed: one.mixed * first + other.mixed * second,
    }
}

/// Returns the output for scores and values in any number of parts, 0 if all keys are
/// masked.
pub fn attend(parts: &[(Vec<f64>, Vec<f64>)]) -> f64 {
    let summaries = parts.iter().map(|(scores, values)| summarize(scores, values));
    match summaries.reduce(merge) {
        Some(all) if all.sum != 0.0 => all.mixed / all.sum,
        _ => 0.0,
    }
}
exercise_solutions::tests!(an_empty_part);
