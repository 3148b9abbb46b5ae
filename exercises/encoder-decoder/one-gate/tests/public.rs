use attention::Real;
use attention::array::assert_close;
use attention::nn::{Dropout, Gru, GruLayer, Linear, Param};
use attention::tape::{Mode, Tape, Var};
use ndarray::{Array2, ArrayD, Axis, Slice};
use one_gate::{reset_only, update_only};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

pub const SEED: u64 = 7;

pub fn random(shape: (usize, usize), rng: &mut ChaCha8Rng) -> Array2<Real> {
    Array2::from_shape_fn(shape, |_| rng.random_range(-1.0..1.0))
}

/// Copies the parameters, which a clone would share.
pub fn copy(layer: &GruLayer) -> GruLayer {
    let copy = |linear: &Linear| Linear {
        weight: Param::new(linear.weight.value()),
        bias: linear.bias.as_ref().map(|bias| Param::new(bias.value())),
    };
    GruLayer { input: copy(&layer.input), hidden: copy(&layer.hidden) }
}

/// Returns a step of the full unit, in which one gate (0 is reset, 1 is update) has a
/// bias.
fn full(
    layer: &GruLayer,
    (gate, bias): (usize, Real),
    x: &Array2<Real>,
    state: &Array2<Real>,
) -> ArrayD<Real> {
    let layer = copy(layer);
    let columns = Slice::from(gate * state.ncols()..(gate + 1) * state.ncols());
    let biases = layer.input.bias.as_ref().expect("a bias");
    biases.update(|all| all.slice_axis_mut(Axis(0), columns).fill(bias));
    let gru = Gru { layers: vec![layer], dropout: Dropout::off() };
    let tape = Tape::new(Mode::Eval, 0);
    let state = tape.constant(state.clone()).insert_axis(0);
    gru.step(tape.constant(x.clone()), state).outputs.value().into_owned()
}

fn compare(step: Step, open: (usize, Real)) {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    for (batch, inputs, hidden) in [(1, 1, 1), (3, 2, 4)] {
        let layer = GruLayer::new(inputs, hidden, &mut rng);
        for linear in [&layer.input, &layer.hidden] {
            let bias = linear.bias.as_ref().expect("a bias");
            bias.update(|bias| bias.mapv_inplace(|_| rng.random_range(-0.5..0.5)));
        }
        let [x, state] =
            [inputs, hidden].map(|columns| random((batch, columns), &mut rng));
        let want = full(&layer, open, &x, &state);
        let tape = Tape::new(Mode::Eval, 0);
        let got: Var<'_> = step(&layer, tape.constant(x), tape.constant(state));
        assert_close(&got.value(), &want, 1e-5);
    }
}

pub type Step = for<'t> fn(&GruLayer, Var<'t>, Var<'t>) -> Var<'t>;

#[test]
fn an_open_reset_gate_changes_nothing() {
    compare(update_only, (0, 50.0));
}

#[test]
fn an_open_update_gate_changes_nothing() {
    compare(reset_only, (1, -50.0));
}
