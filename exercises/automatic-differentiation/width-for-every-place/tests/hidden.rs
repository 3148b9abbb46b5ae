use super::public::drawn;
use attention::nadaraya_watson::Samples;
use attention::tape::{Mode, Tape, check};
use attention::{Real, assert_near};
use ndarray::{ArrayD, array};
use width_for_every_place::{loss, train};

/// Computes the loss with two loops in double precision.
fn by_loops(samples: &Samples, c0: f64, c1: f64) -> f64 {
    let numbers = samples.inputs().iter().zip(samples.targets());
    let numbers: Vec<(f64, f64)> =
        numbers.map(|(&x, &y)| (x.into(), y.into())).collect();
    let mut sum = 0.0;
    for (i, &(query, target)) in numbers.iter().enumerate() {
        let w = (c0 + c1 * query).exp();
        let (mut mixed, mut whole) = (0.0, 0.0);
        for (j, &(key, value)) in numbers.iter().enumerate() {
            if i != j {
                let kernel = (-0.5 * ((query - key) * w).powi(2)).exp();
                mixed += kernel * value;
                whole += kernel;
            }
        }
        sum += (mixed / whole - target).powi(2);
    }
    sum / numbers.len() as f64
}

#[test]
fn each_query_has_its_own_width() {
    for (seed, c0, c1) in [(5, 1.0, -0.2), (6, 0.0, 0.3), (7, -0.5, 0.4)] {
        let samples = drawn(40, seed);
        let tape = Tape::new(Mode::Check, 0);
        let params = [c0, c1].map(|c| tape.variable(array![c]));
        let got = f64::from(loss(&samples, params).item());
        let want = by_loops(&samples, c0.into(), c1.into());
        assert_near!(got, want, 1e-4, "the loss at c0 {c0} and c1 {c1}");
    }
}

#[test]
fn gradients_are_right() {
    let samples = drawn(30, 8);
    for (c0, c1) in [(1.0, 0.0), (0.3, 0.2), (0.8, -0.2)] {
        let inputs: [ArrayD<Real>; 2] = [c0, c1].map(|c| array![c].into_dyn());
        let checked = check::gradients(&inputs, |_, c| loss(&samples, [c[0], c[1]]));
        assert!(checked.is_ok(), "at c0 {c0} and c1 {c1}: {checked:?}");
        let tape = Tape::new(Mode::Check, 0);
        let params = inputs.map(|input| tape.variable(input));
        let gradients = loss(&samples, params).backward();
        for (name, param) in ["c0", "c1"].into_iter().zip(params) {
            assert!(gradients.wrt(param).is_some(), "no path from the loss to {name}");
        }
    }
}

#[test]
fn one_step_moves_both() {
    let (samples, rate) = (drawn(30, 9), 0.5);
    for epochs in [0, 1, 3] {
        let (_, losses) = train(&samples, rate, epochs);
        assert_eq!(losses.len(), epochs, "losses of {epochs} epochs");
    }
    let (got, losses): ([Real; 2], Vec<Real>) = train(&samples, rate, 1);
    let step = 1e-5;
    for (i, [d0, d1]) in [[1.0, 0.0], [0.0, 1.0]].into_iter().enumerate() {
        let at = |by: f64| by_loops(&samples, 1.0 + by * d0, by * d1);
        let slope = (at(step) - at(-step)) / (2.0 * step);
        let want = d0 - f64::from(rate) * slope; // c0 starts at 1, and c1 at 0
        assert_near!(f64::from(got[i]), want, 1e-4, "c{i} after one epoch");
    }
    let (got, want) = (f64::from(losses[0]), by_loops(&samples, 1.0, 0.0));
    assert_near!(got, want, 1e-4, "the loss before the epoch");
    let (got, losses) = train(&samples, rate, 0);
    assert_eq!((got, losses), ([1.0, 0.0], vec![]), "no epochs");
}
