use attention::Real;
use attention::array::assert_close;
use attention::nn::{Linear, Module};
use attention::tape::{Mode, Tape};
use ndarray::{Array3, Axis};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use unequal_sizes::{bridge_parameters, start_state};

//@ param hidden
const DECODER_HIDDEN: usize = 48;

fn bridge(
    layers: usize,
    [inputs, outputs]: [usize; 2],
    rng: &mut ChaCha8Rng,
) -> Vec<Linear> {
    let linear = |_| {
        let linear = Linear::new(inputs, outputs, rng);
        let bias = linear.bias.as_ref().expect("a bias");
        bias.update(|bias| bias.mapv_inplace(|_| rng.random_range(-0.5..0.5)));
        linear
    };
    (0..layers).map(linear).collect()
}

fn random(shape: (usize, usize, usize), rng: &mut ChaCha8Rng) -> Array3<Real> {
    Array3::from_shape_fn(shape, |_| rng.random_range(-1.0..1.0))
}

#[test]
fn agrees_with_a_loop() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for (layers, batch, hidden, decoder_layers) in
        [(3, 2, 4, 2), (1, 5, 3, 2), (2, 1, 2, 4)]
    {
        let bridge = bridge(decoder_layers, [layers * hidden, 5], &mut rng);
        let state = random((layers, batch, hidden), &mut rng);
        let mut want: Array3<Real> = Array3::zeros((decoder_layers, batch, 5));
        for ((layer, sentence, unit), want) in want.indexed_iter_mut() {
            let weight = bridge[layer].weight.value();
            let bias = bridge[layer].bias.as_ref().expect("a bias").value();
            let states = state.index_axis(Axis(1), sentence);
            let joined = states.iter().zip(weight.index_axis(Axis(1), unit));
            let sum: Real = joined.map(|(state, weight)| state * weight).sum();
            *want = (sum + bias[[unit]]).tanh();
        }
        let tape = Tape::new(Mode::Eval, 0);
        let got = start_state(&bridge, tape.constant(state)).value();
        assert_close(&got, &want, 1e-4);
    }
}

#[test]
fn sentences_stay_apart() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let bridge = bridge(2, [2 * 3, 4], &mut rng);
    let state = random((2, 4, 3), &mut rng);
    let start = |state: &Array3<Real>| {
        let tape = Tape::new(Mode::Eval, 0);
        start_state(&bridge, tape.constant(state.clone())).value().into_owned()
    };
    let before = start(&state);
    for changed in 0..4 {
        let mut other = state.clone();
        other.index_axis_mut(Axis(1), changed).fill(0.9);
        let after = start(&other);
        for sentence in 0..4 {
            let [old, new] =
                [&before, &after].map(|starts| starts.index_axis(Axis(1), sentence));
            let same: bool = old == new;
            assert_eq!(
                same,
                sentence != changed,
                "after a change of sentence {changed}, does {sentence} start as before?"
            );
        }
    }
}

#[test]
fn the_number_of_parameters() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let bridge = bridge(3, [2 * 64, DECODER_HIDDEN], &mut rng);
    let want: usize = bridge.iter().map(Module::param_count).sum();
    assert_eq!(bridge_parameters(), want, "for {DECODER_HIDDEN} units of the decoder");
}
