//! Attention without a softmax, whose memory does not grow.

use attention::Real;
use ndarray::{Array1, Array2, ArrayRef1};

/// Two sums over the tokens so far.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The sum of the products of features and values, `[dim, value_dim]`.
    pub pairs: Array2<Real>,
    /// The sum of the features of the keys, `[dim]`.
    pub features: Array1<Real>,
}

/// Returns a feature for each entry of a query or a key, all above 0: `x + 1` above 0,
/// and `exp(x)` below.
pub fn features(x: &ArrayRef1<Real>) -> Array1<Real> {
    x.mapv(|x| if x > 0.0 { x + 1.0 } else { x.exp() })
}

impl Summary {
    /// Creates a summary of no tokens.
    pub fn new(dim: usize, value_dim: usize) -> Self {
        Self { pairs: Array2::zeros((dim, value_dim)), features: Array1::zeros(dim) }
    }

    /// Adds a token, and returns its output, `[value_dim]`.
    ///
    /// It attends to the tokens so far and to itself. The weight of each is the dot
    /// product of the features of the query and of its key, divided by the sum of these
    /// products. `query` and `key` are `[dim]`, `value` is `[value_dim]`.
    pub fn step(
        &mut self,
        query: &ArrayRef1<Real>,
        key: &ArrayRef1<Real>,
        value: &ArrayRef1<Real>,
    ) -> Array1<Real> {
        //@ solution
        use ndarray::Axis;

        let key = features(key); // [dim]
        let query = features(query);
        let column = key.view().insert_axis(Axis(1)); // [dim, 1]
        self.pairs += &(&column * &value.view()); // [dim, value_dim]
        self.features += &key;
        query.dot(&self.pairs) / query.dot(&self.features)
        //@ stub todo!("{query}, {key} and {value} after {self:?}")
        //@ end
    }
}

/// Returns the multiplications of the scores and the mixtures of one head for a whole
/// text in which each token attends to itself and all tokens before it: with stored
/// keys and values, and with a [`Summary`].
///
/// Divisions, powers, and the features are not counted. `dim` is the width of queries,
/// keys, and values.
pub fn multiplications(steps: u64, dim: u64) -> (u64, u64) {
    //@ solution
    let stored = steps * (steps + 1) * dim; // t keys, t values: 2 * t * dim
    let summary = steps * (2 * dim * dim + dim);
    (stored, summary)
    //@ stub todo!("{steps} steps, {dim} numbers")
    //@ end
}
exercise_solutions::tests!(cheaper_attention);
