use attention::{Real, array::softmax, nn::SinusoidalPositions, nn::init::normal};
use ndarray::Array2;
use rand::{SeedableRng, rngs::ChaCha8Rng};
use same_token_twice::twin_gap;

fn tokens() -> Array2<Real> {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    normal((6, 8), 1.0, &mut rng)
}

fn self_attention(x: &Array2<Real>) -> Array2<Real> {
    softmax(&(x.dot(&x.t()) / (x.ncols() as Real).sqrt())).dot(x)
}

#[test]
fn no_positions_no_gap() {
    for (first, second) in [(0, 5), (3, 2)] {
        let gap: Real = twin_gap(&self_attention, &tokens(), first, second);
        assert!(gap.abs() < 1e-5, "rows {first} and {second}: {gap}");
    }
}

#[test]
fn positions_make_a_gap() {
    let positions = SinusoidalPositions::new(8).rows(0, 6);
    let layer = |x: &Array2<Real>| self_attention(&(x + &positions));
    for (first, second) in [(0, 5), (3, 2)] {
        let gap: Real = twin_gap(&layer, &tokens(), first, second);
        assert!(gap > 0.02, "rows {first} and {second}: {gap}");
    }
}
