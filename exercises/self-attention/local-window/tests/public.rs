use attention::nn::init::normal;
use attention::tape::{Mode, Tape, attend};
use attention::{Real, array::assert_close, mask::Mask};
use local_window::local_attention;
use ndarray::Array2;
use rand::{SeedableRng, rngs::ChaCha8Rng};

//@ param seed
const SEED: u64 = 61;

#[test]
fn agrees_with_a_mask() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let x: Array2<Real> = normal((12, 4), 1.0, &mut rng);
    for width in [1, 2, 5, 20] {
        let tape = Tape::new(Mode::Eval, 0);
        let v = tape.constant(x.clone());
        let want = attend(v, v, v, &Mask::window(width, width), 0.0).output.value();
        let got: Array2<Real> = local_attention(&x, &x, &x, width, width);
        assert_close(&got, &want, 1e-4);
    }
}

#[test]
fn a_window_of_one_returns_the_values() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let x: Array2<Real> = normal((5, 3), 1.0, &mut rng);
    assert_close(&local_attention(&x, &x, &x, 0, 0), &x, 1e-6);
}
