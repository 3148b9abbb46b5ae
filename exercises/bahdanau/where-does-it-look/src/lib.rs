//! From a map of weights to one source token for each target token.

use attention::Real;
use ndarray::Array2;

/// Returns, for each query, the key with the largest weight; the first of several equal
/// ones.
///
/// # Shapes
///
/// `weights`: `[queries, keys]`, with at least one key. The result has one key for each
/// query.
pub fn alignment(weights: &Array2<Real>) -> Vec<usize> {
    //@ solution
    let first_largest = |best: (usize, Real), next: (usize, Real)| {
        if next.1 > best.1 { next } else { best }
    };
    let rows = weights.outer_iter().map(|row| {
        let places = row.into_iter().copied().enumerate();
        places.reduce(first_largest).map_or(0, |(key, _)| key)
    });
    rows.collect()
    //@ stub todo!("a key for each row of {weights}")
    //@ end
}

/// Returns the share of the queries with links whose [`alignment`] is one of their
/// links.
///
/// `None` if no query has a link.
///
/// # Shapes
///
/// `weights`: `[queries, keys]`; `links`: any number of pairs `(query, key)`.
pub fn agreement(weights: &Array2<Real>, links: &[(usize, usize)]) -> Option<f64> {
    //@ solution
    let (mut linked, mut agreeing) = (0, 0);
    for (query, key) in alignment(weights).into_iter().enumerate() {
        let mut of_query = links.iter().filter(|link| link.0 == query).peekable();
        if of_query.peek().is_some() {
            linked += 1;
            agreeing += usize::from(of_query.any(|link| link.1 == key));
        }
    }
    (linked > 0).then(|| agreeing as f64 / linked as f64)
    //@ stub todo!("compare {weights} with {links:?}")
    //@ end
}
exercise_solutions::tests!(where_does_it_look);
