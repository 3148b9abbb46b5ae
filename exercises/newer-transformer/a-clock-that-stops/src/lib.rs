//! A rotary layer that remembers the last tokens only.

use attention::{Real, array::softmax};
use ndarray::{Array1, ArrayRef1};
use std::collections::VecDeque;

/// Rotates the pairs of neighbors of `x`, `[dim]`, by `position` times their angle.
pub fn rotate(x: &ArrayRef1<Real>, position: usize) -> Array1<Real> {
    let dim = x.len();
    let mut rotated = Array1::zeros(dim);
    for pair in 0..dim / 2 {
        let frequency = (100.0 as Real).powf(-2.0 * pair as Real / dim as Real);
        let (sin, cos) = (position as Real * frequency).sin_cos();
        let (x, y) = (x[2 * pair], x[2 * pair + 1]);
        rotated[2 * pair] = x * cos - y * sin;
        rotated[2 * pair + 1] = x * sin + y * cos;
    }
    rotated
}

/// The rotated keys and the values of the last tokens.
#[derive(Clone, Debug)]
pub struct WindowCache {
    window: usize,
    /// The number of tokens that were read.
    read: usize,
    /// At most `window` keys, `[dim]`, the oldest first.
    keys: VecDeque<Array1<Real>>,
    /// Their values, `[value_dim]`.
    values: VecDeque<Array1<Real>>,
}

impl WindowCache {
    /// Creates an empty cache for `window` tokens, at least 1.
    pub fn new(window: usize) -> Self {
        let (keys, values) = (VecDeque::new(), VecDeque::new());
        WindowCache { window, read: 0, keys, values }
    }

    /// Returns the number of tokens that were read.
    pub fn read(&self) -> usize {
        self.read
    }

    /// Reads the next token: returns the weights of the keys in the window, the oldest
    /// first, and the output.
    pub fn step(
        &mut self,
        query: &ArrayRef1<Real>,
        key: &ArrayRef1<Real>,
        value: &ArrayRef1<Real>,
    ) -> (Array1<Real>, Array1<Real>) {
        if self.keys.len() == self.window {
            self.keys.pop_front();
            self.values.pop_front();
        }
        //@ solution
        let position = self.read;
        //@ stub let position = self.keys.len();
        //@ end
        self.read += 1;
        self.keys.push_back(rotate(key, position));
        self.values.push_back(value.to_owned());
        let query = rotate(query, position);
        let scale = (query.len() as Real).sqrt();
        let scores: Array1<Real> =
            self.keys.iter().map(|key| key.dot(&query) / scale).collect();
        let weights = softmax(&scores);
        let mut output = Array1::zeros(value.len());
        for (weight, value) in weights.iter().zip(&self.values) {
            output.scaled_add(*weight, value);
        }
        (weights, output)
    }
}
exercise_solutions::tests!(a_clock_that_stops);
