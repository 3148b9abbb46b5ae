//! Both orders of attention to latent vectors.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::array::assert_close;
use crate::nn::init;
use crate::price_of_a_token::LatentHead;

#[test]
fn absorbed_projections_equal_expanded_ones() {
    let rng = &mut ChaCha8Rng::seed_from_u64(0);
    let head = LatentHead {
        key: init::normal((6, 4), 1.0, rng),
        value: init::normal((6, 3), 1.0, rng),
    };
    let queries = init::normal((2, 4), 1.0, rng);
    let latents = init::normal((7, 6), 1.0, rng);
    let expanded = head.expanded(&queries, &latents);
    assert_close(&head.absorbed(&queries, &latents), &expanded, 1e-5);
}
