use attention::Real;
use attention::array::assert_close;
use attention::nn::init::normal;
use attention::tape::{Mode, Tape};
use lstm::{Lstm, LstmState};
use ndarray::{Array1, Array2, ArrayD, Ix1, Ix2, s};
use rand::{SeedableRng, rngs::ChaCha8Rng};

/// Returns a layer whose biases are also random.
fn layer(inputs: usize, hidden: usize, rng: &mut ChaCha8Rng) -> Lstm {
    let layer = Lstm::new(inputs, hidden, rng);
    for linear in [&layer.input, &layer.hidden] {
        let random = normal(4 * hidden, 1.0, rng);
        let bias = linear.bias.as_ref().expect("it has a bias");
        bias.update(|bias| bias.assign(&random));
    }
    layer
}

#[test]
fn agrees_with_four_loops() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (batch, inputs, hidden) = (2, 3, 4);
    let layer = layer(inputs, hidden, &mut rng);
    let x = normal((batch, inputs), 1.0, &mut rng);
    let [h, c] = [(); 2].map(|()| normal((batch, hidden), 1.0, &mut rng));
    let matrix = |value: &attention::nn::Param| -> Array2<Real> {
        value.value().to_owned().into_dimensionality::<Ix2>().expect("a matrix")
    };
    let (w, u) = (matrix(&layer.input.weight), matrix(&layer.hidden.weight));
    let mut bias = Array1::<Real>::zeros(4 * hidden);
    for linear in [&layer.input, &layer.hidden] {
        let value = linear.bias.as_ref().expect("it has a bias").value().to_owned();
        bias += &value.into_dimensionality::<Ix1>().expect("a vector");
    }
    let sigmoid = |z: Real| 1.0 / (1.0 + (-z).exp());
    let (mut hidden_want, mut cell_want) = (h.clone(), c.clone());
    for row in 0..batch {
        for unit in 0..hidden {
            let [i, f, g, o] = [0, 1, 2, 3].map(|gate| {
                let column = gate * hidden + unit;
                bias[column]
                    + x.row(row).dot(&w.column(column))
                    + h.row(row).dot(&u.column(column))
            });
            let cell = sigmoid(f) * c[[row, unit]] + sigmoid(i) * g.tanh();
            cell_want[[row, unit]] = cell;
            hidden_want[[row, unit]] = sigmoid(o) * cell.tanh();
        }
    }
    let tape = Tape::new(Mode::Eval, 0);
    let start = LstmState { hidden: tape.constant(h), cell: tape.constant(c) };
    let next = layer.step(tape.constant(x), start);
    assert_close(&next.cell.value(), &cell_want, 1e-4);
    assert_close(&next.hidden.value(), &hidden_want, 1e-4);
}

#[test]
fn padding_changes_neither_state() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let layer = layer(2, 3, &mut rng);
    let lens = [2, 5, 1];
    let tape = Tape::new(Mode::Eval, 0);
    let all = tape.constant(normal((3, 5, 2), 1.0, &mut rng));
    let (outputs, state) = layer.read(all, &lens);
    assert_eq!(outputs.shape(), [3, 5, 3], "[batch, steps, hidden]");
    for (row, len) in lens.into_iter().enumerate() {
        let alone = all.slice(0, row..=row).slice(1, ..len); // [1, len, 2]
        let (alone_outputs, alone) = layer.read(alone, &[len]);
        for (got, want) in [(state.hidden, alone.hidden), (state.cell, alone.cell)] {
            assert_close(&got.index(0, row).value(), &want.index(0, 0).value(), 1e-5);
        }
        for step in 0..5 {
            let got = outputs.index(0, row).index(0, step);
            let want = alone_outputs.index(0, 0).index(0, step.min(len - 1));
            assert_close(&got.value(), &want.value(), 1e-5);
        }
    }
}

#[test]
fn the_gradient_reaches_the_first_input() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let layer = layer(2, 3, &mut rng);
    let tape = Tape::new(Mode::Check, 0);
    let x = tape.variable(normal((2, 4, 2), 1.0, &mut rng));
    let (_, state) = layer.read(x, &[4, 4]);
    let gradients = (state.hidden.sum() + state.cell.sum()).backward();
    let gradient: &ArrayD<Real> = gradients.wrt(x).expect("the result depends on x");
    for (row, step) in [(0, 0), (0, 3), (1, 0), (1, 2)] {
        let reached = gradient.slice(s![row, step, ..]).iter().any(|&d| d != 0.0);
        assert!(reached, "no gradient reaches step {step} of sentence {row}");
    }
}
