use attention::nn::init::normal;
use attention::tape::{Mode, Tape};
use attention::{Real, array::assert_close, mask::Mask};
use backward_in_blocks::{Forward, backward};
use ndarray::{Array2, Axis, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn one_key_has_one_weight() {
    let forward = Forward {
        queries: array![[1.0], [2.0]],
        keys: array![[3.0]],
        values: array![[5.0]],
        output: array![[5.0], [5.0]],
        log_sums: array![3.0, 6.0],
    };
    let got: [Array2<Real>; 3] = backward(&forward, &array![[1.0], [10.0]], 4);
    assert_close(&got[0], &array![[0.0], [0.0]], 1e-5);
    assert_close(&got[1], &array![[0.0]], 1e-5);
    assert_close(&got[2], &array![[11.0]], 1e-5);
}

#[test]
fn equals_the_tape() {
    let mut rng = ChaCha8Rng::seed_from_u64(96);
    let [queries, keys, values, gradient] =
        [(5, 4), (6, 4), (6, 3), (5, 3)].map(|shape| normal(shape, 1.0, &mut rng));
    let tape = Tape::new(Mode::Train, 0);
    let [q, k, v] = [&queries, &keys, &values]
        .map(|array| tape.variable(array.clone().insert_axis(Axis(0))));
    let scores = q.matmul(k.transpose()) / 2.0;
    let output = scores.softmax(&Mask::all()).matmul(v);
    let gradients =
        output.backward_from(gradient.clone().insert_axis(Axis(0)).into_dyn());
    let forward = Forward {
        output: output.value().to_shape((5, 3)).expect("one example").into_owned(),
        log_sums: scores.value().exp().sum_axis(Axis(2)).ln().into_flat(),
        queries,
        keys,
        values,
    };
    let got: [Array2<Real>; 3] = backward(&forward, &gradient, 2);
    for (got, variable) in got.into_iter().zip([q, k, v]) {
        let want = gradients.wrt(variable).expect("a variable").index_axis(Axis(0), 0);
        assert_close(&got, &want, 1e-4);
    }
}
