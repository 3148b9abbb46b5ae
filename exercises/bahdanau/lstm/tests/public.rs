use attention::nn::Param;
use attention::tape::{Mode, Tape};
use attention::{Real, assert_near};
use lstm::{Lstm, LstmState};
use ndarray::{Array2, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};

/// Returns a layer of one unit with these biases, and all weights `weight`.
fn one_unit(weight: Real, biases: [Real; 4]) -> Lstm {
    let mut layer = Lstm::new(1, 1, &mut ChaCha8Rng::seed_from_u64(0));
    for linear in [&mut layer.input, &mut layer.hidden] {
        linear.weight = Param::new(Array2::from_elem((1, 4), weight));
        linear.bias = Some(Param::new(ndarray::arr1(&biases) / 2.0));
    }
    layer
}

#[test]
fn one_unit_by_hand() {
    let tape = Tape::new(Mode::Eval, 0);
    let layer = one_unit(0.5, [0.2, -0.4, 0.6, 1.0]);
    let (x, h, c): (Real, Real, Real) = (1.0, -2.0, 0.75);
    let a = 0.5 * x + 0.5 * h;
    let sigmoid = |z: Real| 1.0 / (1.0 + (-z).exp());
    let (i, f) = (sigmoid(a + 0.2), sigmoid(a - 0.4));
    let (g, o) = ((a + 0.6).tanh(), sigmoid(a + 1.0));
    let cell = f * c + i * g;
    let start = LstmState {
        hidden: tape.constant(array![[h]]),
        cell: tape.constant(array![[c]]),
    };
    let next = layer.step(tape.constant(array![[x]]), start);
    assert_near!(next.cell.item(), cell, 1e-5, "c'");
    assert_near!(next.hidden.item(), o * cell.tanh(), 1e-5, "h'");
}

#[test]
fn a_closed_and_an_open_unit() {
    let tape = Tape::new(Mode::Eval, 0);
    let start = LstmState {
        hidden: tape.constant(array![[0.3]]),
        cell: tape.constant(array![[5.0]]),
    };
    let x = tape.constant(array![[0.7]]);
    let keeps = one_unit(0.0, [-90.0, 90.0, 1.0, 90.0]).step(x, start);
    assert_near!(keeps.cell.item(), 5.0, 1e-4, "the cell 5, kept by i = 0 and f = 1");
    let forgets = one_unit(0.0, [90.0, -90.0, -90.0, 90.0]).step(x, start);
    assert_near!(forgets.cell.item(), -1.0, 1e-4, "the cell if f = 0, i = 1, g = -1");
}
