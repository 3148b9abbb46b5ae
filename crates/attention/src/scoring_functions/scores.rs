//! Scores of all pairs of a query and a key, on plain arrays.

use ndarray::{Array1, Array2, Axis};

use crate::Real;

/// Returns the dot product of each query with each key, S = Q Kᵀ.
#[track_caller]
// ANCHOR: dot_scores
pub fn dot_scores(
    queries: &Array2<Real>,
    keys: &Array2<Real>,
) -> Array2<Real> {
    same_dim("dot_scores", queries, keys);
    queries.dot(&keys.t()) // [queries, dim] x [dim, keys]
}
// ANCHOR_END: dot_scores

/// Returns the dot product of each query with each key, divided by the square root of their size,
/// S = Q Kᵀ / √d.
///
/// Queries and keys of size 0 have scores of 0.
///
/// # Source
///
/// Vaswani et al. (2017), *Attention is all you need*, Equation 1.
#[track_caller]
// ANCHOR: scaled_dot_scores
pub fn scaled_dot_scores(
    queries: &Array2<Real>,
    keys: &Array2<Real>,
) -> Array2<Real> {
    same_dim("scaled_dot_scores", queries, keys);
    // [queries, dim]
    let scaled = queries / (queries.ncols() as Real).sqrt();
    scaled.dot(&keys.t())
}
// ANCHOR_END: scaled_dot_scores

/// Returns the dot product of each query, multiplied by a matrix, with each key, S = Q M Kᵀ.
///
/// # Source
///
/// Luong, Pham, and Manning (2015), *Effective approaches to attention-based neural machine
/// translation*, Equation 8, where the score is called *general*.
///
/// # Example
///
/// ```
/// use attention::scoring_functions::bilinear_scores;
/// use ndarray::array;
///
/// let matrix = array![[1.0, 0.0, 2.0], [0.0, 1.0, 0.0]];
/// let scores = bilinear_scores(&array![[1.0, 10.0]], &matrix, &array![[1.0, 2.0, 3.0]]);
/// assert_eq!(scores, array![[27.0]]);
/// ```
#[track_caller]
// ANCHOR: bilinear_scores
pub fn bilinear_scores(
    queries: &Array2<Real>, // [queries, query_dim]
    matrix: &Array2<Real>,  // [query_dim, key_dim]
    keys: &Array2<Real>,    // [keys, key_dim]
) -> Array2<Real> {
    assert!(
        matrix.dim() == (queries.ncols(), keys.ncols()),
        "bilinear_scores: {:?} x {:?} x {:?}: the sizes do not fit",
        queries.shape(),
        matrix.shape(),
        keys.shape()
    );
    queries.dot(matrix).dot(&keys.t())
}
// ANCHOR_END: bilinear_scores

/// Returns the logarithm of the Gaussian kernel of width 1 for each query and each key, sᵢⱼ =
/// -|qᵢ - kⱼ|² / 2.
#[track_caller]
// ANCHOR: gaussian_scores
pub fn gaussian_scores(
    queries: &Array2<Real>,
    keys: &Array2<Real>,
) -> Array2<Real> {
    same_dim("gaussian_scores", queries, keys);
    let pair = |(query, key)| {
        let difference = &queries.row(query) - &keys.row(key);
        -difference.dot(&difference) / 2.0
    };
    Array2::from_shape_fn((queries.nrows(), keys.nrows()), pair)
}
// ANCHOR_END: gaussian_scores

/// The parameters of additive scores: two projections to the same size, and a weight for each entry
/// of their sum.
// ANCHOR: additive_weights
#[derive(Clone, Debug, PartialEq)]
pub struct AdditiveWeights {
    /// `[query_dim, hidden]`
    pub query: Array2<Real>,
    /// `[key_dim, hidden]`
    pub key: Array2<Real>,
    /// `[hidden]`
    pub score: Array1<Real>,
}
// ANCHOR_END: additive_weights

/// Returns the additive score of each query and each key, sᵢⱼ = wᵀ tanh(W_q qᵢ + W_k kⱼ).
///
/// This function allocates an array `[queries, keys, hidden]`, which
/// [`tape::fused_additive_scores`](crate::tape::fused_additive_scores) avoids for queries and keys
/// that are already projected.
///
/// # Source
///
/// Bahdanau, Cho, and Bengio (2015), *Neural machine translation by jointly learning to align and
/// translate*, Appendix A.1.2.
#[track_caller]
// ANCHOR: additive_scores
pub fn additive_scores(
    queries: &Array2<Real>, // [queries, query_dim]
    keys: &Array2<Real>,    // [keys, key_dim]
    weights: &AdditiveWeights,
) -> Array2<Real> {
    weights.check(queries, keys);
    let queries = queries.dot(&weights.query); // [queries, hidden]
    let keys = keys.dot(&weights.key); // [keys, hidden]
    let queries = queries.insert_axis(Axis(1)); // [queries, 1, hidden]
    let keys = keys.insert_axis(Axis(0)); // [1, keys, hidden]
    let sums = &queries + &keys; // [queries, keys, hidden]
    // [queries, keys, hidden]
    let weighted = sums.mapv(Real::tanh) * &weights.score;
    weighted.sum_axis(Axis(2)) // [queries, keys]
}
// ANCHOR_END: additive_scores

impl AdditiveWeights {
    #[track_caller]
    fn check(&self, queries: &Array2<Real>, keys: &Array2<Real>) {
        let hidden = self.score.len();
        assert!(
            self.query.dim() == (queries.ncols(), hidden)
                && self.key.dim() == (keys.ncols(), hidden),
            "additive_scores: {:?} x {:?} with weights {:?}, {:?}, and {:?}: the sizes do not fit",
            queries.shape(),
            keys.shape(),
            self.query.shape(),
            self.key.shape(),
            self.score.shape()
        );
    }
}

#[track_caller]
fn same_dim(
    operation: &str,
    queries: &Array2<Real>,
    keys: &Array2<Real>,
) {
    let (dim, key_dim) = (queries.ncols(), keys.ncols());
    assert!(
        dim == key_dim,
        "{operation}: {:?} x {:?}: queries have {dim} entries and keys {key_dim}",
        queries.shape(),
        keys.shape()
    );
}
