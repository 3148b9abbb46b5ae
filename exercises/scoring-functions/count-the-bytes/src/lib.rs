//! The cost of scores, counted before anything runs.

/// A kind of score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// The dot product.
    Dot,
    /// The bilinear score, with a matrix `[dim, dim]`.
    Bilinear,
    /// The additive score, in the form that makes an array with three axes.
    Additive,
}

/// The sizes of one example. All are at least 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counts {
    /// The number of queries.
    pub queries: usize,
    /// The number of keys.
    pub keys: usize,
    /// The size of each query and of each key.
    pub dim: usize,
    /// The hidden size of the additive score; the others do not use it.
    pub hidden: usize,
}

/// The cost of the scores of one example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Multiplications in products of matrices and vectors.
    pub multiplications: usize,
    /// Entries to which a tanh is applied.
    pub tanh: usize,
    /// Four for each entry of the given and intermediate arrays and of the scores.
    pub bytes: usize,
}

/// Returns the cost of all scores of one example.
pub fn cost(score: Score, counts: Counts) -> Cost {
    let Counts { queries, keys, dim, hidden } = counts;
    //@ solution
    let vectors = queries * dim + keys * dim;
    let scores = queries * keys;
    let (multiplications, tanh, numbers) = match score {
        Score::Dot => (scores * dim, 0, vectors + scores),
        Score::Bilinear => {
            let between = queries * dim;
            let numbers = vectors + dim * dim + between + scores;
            (between * dim + scores * dim, 0, numbers)
        }
        Score::Additive => {
            let (given, sums) = (2 * dim * hidden + hidden, scores * hidden);
            let mapped = queries * hidden + keys * hidden;
            let numbers = vectors + given + mapped + sums + scores;
            (mapped * dim + sums, sums, numbers)
        }
    };
    Cost { multiplications, tanh, bytes: 4 * numbers }
    //@ stub todo!("the cost of {score:?} for {queries}, {keys}, {dim}, and {hidden}")
    //@ end
}

/// Returns the largest `hidden` for which the additive score takes no more
/// multiplications than the dot product; 0 if there is none.
pub fn largest_hidden(queries: usize, keys: usize, dim: usize) -> usize {
    //@ solution
    queries * keys * dim / (queries * dim + keys * dim + queries * keys)
    //@ stub todo!("a number made of {queries}, {keys}, and {dim}")
    //@ end
}
exercise_solutions::tests!(count_the_bytes);
