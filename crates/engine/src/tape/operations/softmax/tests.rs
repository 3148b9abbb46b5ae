use super::*;
use crate::Real;
use crate::tape::operations::layouts::gradients_hold;
use crate::tape::operations::testing::{assert_close, assert_same, random};
use crate::tape::{Mode, Tape};
use ndarray::{ArrayD, array};

const INFINITE: Real = Real::INFINITY;

/// Returns one mask of each kind that fits 2 examples, 3 queries, and 4 keys.
fn masks() -> Vec<Mask> {
    let pairs = array![
        [true, false, true, true],
        [false, false, false, false],
        [false, true, false, true]
    ];
    vec![
        Mask::all(),
        Mask::causal().starting_at(1),
        Mask::valid_lens([4, 0]),
        Mask::valid_lens_per_query(array![[0, 1, 2], [3, 4, 1]]),
        Mask::allowed(pairs).and(Mask::window(2, 1)),
    ]
}

fn allowed(mask: &Mask, shape: [usize; 3]) -> ArrayD<Real> {
    mask.to_array(shape)
        .map(|&allowed| if allowed { 1.0 } else { 0.0 })
        .into_dyn()
}

#[test]
fn gradient_by_hand() {
    let tape = Tape::new(Mode::Check, 0);
    let three: Real = 3.0;
    let scores = tape.variable(array![[0.0, three.ln()]]);
    let weights = scores.softmax(&Mask::all());
    assert_close(
        &weights.value().to_owned(),
        &array![[0.25, 0.75]].into_dyn(),
    );
    let gradients = weights.backward_from(array![[1.0, 3.0]].into_dyn());
    // The mean of 1 and 3 under the weights is 2.5.
    let expected = array![[0.25 * -1.5, 0.75 * 0.5]].into_dyn();
    assert_close(gradients.wrt(scores).unwrap(), &expected);
    assert_eq!(tape.operations(), ["variable", "softmax"]);
}

#[test]
fn gradients_agree_with_differences() {
    for (seed, mask) in (0..).zip(masks()) {
        gradients_hold(&[random(&[2, 3, 4], seed)], |_, v| v[0].softmax(&mask));
        gradients_hold(&[random(&[2, 2, 3, 4], seed)], |_, v| v[0].softmax(&mask));
    }
    gradients_hold(&[random(&[3, 5], 9)], |_, v| v[0].softmax(&Mask::causal()));
}

#[test]
fn equals_the_composition() {
    for (seed, mask) in (0..).zip(masks()) {
        let allowed = allowed(&mask, [2, 3, 4]);
        assert_same(
            &[random(&[2, 3, 4], seed)],
            |v| v[0].softmax(&mask),
            |v| {
                let tape = v[0].tape();
                let powers = v[0].exp() * tape.constant(allowed.clone());
                let sums = powers.sum_axis(2).insert_axis(2);
                // The sum is 0 if all keys of a query are masked.
                let empty = sums.value().mapv(|sum| if sum == 0.0 { 1.0 } else { 0.0 });
                powers / (sums + tape.constant(empty))
            },
        );
    }
}

#[test]
fn hidden_scores_of_any_value_have_no_gradient() {
    for hidden in [0.0, 1e4, INFINITE, -INFINITE, Real::NAN] {
        let tape = Tape::new(Mode::Check, 0);
        let scores = array![[[1.0, hidden, 2.0]], [[hidden, hidden, hidden]]];
        let scores = tape.variable(scores);
        let pairs = array![[[true, false, true]], [[false, false, false]]];
        let weights = scores.softmax(&Mask::allowed_per_example(pairs));
        let d = array![[[1.0, 5.0, 2.0]], [[1.0, 2.0, 3.0]]].into_dyn();
        let gradients = weights.backward_from(d);

        let alone = tape_of_two();
        let gradient = gradients.wrt(scores).unwrap();
        let [first, second] = [gradient[[0, 0, 0]], gradient[[0, 0, 2]]];
        let expected = array![[[first, 0.0, second]], [[0.0, 0.0, 0.0]]].into_dyn();
        assert_eq!(gradient, &expected);
        assert_eq!(array![[first, second]].into_dyn(), alone);
    }
}

/// Returns the gradient with respect to the two unmasked scores of the test above, without the
/// others.
fn tape_of_two() -> ArrayD<Real> {
    let tape = Tape::new(Mode::Check, 0);
    let scores = tape.variable(array![[1.0, 2.0]]);
    let weights = scores.softmax(&Mask::all());
    let gradients = weights.backward_from(array![[1.0, 2.0]].into_dyn());
    gradients.wrt(scores).unwrap().clone()
}

#[test]
fn a_single_key_has_weight_1_and_no_gradient() {
    let tape = Tape::new(Mode::Check, 0);
    let scores = tape.variable(array![[-1e4], [1e4]]);
    let weights = scores.softmax(&Mask::all());
    assert_eq!(weights.value(), array![[1.0], [1.0]].into_dyn());
    let gradients = weights.backward_from(array![[3.0], [-2.0]].into_dyn());
    assert_eq!(
        gradients.wrt(scores).unwrap(),
        &array![[0.0], [0.0]].into_dyn()
    );
}

#[test]
fn empty_arrays_have_empty_gradients() {
    for shape in [[2, 3, 0], [2, 0, 4], [0, 3, 4]] {
        let tape = Tape::new(Mode::Check, 0);
        let scores = tape.variable(ArrayD::zeros(&shape[..]));
        let weights = scores.softmax(&Mask::causal());
        let gradients = weights.backward_from(ArrayD::ones(&shape[..]));
        assert_eq!(gradients.wrt(scores).unwrap().shape(), shape);
    }
}

#[test]
#[should_panic(
    expected = "softmax: [2, 3, 4]: the mask has 5 valid lengths for 2 examples"
)]
fn a_mask_that_does_not_fit() {
    let tape = Tape::new(Mode::Eval, 0);
    let scores = tape.constant(ArrayD::zeros(&[2, 3, 4][..]));
    let _ = scores.softmax(&Mask::valid_lens([1; 5]));
}

#[test]
#[should_panic(expected = "softmax: [4]: scores must have 2, 3, or 4 axes")]
fn too_few_axes() {
    let tape = Tape::new(Mode::Eval, 0);
    let _ = tape
        .constant(array![0.0, 0.0, 0.0, 0.0])
        .softmax(&Mask::all());
}

#[test]
fn logarithms_by_hand() {
    let tape = Tape::new(Mode::Check, 0);
    let three: Real = 3.0;
    let x = tape.variable(array![0.0, three.ln()]);
    let logs = x.log_softmax();
    let expected = array![-4.0, three.ln() - 4.0];
    let four: Real = 4.0;
    let expected = (expected + 4.0 - four.ln()).into_dyn();
    assert_close(&logs.value().to_owned(), &expected);
    let gradients = logs.backward_from(array![1.0, 3.0].into_dyn());
    let expected = array![1.0 - 0.25 * 4.0, 3.0 - 0.75 * 4.0].into_dyn();
    assert_close(gradients.wrt(x).unwrap(), &expected);
}

#[test]
fn logarithms_agree_with_differences_and_composition() {
    let inputs = [random(&[2, 3, 5], 3)];
    gradients_hold(&inputs, |_, v| v[0].log_softmax());
    assert_same(
        &inputs,
        |v| v[0].log_softmax(),
        |v| v[0] - v[0].exp().sum_axis(2).ln().insert_axis(2),
    );
    assert_same(
        &inputs,
        |v| v[0].log_softmax(),
        |v| v[0].softmax(&Mask::all()).ln(),
    );
}

#[test]
fn logarithms_of_extreme_numbers() {
    let tape = Tape::new(Mode::Check, 0);
    let x = tape.variable(array![[1e4, -1e4], [0.0, -INFINITE]]);
    let logs = x.log_softmax();
    let expected = array![[0.0, -2e4], [0.0, -INFINITE]].into_dyn();
    assert_eq!(logs.value(), expected);
    let gradients = logs.backward_from(array![[1.0, 2.0], [1.0, 2.0]].into_dyn());
    let expected = array![[-2.0, 2.0], [-2.0, 2.0]].into_dyn();
    assert_eq!(gradients.wrt(x).unwrap(), &expected);
    for row in [[-INFINITE, -INFINITE], [INFINITE, 0.0], [Real::NAN, 0.0]] {
        let logs = tape.constant(array![row]).log_softmax().value();
        assert!(logs.iter().all(|log| log.is_nan()), "{row:?} to {logs}");
    }
}

#[test]
#[should_panic(expected = "log_softmax: []: needs at least one axis")]
fn logarithms_without_an_axis() {
    let tape = Tape::new(Mode::Eval, 0);
    let _ = tape.constant(ndarray::arr0(1.0)).log_softmax();
}
