//! Multi-head self-attention for tokens that come one at a time, on plain arrays.

use attention::Real;
use ndarray::{Array1, Array2, ArrayRef1};

/// The four matrices of a layer, each `[hidden, hidden]`, without biases.
#[derive(Clone, Debug)]
pub struct Layer {
    /// From tokens to queries.
    pub query: Array2<Real>,
    /// From tokens to keys.
    pub key: Array2<Real>,
    /// From tokens to values.
    pub value: Array2<Real>,
    /// From the concatenated heads to the output.
    pub output: Array2<Real>,
    /// The number of heads, which divides `hidden`.
    pub heads: usize,
}

/// The projected keys and values of the tokens so far, the oldest first.
#[derive(Clone, Debug)]
pub struct Cache {
    /// `[tokens, hidden]`
    pub keys: Array2<Real>,
    /// `[tokens, hidden]`
    pub values: Array2<Real>,
}

impl Cache {
    /// Creates an empty cache for vectors of `hidden` entries.
    pub fn new(hidden: usize) -> Self {
        Self { keys: Array2::zeros((0, hidden)), values: Array2::zeros((0, hidden)) }
    }

    /// Reads the next token, `[hidden]`, and returns its output, `[hidden]`.
    ///
    /// It attends to the tokens in the cache and to itself. Head h has the columns
    /// `h * dim` to `(h + 1) * dim` of queries, keys, and values, where `dim` is
    /// `hidden / heads`.
    pub fn step(&mut self, layer: &Layer, token: &ArrayRef1<Real>) -> Array1<Real> {
        //@ solution
        use attention::array::softmax;
        use ndarray::{Axis, Slice};

        let rows = "a row of hidden numbers";
        self.keys.push_row(token.dot(&layer.key).view()).expect(rows);
        self.values.push_row(token.dot(&layer.value).view()).expect(rows);
        let query = token.dot(&layer.query); // [hidden]
        let dim = query.len() / layer.heads;
        let mut joined = Array1::zeros(query.len());
        for head in 0..layer.heads {
            let columns = Slice::from(head * dim..(head + 1) * dim);
            let query = query.slice_axis(Axis(0), columns); // [dim]
            let keys = self.keys.slice_axis(Axis(1), columns); // [tokens, dim]
            let values = self.values.slice_axis(Axis(1), columns);
            let weights = softmax(&(keys.dot(&query) / (dim as Real).sqrt()));
            joined.slice_axis_mut(Axis(0), columns).assign(&weights.dot(&values));
        }
        joined.dot(&layer.output)
        //@ stub todo!("read {token} after {self:?} with {layer:?}")
        //@ end
    }

    /// Drops all tokens but the last `tokens`, or none if there are no more.
    pub fn keep_last(&mut self, tokens: usize) {
        //@ solution
        use ndarray::{Axis, Slice};

        let start = self.keys.nrows().saturating_sub(tokens);
        for rows in [&mut self.keys, &mut self.values] {
            *rows = rows.slice_axis(Axis(0), Slice::from(start..)).to_owned();
        }
        //@ stub todo!("keep {tokens} tokens of {self:?}")
        //@ end
    }
}
exercise_solutions::tests!(your_own_cache);
