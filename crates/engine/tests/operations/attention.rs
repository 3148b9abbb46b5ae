//! Scores, and attention as a whole.

use engine::Real;
use engine::mask::Mask;
use engine::tape::{
    Attended, Mode, Tape, attend, attend_heads, fused_additive_scores as additive_scores,
    fused_attend as attention,
};
use engine::testing::assert_panics;
use ndarray::{ArrayD, Axis, array};

use crate::statements::{Operation, assert_close, gradients_hold, random};

const THREE: Real = 3.0;

/// The shapes of the inputs, the numbers of heads, and the message.
type Misfit = ([&'static [usize]; 3], [usize; 2], &'static str);

/// The numbers of queries and keys in a block of the fused operation.
const QUERIES: usize = 192;
const KEYS: usize = 512;

/// tanh is 1/2, 0 and 0, 1/2; its slope is 3/4, 1 and 1, 3/4.
pub(crate) fn fused_additive_scores(of: Operation) {
    let half = (0.5 as Real).atanh();
    of.by_hand(
        [
            array![[[half, 0.0]]].into_dyn(),
            array![[[0.0, 0.0], [-half, half]]].into_dyn(),
            array![4.0, 8.0].into_dyn(),
        ],
        |v| additive_scores(v[0], v[1], v[2]),
        array![[[2.0, 4.0]]],
        array![[[1.0, 10.0]]],
        [
            array![[[43.0, 68.0]]].into_dyn(),
            array![[[3.0, 8.0], [40.0, 60.0]]].into_dyn(),
            array![0.5, 5.0].into_dyn(),
        ],
    );
    let inputs = |[batch, queries, keys, hidden]: [usize; 4]| {
        [
            random(&[batch, queries, hidden], 1),
            random(&[batch, keys, hidden], 2),
            random(&[hidden], 3),
        ]
    };
    of.gradients(inputs([2, 3, 4, 5]), |v| additive_scores(v[0], v[1], v[2]));
    // Several blocks of keys for a query, blocks of one key, and sizes of 0.
    let block = 4096;
    let mut sizes =
        vec![[2, 3, 4, 5], [1, 1, 1, 1], [3, 2, block / 8 + 1, 8], [1, 2, 3, block + 1]];
    for empty in 0..4 {
        sizes.push([2, 3, 4, 5]);
        sizes[4 + empty][empty] = 0;
    }
    for sizes in sizes {
        of.composition(
            inputs(sizes),
            |v| additive_scores(v[0], v[1], v[2]),
            |v| {
                let sums = v[0].insert_axis(2) + v[1].insert_axis(1);
                (sums.tanh() * v[2]).sum_axis(3)
            },
        );
    }
    let sizes = "[2, 3, 4] x [2, 5, 6] x [4]: hidden sizes 4, 6, and 4 differ";
    let weight = "[2, 3, 4] x [2, 5, 4] x [3]: hidden sizes 4, 4, and 3 differ";
    let batch = "[2, 3, 4] x [1, 5, 4] x [4]: batch sizes 2 and 1 differ";
    let axes = "[3, 4] x [5, 4] x [4]: expected three axes, three axes, and one axis";
    let misfits: [([&[usize]; 3], &str); 4] = [
        ([&[2, 3, 4], &[2, 5, 6], &[4]], sizes),
        ([&[2, 3, 4], &[2, 5, 4], &[3]], weight),
        ([&[2, 3, 4], &[1, 5, 4], &[4]], batch),
        ([&[3, 4], &[5, 4], &[4]], axes),
    ];
    for (shapes, message) in misfits {
        of.panics(shapes, |v| additive_scores(v[0], v[1], v[2]), message);
    }
}

/// Each of the two heads reads one column; the second has equal scores. The gradients of the scores
/// are 0.25 (4 - 7) and 0.75 (8 - 7) in head 1, and 5 (10 - 20) and 5 (30 - 20) in head 2.
pub(crate) fn fused_attend(of: Operation) {
    let log = THREE.ln();
    of.by_hand(
        [
            array![[[log, 5.0]]].into_dyn(),
            array![[[0.0, 2.0], [1.0, 2.0]]].into_dyn(),
            array![[[4.0, 10.0], [8.0, 30.0]]].into_dyn(),
        ],
        |v| attention(v[0], v[1], v[2], 2, 2, &Mask::all()),
        array![[[7.0, 20.0]]],
        array![[[1.0, 10.0]]],
        [
            array![[[0.75, 0.0]]].into_dyn(),
            array![[[-0.75 * log, -250.0], [0.75 * log, 250.0]]].into_dyn(),
            array![[[0.25, 5.0], [0.75, 5.0]]].into_dyn(),
        ],
    );
    let pairs = array![
        [true, false, true, false, false],
        [false, false, false, false, false],
        [false, true, false, false, true]
    ];
    for mask in [
        Mask::all(),
        Mask::causal().starting_at(1),
        Mask::valid_lens([0, 3]),
        Mask::valid_lens_per_query(array![[0, 1, 2], [3, 5, 0]]),
        Mask::allowed(pairs).and(Mask::window(2, 3)),
    ] {
        let inputs = [[2, 3, 4], [2, 5, 4], [2, 5, 6]];
        of.gradients(inputs.map(|shape| random(&shape, 1)), |v| {
            attention(v[0], v[1], v[2], 2, 2, &mask)
        });
    }
    of.gradients([random(&[2, 5, 6], 1)], |v| attention(v[0], v[0], v[0], 3, 3, &Mask::causal()));
    let inputs = [[2, 3, 8], [2, 5, 4], [2, 5, 6]];
    of.gradients(inputs.map(|shape| random(&shape, 1)), |v| {
        attention(v[0], v[1], v[2], 4, 2, &Mask::causal().starting_at(1))
    });

    let all: [&'static [usize]; 3] = [&[2, 3, 4], &[2, 5, 4], &[2, 5, 6]];
    let misfits: [Misfit; 11] = [
        ([all[0], &[5, 4], all[2]], [1, 1], "each input needs three axes"),
        ([all[0], all[1], &[1, 5, 6]], [1, 1], "batch sizes 2, 2, and 1 differ"),
        ([all[0], &[2, 5, 6], all[2]], [1, 1], "6 columns of keys are not 1 key heads of dim 4"),
        ([all[0], &[2, 5, 2], all[2]], [2, 2], "2 columns of keys are not 2 key heads of dim 2"),
        (all, [2, 0], "2 heads are not divisible by 0 key heads"),
        ([&[2, 3, 12], &[2, 5, 8], &[2, 5, 8]], [3, 2], "3 heads are not divisible by 2 key heads"),
        ([all[0], all[1], &[2, 3, 4]], [1, 1], "numbers 5 and 3 of keys and values differ"),
        (all, [4, 4], "6 columns of values are not divisible by 4 key heads"),
        (all, [0, 0], "heads must be at least 1"),
        ([&[2, 3, 0], &[2, 5, 0], all[2]], [4, 4], "queries have no columns"),
        ([all[0], &[2, 5, 0], all[2]], [4, 4], "0 columns of keys are not 4 key heads of dim 1"),
    ];
    for (shapes, [heads, key_heads], message) in misfits {
        let [q, k, v] = shapes;
        let message = format!("{q:?} x {k:?} x {v:?}: {message}");
        let mask = Mask::all();
        of.panics(shapes, |v| attention(v[0], v[1], v[2], heads, key_heads, &mask), &message);
    }
    let mask = Mask::valid_lens([1, 2, 3]);
    let message = "[2, 1, 3, 5]: the mask has 3 valid lengths for 2 examples";
    of.panics(all, |v| attention(v[0], v[1], v[2], 1, 1, &mask), message);
}

#[test]
fn attention_by_hand() {
    let tape = Tape::new(Mode::Check, 0);
    let three: Real = 3.0;
    // dim is 4, so that the scores 0 and 2 ln 3 are divided by 2.
    let queries = tape.variable(array![[2.0 * three.ln(), 0.0, 0.0, 0.0]]);
    let keys = tape.variable(array![[0.0, 1.0, 0.0, 0.0], [1.0, 0.0, 1.0, 0.0]]);
    let values = tape.variable(array![[4.0, 0.0], [8.0, 1.0]]);
    let Attended { output, weights } = attend(queries, keys, values, &Mask::all(), 0.0);
    assert_close(&weights.value().to_owned(), &array![[0.25, 0.75]].into_dyn());
    assert_close(&output.value().to_owned(), &array![[7.0, 0.75]].into_dyn());
    let gradients = output.backward_from(array![[1.0, 0.0]].into_dyn());
    let expected = array![[0.25, 0.0], [0.75, 0.0]].into_dyn();
    assert_close(gradients.wrt(values).unwrap(), &expected);
    // The gradients of the scores are 0.25 (4 - 7) and 0.75 (8 - 7), and half of that for the
    // products.
    let expected = array![[0.375, -0.375, 0.375, 0.0]].into_dyn();
    assert_close(gradients.wrt(queries).unwrap(), &expected);
}

#[test]
fn gradients_of_attention() {
    let shapes = [[2, 3, 4], [2, 5, 4], [2, 5, 2]];
    let inputs = shapes.map(|shape| random(&shape, 1));
    for mask in [Mask::all(), Mask::causal().starting_at(2), Mask::valid_lens([5, 0])] {
        gradients_hold(&inputs, |_, v| attend(v[0], v[1], v[2], &mask, 0.0).output);
        gradients_hold(&inputs[..2], |_, v| attend(v[0], v[1], v[1], &mask, 0.0).weights);
    }
    let shapes = [&[3, 2][..], &[4, 2], &[4, 3]];
    gradients_hold(&shapes.map(|shape| random(shape, 2)), |_, v| {
        attend(v[0], v[1], v[2], &Mask::causal(), 0.0).output
    });
    let shapes = [[1, 2, 3, 2], [1, 2, 4, 2], [1, 2, 4, 3]];
    gradients_hold(&shapes.map(|shape| random(&shape, 3)), |_, v| {
        attend(v[0], v[1], v[2], &Mask::causal(), 0.0).output
    });
}

#[test]
fn weights_are_those_before_dropout() {
    let tape = Tape::new(Mode::Train, 1);
    let same = tape.constant(ArrayD::ones(&[1, 6, 50][..]));
    let ones = tape.constant(ArrayD::ones(&[1, 50, 50][..]));
    let Attended { output, weights } = attend(same, ones, ones, &Mask::all(), 0.5);
    assert_close(&weights.value().to_owned(), &ArrayD::from_elem(&[1, 6, 50][..], 0.02));
    // About 25 of 50 values of 1 are kept, and doubled.
    let outputs = output.value();
    assert!(outputs.iter().any(|output| (output - 1.0).abs() > 0.01));
    assert!(outputs.iter().all(|output| (output - 1.0).abs() < 0.6));
}

#[test]
fn a_query_that_attends_to_nothing_has_the_output_0() {
    let tape = Tape::new(Mode::Check, 0);
    let shapes = [[2, 3, 4], [2, 5, 4], [2, 5, 2]];
    let [q, k, v] = shapes.map(|shape| tape.variable(random(&shape, 1)));
    let Attended { output, weights } = attend(q, k, v, &Mask::valid_lens([0, 0]), 0.0);
    assert!(weights.value().iter().all(|&weight| weight == 0.0));
    assert!(output.value().iter().all(|&output| output == 0.0));
    let gradients = output.backward_from(random(&[2, 3, 2], 2));
    for input in [q, k, v] {
        assert!(gradients.wrt(input).unwrap().iter().all(|&d| d == 0.0));
    }
}

#[test]
fn attention_refuses_other_shapes() {
    let call = |shapes: [&[usize]; 3], mask: Mask| {
        let tape = Tape::new(Mode::Eval, 0);
        let [q, k, v] = shapes.map(|shape| tape.constant(ArrayD::zeros(shape)));
        attend(q, k, v, &mask, 0.0);
    };
    let message = "matmul: [2, 3, 4] x [2, 5, 5]: inner sizes 4 and 5 differ";
    assert_panics(message, || {
        call([&[2, 3, 4], &[2, 5, 5], &[2, 5, 2]], Mask::all());
    });
    let message = "softmax: [2, 3, 5]: the mask has 1 valid lengths for 2 examples";
    assert_panics(message, || {
        call([&[2, 3, 4], &[2, 5, 4], &[2, 5, 2]], Mask::valid_lens([1]));
    });
    let message = "attend: []: queries need at least two axes";
    assert_panics(message, || call([&[], &[], &[]], Mask::all()));
}

#[test]
fn an_item_alone_has_the_same_bits_as_in_a_batch() {
    let (len, heads) = (QUERIES + 5, 2);
    let [q, k, v] = [1, 2, 3].map(|seed| random(&[3, len, 8], seed));
    let tape = Tape::new(Mode::Eval, 0);
    let [q, k, v] = [q, k, v].map(|input| tape.constant(input));
    let lens = [len, 7, 0];
    let mask = Mask::causal().and(Mask::valid_lens(lens));
    let together = attention(q, k, v, heads, heads, &mask).value();
    for (item, len) in lens.into_iter().enumerate() {
        let [q, k, v] = [q, k, v].map(|input| input.slice(0, item..item + 1));
        let mask = Mask::causal().and(Mask::valid_lens([len]));
        let alone = attention(q, k, v, heads, heads, &mask).value();
        let of_batch = together.index_axis(Axis(0), item);
        assert_eq!(alone.index_axis(Axis(0), 0), of_batch);
    }
}

#[test]
fn a_larger_score_in_a_later_block_shrinks_earlier_sums() {
    let tape = Tape::new(Mode::Check, 0);
    // One key of the second block weighs as much as all keys of the first.
    let mut keys = ArrayD::zeros(&[1, KEYS + 1, 1][..]);
    keys[[0, KEYS, 0]] = (KEYS as Real).ln();
    let mut values = ArrayD::ones(&[1, KEYS + 1, 1][..]);
    values[[0, KEYS, 0]] = 3.0;
    let query = tape.constant(array![[[1.0]]]);
    let (keys, values) = (tape.constant(keys), tape.constant(values));
    let output = attention(query, keys, values, 1, 1, &Mask::all()).value();
    assert_close(&output.to_owned(), &array![[[2.0]]].into_dyn());
}

#[test]
fn four_heads_share_two_key_heads() {
    let tape = Tape::new(Mode::Check, 0);
    // Scores are 0, so that the output is the mean of the values.
    let queries = tape.variable(ArrayD::zeros(&[1, 1, 4][..]));
    let keys = tape.variable(random(&[1, 2, 2], 1));
    let values = tape.variable(array![[[1.0, 10.0], [3.0, 30.0]]]);
    let output = attention(queries, keys, values, 4, 2, &Mask::all());
    let expected = array![[[2.0, 2.0, 20.0, 20.0]]].into_dyn();
    assert_eq!(output.value(), expected);
    let gradients = output.backward_from(array![[[1.0, 2.0, 4.0, 8.0]]].into_dyn());
    let expected = array![[[1.5, 6.0], [1.5, 6.0]]].into_dyn();
    assert_eq!(gradients.wrt(values).unwrap(), &expected);
}

#[test]
fn a_query_without_keys_has_output_0() {
    let tape = Tape::new(Mode::Check, 0);
    let shapes = [[2, 2, 4], [2, 3, 4], [2, 3, 6]];
    let [q, k, v] = shapes.map(|shape| tape.variable(random(&shape, 1)));
    // Query 1 of example 0, and all of example 1.
    let mask = Mask::valid_lens_per_query(array![[2, 0], [0, 0]]);
    let output = attention(q, k, v, 2, 2, &mask);
    let is_zero = |array: &ArrayD<Real>| array.iter().all(|&x| x == 0.0);
    let value = output.value().to_owned();
    assert!(is_zero(&value.index_axis(Axis(0), 1).to_owned()));
    assert!(value.slice_axis(Axis(1), (1..).into()).iter().all(|&x| x == 0.0));
    assert!(!is_zero(&value));
    let gradients = output.backward_from(random(&[2, 2, 6], 2));
    for input in [q, k, v] {
        let gradient = gradients.wrt(input).unwrap();
        assert!(is_zero(&gradient.index_axis(Axis(0), 1).to_owned()));
        assert!(!is_zero(gradient));
    }
    let of_queries = gradients.wrt(q).unwrap();
    assert!(of_queries.slice_axis(Axis(1), (1..).into()).iter().all(|&x| x == 0.0));
}

#[test]
fn a_single_key_gives_its_value() {
    let tape = Tape::new(Mode::Check, 0);
    let queries = tape.variable(random(&[1, 3, 2], 1));
    let (key, value) = (array![[[5.0, -7.0]]], array![[[1.0, 2.0, 3.0]]]);
    let (key, value) = (tape.variable(key), tape.variable(value));
    let output = attention(queries, key, value, 1, 1, &Mask::all());
    let expected = array![[[1.0, 2.0, 3.0], [1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]];
    assert_eq!(output.value(), expected.into_dyn());
    let gradients = output.backward_from(ArrayD::ones(&[1, 3, 3][..]));
    let expected = array![[[3.0, 3.0, 3.0]]].into_dyn();
    assert_close(gradients.wrt(value).unwrap(), &expected);
    for input in [queries, key] {
        let zeros = ArrayD::zeros(input.shape());
        assert_close(gradients.wrt(input).unwrap(), &zeros);
    }
}

#[test]
fn empty_arrays_have_empty_gradients() {
    for [batch, queries, keys] in [[0, 2, 3], [2, 0, 3], [2, 3, 0]] {
        let tape = Tape::new(Mode::Check, 0);
        let shapes = [[batch, queries, 4], [batch, keys, 4], [batch, keys, 2]];
        let inputs = shapes.map(|shape| tape.variable(random(&shape, 1)));
        let [q, k, v] = inputs;
        let output = attention(q, k, v, 2, 2, &Mask::causal());
        assert_eq!(output.shape(), [batch, queries, 2]);
        assert!(output.value().iter().all(|&x| x == 0.0));
        let gradients = output.sum().backward();
        for (input, shape) in inputs.into_iter().zip(shapes) {
            let zeros = ArrayD::<Real>::zeros(&shape[..]);
            assert_eq!(gradients.wrt(input).unwrap(), &zeros);
        }
    }
}

#[test]
fn large_scores_stay_finite() {
    let tape = Tape::new(Mode::Check, 0);
    let queries = tape.variable(array![[[1e4], [-1e4]]]);
    let keys = tape.variable(array![[[1.0], [-1.0]]]);
    let values = tape.variable(array![[[3.0], [5.0]]]);
    let output = attention(queries, keys, values, 1, 1, &Mask::all());
    assert_eq!(output.value(), array![[[3.0], [5.0]]].into_dyn());
    let gradients = output.backward_from(array![[[1.0], [2.0]]].into_dyn());
    let expected = array![[[1.0], [2.0]]].into_dyn();
    assert_eq!(gradients.wrt(values).unwrap(), &expected);
    let zeros = array![[[0.0], [0.0]]].into_dyn();
    assert_eq!(gradients.wrt(queries).unwrap(), &zeros);
}

#[test]
fn a_score_that_counts_and_is_no_number_stays_visible() {
    let tape = Tape::new(Mode::Eval, 0);
    let queries = tape.constant(array![[[1.0], [Real::NAN]]]);
    let ones = tape.constant(array![[[1.0], [1.0]]]);
    let output = attention(queries, ones, ones, 1, 1, &Mask::all()).value();
    assert_eq!(output[[0, 0, 0]], 1.0);
    assert!(output[[0, 1, 0]].is_nan());
}

#[test]
fn a_query_without_keys_has_output_0_whatever_the_values() {
    let tape = Tape::new(Mode::Eval, 0);
    let ones = tape.constant(array![[[1.0], [1.0]]]);
    let values = tape.constant(array![[[Real::NAN], [1.0]]]);
    let mask = Mask::allowed(array![[false, false], [true, true]]);
    let output = attention(ones, ones, values, 1, 1, &mask).value();
    assert_eq!(output[[0, 0, 0]], 0.0);
}

/// Only training on a long text without dropout has no weights, and it has the same output and
/// gradients.
#[test]
fn long_texts_are_trained_in_blocks() {
    let shapes = [[1, 2, 3, 4], [1, 2, 520, 4], [1, 2, 520, 5]];
    let inputs = shapes.map(|shape| random(&shape, 1));
    let mask = Mask::causal().starting_at(510);
    let run = |mode, dropout| {
        let tape = Tape::new(mode, 0);
        let v = inputs.each_ref().map(|x| tape.variable(x.clone()));
        let attended = attend_heads(v[0], v[1], v[2], &mask, dropout);
        let output = attended.output.value().into_owned();
        let weights = attended.weights.shape();
        if mode == Mode::Eval {
            return (weights, vec![output]);
        }
        let gradients = attended.output.backward_from(random(&[1, 2, 3, 5], 2));
        let all = v.map(|v| gradients.wrt(v).unwrap().clone());
        (weights, [output].into_iter().chain(all).collect())
    };
    let (weights, plain) = run(Mode::Check, 0.0);
    assert_eq!(weights, [1, 2, 3, 520]);
    let (weights, in_blocks) = run(Mode::Train, 0.0);
    assert_eq!(weights, [1, 2, 3, 0]);
    for (plain, in_blocks) in plain.iter().zip(&in_blocks) {
        assert_close(in_blocks, plain);
    }
    for (mode, dropout) in [(Mode::Eval, 0.0), (Mode::Train, 0.5)] {
        assert_eq!(run(mode, dropout).0, [1, 2, 3, 520]);
    }
}
