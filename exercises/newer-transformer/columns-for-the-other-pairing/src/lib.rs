//! Weights trained with interleaved pairs, for a program with half-split pairs.

use attention::Real;
use ndarray::{Array2, Axis};

/// The projections of an attention layer with rotary positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Projections {
    /// `[hidden, heads * dim]`.
    pub query: Array2<Real>,
    /// `[hidden, key_heads * dim]`.
    pub key: Array2<Real>,
    /// `[hidden, key_heads * dim]`.
    pub value: Array2<Real>,
    /// The number of query heads, a multiple of the number of key heads.
    pub heads: usize,
}

/// Returns the layer whose scores with half-split pairs equal the scores of `layer`
/// with interleaved pairs.
pub fn to_half_split(layer: &Projections) -> Projections {
    //@ solution
    let dim = layer.query.ncols() / layer.heads;
    let reorder = |weights: &Array2<Real>| {
        let source = |column: usize| {
            let (head, entry) = (column / dim, column % dim);
            head * dim + entry * 2 % dim + entry * 2 / dim
        };
        let columns: Vec<usize> = (0..weights.ncols()).map(source).collect();
        weights.select(Axis(1), &columns)
    };
    Projections {
        query: reorder(&layer.query),
        key: reorder(&layer.key),
        ..layer.clone()
    }
    //@ stub let _ = Axis(1);
    //@ stub todo!("reorder columns of {layer:?}")
    //@ end
}
exercise_solutions::tests!(columns_for_the_other_pairing);
