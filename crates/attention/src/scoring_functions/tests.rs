use super::*;
use crate::Real;
use crate::array::assert_close;
use crate::nn::init::normal;
use ndarray::Array2;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

fn random(shape: (usize, usize), seed: u64) -> Array2<Real> {
    normal(shape, 1.0, &mut ChaCha8Rng::seed_from_u64(seed))
}

#[test]
fn a_bilinear_score_with_the_identity_is_the_dot_product() {
    let (queries, keys) = (random((3, 4), 1), random((5, 4), 2));
    let bilinear = bilinear_scores(&queries, &Array2::eye(4), &keys);
    assert_close(&bilinear, &dot_scores(&queries, &keys), 1e-6);
}

#[test]
fn the_scale_is_the_root_of_dim() {
    let (queries, keys) = (random((3, 16), 1), random((5, 16), 2));
    let scaled = scaled_dot_scores(&queries, &keys) * 4.0;
    assert_close(&scaled, &dot_scores(&queries, &keys), 1e-6);
}
