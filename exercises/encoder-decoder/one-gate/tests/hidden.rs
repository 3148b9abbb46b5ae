use super::public::{SEED, Step, copy, random};
use attention::Real;
use attention::array::assert_close;
use attention::nn::{GruLayer, Param};
use attention::tape::{Mode, Tape, Var};
use ndarray::{Array2, Axis, Slice};
use one_gate::{reset_only, update_only};
use rand::{SeedableRng, rngs::ChaCha8Rng};

fn largest_difference(a: Var<'_>, b: Var<'_>) -> Real {
    (a - b).value().fold(0.0, |largest, x| x.abs().max(largest))
}

/// Returns a layer with 2 inputs and 3 hidden units whose gates have this bias.
fn layer_with_bias(bias: Real, rng: &mut ChaCha8Rng) -> GruLayer {
    let layer = GruLayer::new(2, 3, rng);
    let biases: &Param = layer.input.bias.as_ref().expect("a bias");
    let gates = Slice::from(0..6);
    biases.update(|all| all.slice_axis_mut(Axis(0), gates).fill(bias));
    layer
}

#[test]
fn only_the_update_gate_keeps_a_number() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let layer = layer_with_bias(50.0, &mut rng);
    let tape = Tape::new(Mode::Eval, 0);
    let start: Var<'_> = tape.constant(Array2::from_elem((2, 3), 0.9));
    let (mut kept, mut changed) = (start, start);
    for _ in 0..20 {
        let x = tape.constant(random((2, 2), &mut rng));
        kept = update_only(&layer, x, kept);
        changed = reset_only(&layer, x, changed);
    }
    assert_close(&kept.value(), &start.value(), 1e-5);
    let change: Real = largest_difference(changed, start);
    assert!(change > 0.01, "reset_only: after 20 steps, the change is {change}");
}

#[test]
fn only_the_reset_gate_starts_afresh() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let layer = layer_with_bias(-50.0, &mut rng);
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(random((2, 2), &mut rng));
    let states = [(); 2].map(|()| tape.constant(random((2, 3), &mut rng)));
    let [one, other] = states.map(|state| reset_only(&layer, x, state));
    assert_close(&one.value(), &other.value(), 1e-5);
    let [one, other] = states.map(|state| update_only(&layer, x, state));
    let difference: Real = largest_difference(one, other);
    assert!(difference > 1e-4, "update_only: the candidate does not see the state");
}

#[test]
fn the_other_gate_is_not_used() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let layer = GruLayer::new(2, 3, &mut rng);
    let (x, state) = (random((4, 2), &mut rng), random((4, 3), &mut rng));
    for (name, unused, step) in [
        ("update_only", 0..3, update_only as Step),
        ("reset_only", 3..6, reset_only as Step),
    ] {
        let next = |layer: &GruLayer| {
            let tape = Tape::new(Mode::Eval, 0);
            let (x, state) = (tape.constant(x.clone()), tape.constant(state.clone()));
            step(layer, x, state).value().into_owned()
        };
        for gate in [0..3, 3..6] {
            let other = copy(&layer);
            let columns = Slice::from(gate.clone());
            for linear in [&other.input, &other.hidden] {
                let weight = &linear.weight;
                weight.update(|all| all.slice_axis_mut(Axis(1), columns).fill(2.0));
            }
            let same: bool = next(&layer) == next(&other);
            assert_eq!(
                same,
                gate == unused,
                "{name}: after a change of the columns {gate:?}, is the state the same?"
            );
        }
    }
}
