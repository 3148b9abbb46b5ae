use attention::nn::init::normal;
use attention::tape::{Mode, Tape, attend};
use attention::{Real, array::assert_close, mask::Mask};
use local_window::local_attention;
use ndarray::Array2;
use rand::{SeedableRng, rngs::ChaCha8Rng};

//@ param seed
const SEED: u64 = 61;

#[test]
fn lopsided_and_endless_windows() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let most = usize::MAX;
    for (before, after) in [(0, 3), (3, 0), (1, 4), (most, 0), (0, most), (most, most)]
    {
        for steps in [1, 2, 9] {
            let [queries, keys, values] =
                [3, 3, 5].map(|columns| normal((steps, columns), 1.0, &mut rng));
            let tape = Tape::new(Mode::Eval, 0);
            let [q, k, v] =
                [&queries, &keys, &values].map(|x| tape.constant(x.clone()));
            let mask = Mask::window(before, after);
            let want = attend(q, k, v, &mask, 0.0).output.value();
            let got: Array2<Real> =
                local_attention(&queries, &keys, &values, before, after);
            assert_close(&got, &want, 1e-4);
        }
    }
}

#[test]
fn hidden_entries_are_never_read() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let x = normal((10, 4), 1.0, &mut rng);
    let mut values = x.clone();
    values[[9, 1]] = Real::NAN;
    let mut keys = x.clone();
    keys[[0, 2]] = Real::NAN;
    let got: Array2<Real> = local_attention(&x, &keys, &values, 2, 1);
    let want: Array2<Real> = local_attention(&x, &x, &x, 2, 1);
    // Queries 0 to 2 see key 0, and queries 8 and 9 see value 9.
    for i in 3..8 {
        assert_close(&got.row(i), &want.row(i), 1e-6);
    }
    assert!(
        got.row(1).iter().all(|entry| entry.is_nan()) && got[[8, 1]].is_nan(),
        "where NaN is in the window, the output must be NaN: {got:.1}"
    );
}

#[test]
fn no_steps() {
    let (x, values) = (Array2::zeros((0, 3)), Array2::zeros((0, 5)));
    let got: Array2<Real> = local_attention(&x, &x, &values, 2, 2);
    assert_eq!(got.dim(), (0, 5), "no steps and values of width 5");
}
