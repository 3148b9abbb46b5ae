use attention::nn::SinusoidalPositions;
use attention::nn::init::normal;
use attention::tape::{Mode, Tape, attend};
use attention::{Real, array::assert_close, mask::Mask};
use ndarray::{Array1, Array2, Axis, array};
use one_token_at_a_time::Decoder;
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn agrees_with_the_whole_sequence() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for dim in [1, 4, 7] {
        let tokens: Array2<Real> = normal((6, dim), 1.0, &mut rng);
        let tape = Tape::new(Mode::Eval, 0);
        let x = tape.constant(&tokens + &SinusoidalPositions::new(dim).rows(0, 6));
        let whole = attend(x, x, x, &Mask::causal(), 0.0).output.value();
        let mut decoder = Decoder::new(dim);
        for (i, token) in tokens.rows().into_iter().enumerate() {
            let got: Array1<Real> = decoder.step(&token);
            assert_close(&got, &whole.index_axis(Axis(0), i), 1e-4);
        }
    }
}

#[test]
fn equal_tokens_at_two_positions() {
    let token: Array1<Real> = array![0.3, -0.2, 0.1, 0.5];
    let mut decoder = Decoder::new(4);
    let first: Array1<Real> = decoder.step(&token);
    let second: Array1<Real> = decoder.step(&token);
    let gap = (&first - &second).fold(0.0, |most: Real, gap| most.max(gap.abs()));
    assert!(gap > 0.05, "the same token at two positions: {first} and {second}");
}
