use super::*;
use crate::tape::operations::layouts::gradients_hold;
use crate::tape::operations::testing::{assert_close, assert_same, random};
use crate::tape::{Mode, Tape};
use ndarray::array;

/// Computes the scores with the sums of all pairs in one array.
fn composed<'t>(queries: Var<'t>, keys: Var<'t>, weight: Var<'t>) -> Var<'t> {
    let sums = queries.insert_axis(2) + keys.insert_axis(1);
    (sums.tanh() * weight).sum_axis(3)
}

fn inputs([batch, queries, keys, hidden]: [usize; 4]) -> [ArrayD<Real>; 3] {
    [
        random(&[batch, queries, hidden], 1),
        random(&[batch, keys, hidden], 2),
        random(&[hidden], 3),
    ]
}

#[test]
fn by_hand() {
    let tape = Tape::new(Mode::Check, 0);
    let half = (0.5 as Real).atanh();
    let queries = tape.variable(array![[[half, 0.0]]]);
    let keys = tape.variable(array![[[0.0, 0.0], [-half, half]]]);
    let weight = tape.variable(array![4.0, 8.0]);
    let scores = fused_additive_scores(queries, keys, weight);
    assert_close(&scores.value().to_owned(), &array![[[2.0, 4.0]]].into_dyn());
    let gradients = scores.backward_from(array![[[1.0, 10.0]]].into_dyn());
    // tanh is 1/2, 0 and 0, 1/2; its slope is 3/4, 1 and 1, 3/4.
    let expected = array![0.5, 5.0].into_dyn();
    assert_close(gradients.wrt(weight).unwrap(), &expected);
    let expected = array![[[3.0, 8.0], [40.0, 60.0]]].into_dyn();
    assert_close(gradients.wrt(keys).unwrap(), &expected);
    let expected = array![[[43.0, 68.0]]].into_dyn();
    assert_close(gradients.wrt(queries).unwrap(), &expected);
}

#[test]
fn gradients_agree_with_differences() {
    gradients_hold(&inputs([2, 3, 4, 5]), |_, v| {
        fused_additive_scores(v[0], v[1], v[2])
    });
}

/// Includes several blocks of keys for a query, and blocks of one key.
#[test]
fn as_with_all_sums_at_once() {
    for sizes in [
        [2, 3, 4, 5],
        [1, 1, 1, 1],
        [3, 2, BLOCK / 8 + 1, 8],
        [1, 2, 3, BLOCK + 1],
    ] {
        assert_same(
            &inputs(sizes),
            |v| fused_additive_scores(v[0], v[1], v[2]),
            |v| composed(v[0], v[1], v[2]),
        );
    }
}

#[test]
fn each_size_may_be_0() {
    for empty in 0..4 {
        let mut sizes = [2, 3, 4, 5];
        sizes[empty] = 0;
        let [batch, queries, keys, _] = sizes;
        let inputs = inputs(sizes);
        let tape = Tape::new(Mode::Check, 0);
        let vars = inputs.each_ref().map(|input| tape.variable(input.clone()));
        let scores = fused_additive_scores(vars[0], vars[1], vars[2]);
        assert_eq!(
            scores.value(),
            ArrayD::<Real>::zeros(vec![batch, queries, keys])
        );
        let gradients = scores.backward_from(ArrayD::ones(scores.shape()));
        for (var, input) in vars.into_iter().zip(inputs) {
            let zeros = ArrayD::<Real>::zeros(input.raw_dim());
            assert_eq!(gradients.wrt(var).unwrap(), zeros);
        }
    }
}

fn of_shapes(queries: &[usize], keys: &[usize], weight: &[usize]) {
    let tape = Tape::new(Mode::Eval, 0);
    let [q, k, w] =
        [queries, keys, weight].map(|shape| tape.constant(ArrayD::zeros(shape)));
    fused_additive_scores(q, k, w);
}

#[test]
#[should_panic(
    expected = "fused_additive_scores: [2, 3, 4] x [2, 5, 6] x [4]: hidden sizes 4, 6, and 4 differ"
)]
fn keys_of_another_size() {
    of_shapes(&[2, 3, 4], &[2, 5, 6], &[4]);
}

#[test]
#[should_panic(
    expected = "fused_additive_scores: [2, 3, 4] x [2, 5, 4] x [3]: hidden sizes 4, 4, and 3 differ"
)]
fn a_weight_of_another_size() {
    of_shapes(&[2, 3, 4], &[2, 5, 4], &[3]);
}

#[test]
#[should_panic(
    expected = "fused_additive_scores: [2, 3, 4] x [1, 5, 4] x [4]: batch sizes 2 and 1 differ"
)]
fn another_batch() {
    of_shapes(&[2, 3, 4], &[1, 5, 4], &[4]);
}

#[test]
#[should_panic(
    expected = "fused_additive_scores: [3, 4] x [5, 4] x [4]: expected three axes, three axes, and one axis"
)]
fn without_a_batch() {
    of_shapes(&[3, 4], &[5, 4], &[4]);
}
