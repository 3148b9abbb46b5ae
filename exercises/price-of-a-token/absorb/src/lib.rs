//! Attention to latents, without keys and values.

use attention::Real;
use ndarray::{Array1, Array2};

/// The parts of one head.
#[derive(Clone, Debug)]
pub struct Head {
    /// The query for the projected keys, `[dim]`
    pub query: Array1<Real>,
    /// The rotated query, `[rotated]`
    pub rotated_query: Array1<Real>,
    /// From latents to keys, `[latent, dim]`
    pub key_up: Array2<Real>,
    /// From latents to values, `[latent, dim]`
    pub value_up: Array2<Real>,
}

/// Returns the outputs of all heads for one query token, concatenated.
///
/// The score of head h and token j is the sum of two dot products, of `query` with
/// `latents[j] · key_up` and of `rotated_query` with `rotated_keys[j]`, divided by the
/// root of `dim + rotated`.
///
/// # Shapes
///
/// `latents`: `[tokens, latent]`, `rotated_keys`: `[tokens, rotated]`. The result:
/// `[heads * dim]`.
pub fn absorbed(
    heads: &[Head],
    latents: &Array2<Real>,
    rotated_keys: &Array2<Real>,
) -> Array1<Real> {
    //@ solution
    use attention::array::softmax;

    let mut outputs = Vec::new();
    for head in heads {
        let width = head.query.len() + head.rotated_query.len();
        let for_latents = head.key_up.dot(&head.query); // [latent]
        let scores = latents.dot(&for_latents) + rotated_keys.dot(&head.rotated_query);
        let weights = softmax(&(scores / (width as Real).sqrt())); // [tokens]
        let mixed = weights.dot(latents); // [latent]
        outputs.extend(mixed.dot(&head.value_up));
    }
    Array1::from(outputs)
    //@ stub todo!("attend with {heads:?} to {latents} and {rotated_keys}")
    //@ end
}
exercise_solutions::tests!(absorb);
