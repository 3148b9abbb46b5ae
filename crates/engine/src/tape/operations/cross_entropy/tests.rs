use super::*;
use crate::tape::operations::layouts::gradients_hold;
use crate::tape::operations::testing::{assert_close, assert_same, random};
use crate::tape::{Mode, Tape};
use ndarray::{Array1, Array2, ArrayD, array};

#[test]
fn by_hand() {
    let tape = Tape::new(Mode::Check, 0);
    let three: Real = 3.0;
    // Probabilities 1/4 and 3/4, then 1/2 and 1/2.
    let logits = tape.variable(array![[0.0, three.ln()], [5.0, 5.0]]);
    let loss = logits.cross_entropy(&array![0, 1], None);
    let eight: Real = 8.0;
    assert_close(&loss.value().to_owned(), &arr0(eight.ln() / 2.0).into_dyn());
    assert!(loss.shape().is_empty());
    assert_eq!(tape.operations(), ["variable", "cross_entropy"]);
    let gradients = loss.backward();
    let expected = array![[-0.375, 0.375], [0.25, -0.25]].into_dyn();
    assert_close(gradients.wrt(logits).unwrap(), &expected);
}

#[test]
fn gradients_agree_with_differences() {
    let targets = array![[3, 9, 0], [1, 1, 9]];
    gradients_hold(&[random(&[2, 3, 4], 1)], |_, v| {
        v[0].cross_entropy(&targets, Some(9)) * 3.0
    });
    let targets = array![3, 0, 1, 1];
    gradients_hold(&[random(&[4, 4], 2)], |_, v| {
        v[0].cross_entropy(&targets, Some(1))
    });
    gradients_hold(&[random(&[4], 3)], |_, v| {
        v[0].cross_entropy(&arr0(2), None)
    });
}

#[test]
fn equals_the_composition() {
    let targets = array![[3, 2, 0], [1, 1, 2]];
    let ignored = 2;
    let counts = Array2::from_shape_fn((2, 3), |place| {
        if targets[place] == ignored { 0.0 } else { 0.25 }
    });
    assert_same(
        &[random(&[2, 3, 4], 1)],
        |v| v[0].cross_entropy(&targets, Some(ignored)),
        |v| {
            let counts = v[0].tape().constant(counts.clone());
            let logs = v[0].log_softmax().pick(&targets);
            -(logs * counts).sum()
        },
    );
}

#[test]
fn ignored_positions_do_not_count_with_any_logits() {
    for logit in [0.0, 1e4, Real::INFINITY, Real::NAN] {
        let tape = Tape::new(Mode::Check, 0);
        let logits = tape.variable(array![[1.0, 3.0], [logit, 0.0], [2.0, 0.0]]);
        let loss = logits.cross_entropy(&array![1, 0, 1], Some(0));
        let gradients = loss.backward();

        let alone = tape_of_counted();
        assert_eq!(loss.item(), alone.0);
        let gradient = gradients.wrt(logits).unwrap();
        assert_eq!(gradient.select(ndarray::Axis(0), &[0, 2]), alone.1);
        assert_eq!((gradient[[1, 0]], gradient[[1, 1]]), (0.0, 0.0));
    }
}

/// Loss and gradient of the positions that are not ignored in the test above, without the others.
fn tape_of_counted() -> (Real, ArrayD<Real>) {
    let tape = Tape::new(Mode::Check, 0);
    let logits = tape.variable(array![[1.0, 3.0], [2.0, 0.0]]);
    let loss = logits.cross_entropy(&array![1, 1], None);
    let gradients = loss.backward();
    (loss.item(), gradients.wrt(logits).unwrap().clone())
}

#[test]
fn nothing_counts() {
    let logits = [Array2::from_elem((2, 3), Real::NAN), Array2::zeros((0, 3))];
    for logits in logits {
        let tape = Tape::new(Mode::Check, 0);
        let rows = logits.nrows();
        let logits = tape.variable(logits);
        let targets = Array1::from_elem(rows, usize::MAX);
        let loss = logits.cross_entropy(&targets, Some(usize::MAX));
        assert_eq!(loss.item(), 0.0);
        let gradients = loss.backward();
        assert_eq!(
            gradients.wrt(logits).unwrap(),
            &Array2::<Real>::zeros((rows, 3)).into_dyn()
        );
    }
}

#[test]
fn large_logits_stay_finite() {
    let tape = Tape::new(Mode::Check, 0);
    let logits = tape.variable(array![[1e4, -1e4], [1e4, -1e4]]);
    let loss = logits.cross_entropy(&array![0, 1], None);
    assert_eq!(loss.item(), 1e4);
    let gradients = loss.backward();
    let expected = array![[0.0, 0.0], [0.5, -0.5]].into_dyn();
    assert_eq!(gradients.wrt(logits).unwrap(), &expected);
}

#[test]
fn a_single_class_is_certain() {
    let tape = Tape::new(Mode::Check, 0);
    let logits = tape.variable(array![[7.0]]);
    let loss = logits.cross_entropy(&array![0], None);
    assert_eq!(loss.item(), 0.0);
    assert_eq!(
        loss.backward().wrt(logits).unwrap(),
        &array![[0.0]].into_dyn()
    );
}

#[test]
#[should_panic(
    expected = "cross_entropy: [2, 3, 5]: target 5 at [1, 2] is outside the vocabulary of 5 tokens"
)]
fn a_target_outside_the_vocab() {
    let tape = Tape::new(Mode::Eval, 0);
    let logits = tape.constant(ArrayD::zeros(&[2, 3, 5][..]));
    let targets = array![[0, 1, 9], [2, 3, 5]];
    let _ = logits.cross_entropy(&targets, Some(9));
}

#[test]
#[should_panic(
    expected = "cross_entropy: [2, 3, 5] with targets [3, 2]: expected targets [2, 3]"
)]
fn targets_of_another_shape() {
    let tape = Tape::new(Mode::Eval, 0);
    let logits = tape.constant(ArrayD::zeros(&[2, 3, 5][..]));
    let _ = logits.cross_entropy(&Array2::zeros((3, 2)), None);
}

#[test]
#[should_panic(expected = "cross_entropy: []: needs at least one axis")]
fn no_axis() {
    let tape = Tape::new(Mode::Eval, 0);
    let _ = tape.constant(arr0(1.0)).cross_entropy(&arr0(0), None);
}
