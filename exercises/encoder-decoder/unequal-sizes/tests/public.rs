use attention::Real;
use attention::array::assert_close;
use attention::nn::{Linear, Param};
use attention::tape::{Mode, Tape};
use ndarray::{Array2, Array3, Axis};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use unequal_sizes::start_state;

#[test]
fn shapes_and_range() {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    for (layers, hidden, decoder_layers, decoder_hidden) in
        [(2, 4, 3, 5), (1, 6, 1, 2), (3, 2, 1, 7)]
    {
        let bridge: Vec<Linear> = (0..decoder_layers)
            .map(|_| Linear::new(layers * hidden, decoder_hidden, &mut rng))
            .collect();
        let tape = Tape::new(Mode::Eval, 0);
        let state = tape.constant(Array3::from_elem((layers, 4, hidden), 9.0));
        let start = start_state(&bridge, state);
        let want = [decoder_layers, 4, decoder_hidden];
        assert_eq!(start.shape(), want, "[layers, batch, hidden] of the decoder");
        let largest: Real = start.value().fold(0.0, |a, &b| b.abs().max(a));
        assert!(largest <= 1.0, "an entry has the absolute value {largest}");
    }
}

#[test]
fn a_bridge_that_copies() {
    // Layer 0 of the decoder copies layer 1 of the encoder, and vice versa.
    let copy = |from: usize| Linear {
        weight: Param::new(Array2::from_shape_fn((6, 3), |(row, column)| {
            Real::from(u8::from(row == 3 * from + column))
        })),
        bias: None,
    };
    let state: Array3<Real> =
        Array3::from_shape_fn((2, 4, 3), |(layer, sentence, unit)| {
            (12 * layer + 3 * sentence + unit) as Real / 24.0
        });
    let tape = Tape::new(Mode::Eval, 0);
    let start = start_state(&[copy(1), copy(0)], tape.constant(state.clone()));
    assert_close(&start.value(), &state.select(Axis(0), &[1, 0]).tanh(), 1e-5);
}
