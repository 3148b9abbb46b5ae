//! What scores cost, counted before anything runs.

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
    /// How many queries there are.
    pub queries: usize,
    /// How many keys there are.
    pub keys: usize,
    /// The size of each query and of each key.
    pub dim: usize,
    /// The hidden numbers of the additive score; the others do not use it.
    pub hidden: usize,
}

/// What the scores of one example cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Multiplications in products of matrices and vectors.
    pub multiplications: usize,
    /// Numbers that go through a tanh.
    pub tanh: usize,
    /// Four for each number in what is given, in between, and in the scores.
    pub bytes: usize,
}

/// The cost of all scores of one example.
pub fn cost(score: Score, counts: Counts) -> Cost {
    let Counts {
        queries,
        keys,
        dim,
        hidden,
    } = counts;
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
    Cost {
        multiplications,
        tanh,
        bytes: 4 * numbers,
    }
    //@ stub todo!("the cost of {score:?} for {queries}, {keys}, {dim} and {hidden}")
    //@ end
}

/// The largest `hidden` for which the additive score takes no more multiplications
/// than the dot product; 0 if there is none.
pub fn largest_hidden(queries: usize, keys: usize, dim: usize) -> usize {
    //@ solution
    queries * keys * dim / (queries * dim + keys * dim + queries * keys)
    //@ stub todo!("a number made of {queries}, {keys} and {dim}")
    //@ end
}
//@ instructor

extern crate self as count_the_bytes;
#[path = "../tests/hidden.rs"]
mod hidden;
#[path = "../tests/public.rs"]
mod public;
//@ end
