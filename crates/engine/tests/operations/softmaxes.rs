//! Softmax, its logarithm, and the cross-entropy loss.

use engine::Real;
use engine::mask::Mask;
use engine::tape::{Mode, Tape};
use ndarray::{Array1, Array2, ArrayD, arr0, array};

use crate::statements::{Operation, random};

const INFINITE: Real = Real::INFINITY;
const THREE: Real = 3.0;

/// One mask of each kind that fits 2 examples, 3 queries, and 4 keys.
fn masks() -> Vec<Mask> {
    let pairs =
        array![[true, false, true, true], [false, false, false, false], [false, true, false, true]];
    vec![
        Mask::all(),
        Mask::causal().starting_at(1),
        Mask::valid_lens([4, 0]),
        Mask::valid_lens_per_query(array![[0, 1, 2], [3, 4, 1]]),
        Mask::allowed(pairs).and(Mask::window(2, 1)),
    ]
}

fn allowed(mask: &Mask, shape: [usize; 3]) -> ArrayD<Real> {
    mask.to_array(shape).map(|&allowed| if allowed { 1.0 } else { 0.0 }).into_dyn()
}

/// A row with the weights 1/4 and 3/4: the mean of the gradients 1 and 3 is 2.5.
pub(crate) fn softmax(of: Operation) {
    of.by_hand(
        [array![[0.0, THREE.ln()]].into_dyn()],
        |v| v[0].softmax(&Mask::all()),
        array![[0.25, 0.75]],
        array![[1.0, 3.0]],
        [array![[0.25 * -1.5, 0.75 * 0.5]].into_dyn()],
    );
    for (seed, mask) in (0..).zip(masks()) {
        of.gradients([random(&[2, 3, 4], seed)], |v| v[0].softmax(&mask));
        of.gradients([random(&[2, 2, 3, 4], seed)], |v| v[0].softmax(&mask));
        let allowed = allowed(&mask, [2, 3, 4]);
        of.composition(
            [random(&[2, 3, 4], seed)],
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
    of.gradients([random(&[3, 5], 9)], |v| v[0].softmax(&Mask::causal()));
    for shape in [[2, 3, 0], [2, 0, 4], [0, 3, 4]] {
        of.empty([&shape], |v| v[0].softmax(&Mask::causal()));
    }
    let message = "[2, 3, 4]: the mask has 5 valid lengths for 2 examples";
    of.panics([&[2, 3, 4]], |v| v[0].softmax(&Mask::valid_lens([1; 5])), message);
    let message = "[4]: scores must have 2, 3, or 4 axes";
    of.panics([&[4]], |v| v[0].softmax(&Mask::all()), message);
}

pub(crate) fn log_softmax(of: Operation) {
    let log = (4.0 as Real).ln();
    of.by_hand(
        [array![0.0, THREE.ln()].into_dyn()],
        |v| v[0].log_softmax(),
        array![-log, THREE.ln() - log],
        array![1.0, 3.0],
        [array![0.0, 0.0].into_dyn()],
    );
    let x = || [random(&[2, 3, 5], 3)];
    of.gradients(x(), |v| v[0].log_softmax());
    of.composition(
        x(),
        |v| v[0].log_softmax(),
        |v| v[0] - v[0].exp().sum_axis(2).ln().insert_axis(2),
    );
    of.composition(x(), |v| v[0].log_softmax(), |v| v[0].softmax(&Mask::all()).ln());
    of.empty([&[0, 3]], |v| v[0].log_softmax());
    of.panics([&[]], |v| v[0].log_softmax(), "[]: needs at least one axis");
}

/// Probabilities 1/4 and 3/4, then 1/2 and 1/2.
pub(crate) fn cross_entropy(of: Operation) {
    of.by_hand(
        [array![[0.0, THREE.ln()], [5.0, 5.0]].into_dyn()],
        |v| v[0].cross_entropy(&array![0, 1], None),
        arr0((8.0 as Real).ln() / 2.0),
        arr0(1.0),
        [array![[-0.375, 0.375], [0.25, -0.25]].into_dyn()],
    );
    let targets = array![[3, 9, 0], [1, 1, 9]];
    of.gradients([random(&[2, 3, 4], 1)], |v| v[0].cross_entropy(&targets, Some(9)) * 3.0);
    let targets = array![3, 0, 1, 1];
    of.gradients([random(&[4, 4], 2)], |v| v[0].cross_entropy(&targets, Some(1)));
    of.gradients([random(&[4], 3)], |v| v[0].cross_entropy(&arr0(2), None));
    let (targets, ignored) = (array![[3, 2, 0], [1, 1, 2]], 2);
    let counts = targets.mapv(|target| if target == ignored { 0.0 } else { 0.25 });
    of.composition(
        [random(&[2, 3, 4], 1)],
        |v| v[0].cross_entropy(&targets, Some(ignored)),
        |v| {
            let counts = v[0].tape().constant(counts.clone());
            -(v[0].log_softmax().pick(&targets) * counts).sum()
        },
    );
    of.panics(
        [&[2, 3, 5]],
        |v| v[0].cross_entropy(&array![[0, 1, 9], [2, 3, 5]], Some(9)),
        "[2, 3, 5]: target 5 at [1, 2] is outside the vocabulary of 5 tokens",
    );
    of.panics(
        [&[2, 3, 5]],
        |v| v[0].cross_entropy(&Array2::zeros((3, 2)), None),
        "[2, 3, 5] with targets [3, 2]: expected targets [2, 3]",
    );
    let message = "[]: needs at least one axis";
    of.panics([&[]], |v| v[0].cross_entropy(&arr0(0), None), message);
}

#[test]
fn hidden_scores_have_no_gradient_whatever_they_are() {
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

/// The gradient with respect to the two unmasked scores of the test above, without the others.
fn tape_of_two() -> ArrayD<Real> {
    let tape = Tape::new(Mode::Check, 0);
    let scores = tape.variable(array![[1.0, 2.0]]);
    let weights = scores.softmax(&Mask::all());
    let gradients = weights.backward_from(array![[1.0, 2.0]].into_dyn());
    gradients.wrt(scores).expect("a variable").clone()
}

#[test]
fn a_single_key_has_weight_1_and_no_gradient() {
    let tape = Tape::new(Mode::Check, 0);
    let scores = tape.variable(array![[-1e4], [1e4]]);
    let weights = scores.softmax(&Mask::all());
    assert_eq!(weights.value(), array![[1.0], [1.0]].into_dyn());
    let gradients = weights.backward_from(array![[3.0], [-2.0]].into_dyn());
    assert_eq!(gradients.wrt(scores).unwrap(), &array![[0.0], [0.0]].into_dyn());
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
fn ignored_positions_do_not_count_whatever_their_logits_are() {
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
    (loss.item(), gradients.wrt(logits).expect("a variable").clone())
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
        assert_eq!(gradients.wrt(logits).unwrap(), &Array2::<Real>::zeros((rows, 3)).into_dyn());
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
    assert_eq!(loss.backward().wrt(logits).unwrap(), &array![[0.0]].into_dyn());
}
