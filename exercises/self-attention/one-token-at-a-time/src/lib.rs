//! Self-attention for tokens that arrive one at a time.

use attention::{Real, array::softmax, nn::SinusoidalPositions};
use ndarray::{Array1, Array2, ArrayRef1};

/// Causal self-attention that remembers the tokens it has seen.
pub struct Decoder {
    positions: SinusoidalPositions,
    /// The tokens so far, with their positions added: `[tokens, dim]`.
    seen: Array2<Real>,
}

impl Decoder {
    /// Creates a decoder for tokens of `dim` entries that has seen none.
    pub fn new(dim: usize) -> Self {
        Self { positions: SinusoidalPositions::new(dim), seen: Array2::zeros((0, dim)) }
    }

    /// Returns the output for the next token, which looks at itself and all tokens
    /// before it.
    ///
    /// `[dim]` to `[dim]`.
    pub fn step(&mut self, token: &ArrayRef1<Real>) -> Array1<Real> {
        //@ solution
        let position = self.positions.rows(self.seen.nrows(), 1);
        //@ stub let position = self.positions.rows(0, 1);
        //@ end
        let x = token.to_owned() + position.row(0); // [dim]
        self.seen.push_row(x.view()).expect("a row of dim numbers");
        let scores = self.seen.dot(&x) / (x.len() as Real).sqrt(); // [tokens]
        softmax(&scores).dot(&self.seen)
    }
}
exercise_solutions::tests!(one_token_at_a_time);
