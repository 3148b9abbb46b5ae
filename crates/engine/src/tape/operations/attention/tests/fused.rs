//! The fused operation: results by hand, special cases, and panics.

use super::*;
use crate::tape::operations::attention::blocks::{
    KEYS, QUERIES, Sizes, for_each_strip,
};
use ndarray::{Array2, Axis};

#[test]
fn by_hand() {
    let tape = Tape::new(Mode::Check, 0);
    let three: Real = 3.0;
    // Each of the two heads reads one column; the second has equal scores.
    let queries = tape.variable(array![[[three.ln(), 5.0]]]);
    let keys = tape.variable(array![[[0.0, 2.0], [1.0, 2.0]]]);
    let values = tape.variable(array![[[4.0, 10.0], [8.0, 30.0]]]);
    let output = fused_attend(queries, keys, values, 2, 2, &Mask::all());
    assert_close(
        &output.value().to_owned(),
        &array![[[7.0, 20.0]]].into_dyn(),
    );
    assert_eq!(tape.operations()[3..], ["fused_attend"]);
    let gradients = output.backward_from(array![[[1.0, 10.0]]].into_dyn());
    let expected = array![[[0.25, 5.0], [0.75, 5.0]]].into_dyn();
    assert_close(gradients.wrt(values).unwrap(), &expected);
    // The gradients of the scores are 0.25 (4 - 7) and 0.75 (8 - 7) in head 1, and 5 (10 - 20) and
    // 5 (30 - 20) in head 2.
    let expected = array![[[0.75, 0.0]]].into_dyn();
    assert_close(gradients.wrt(queries).unwrap(), &expected);
    let by_log = 0.75 * three.ln();
    let expected = array![[[-by_log, -250.0], [by_log, 250.0]]].into_dyn();
    assert_close(gradients.wrt(keys).unwrap(), &expected);
}

#[test]
fn gradients_agree_with_differences() {
    let pairs = array![
        [true, false, true, false, false],
        [false, false, false, false, false],
        [false, true, false, false, true]
    ];
    let shapes = [[2, 3, 4], [2, 5, 4], [2, 5, 6]];
    let inputs = shapes.map(|shape| random(&shape, 1));
    for mask in [
        Mask::all(),
        Mask::causal().starting_at(1),
        Mask::valid_lens([0, 3]),
        Mask::valid_lens_per_query(array![[0, 1, 2], [3, 5, 0]]),
        Mask::allowed(pairs).and(Mask::window(2, 3)),
    ] {
        gradients_hold(&inputs, |_, v| fused_attend(v[0], v[1], v[2], 2, 2, &mask));
    }
}

#[test]
fn the_same_input_three_times() {
    let input = [random(&[2, 5, 6], 1)];
    let mask = Mask::causal();
    gradients_hold(&input, |_, v| fused_attend(v[0], v[0], v[0], 3, 3, &mask));
}

#[test]
fn an_item_alone_has_the_same_bits_as_in_a_batch() {
    let (len, heads) = (QUERIES + 5, 2);
    let [q, k, v] = [1, 2, 3].map(|seed| random(&[3, len, 8], seed));
    let tape = Tape::new(Mode::Eval, 0);
    let [q, k, v] = [q, k, v].map(|input| tape.constant(input));
    let lens = [len, 7, 0];
    let mask = Mask::causal().and(Mask::valid_lens(lens));
    let together = fused_attend(q, k, v, heads, heads, &mask).value();
    for (item, len) in lens.into_iter().enumerate() {
        let [q, k, v] = [q, k, v].map(|input| input.slice(0, item..item + 1));
        let mask = Mask::causal().and(Mask::valid_lens([len]));
        let alone = fused_attend(q, k, v, heads, heads, &mask).value();
        let of_batch = together.index_axis(Axis(0), item);
        assert_eq!(alone.index_axis(Axis(0), 0), of_batch);
    }
}

#[test]
fn fully_masked_blocks_are_skipped() {
    let last = 3 * QUERIES;
    let sizes = Sizes {
        batch: 2,
        heads: 1,
        key_heads: 1,
        queries: last + 1,
        keys: 3 * KEYS,
    };
    // Each strip as its example, its first query, and its blocks of keys.
    let visited = |mask: Mask| {
        let mut visited: Vec<(_, _, Vec<_>)> = Vec::new();
        for_each_strip(sizes, &mask, |strip| {
            let blocks = strip.key_blocks.iter().map(|keys| (keys.start, keys.end));
            visited.push((strip.batch, strip.queries.start, blocks.collect()));
        });
        visited
    };
    let causal = visited(Mask::causal());
    assert_eq!(causal.len(), 8);
    assert_eq!(causal[0], (0, 0, vec![(0, QUERIES)]));
    let blocks = vec![(0, KEYS), (KEYS, last + 1)];
    assert_eq!(causal[7], (1, last, blocks));
    let window = visited(Mask::window(1, KEYS + 1));
    let blocks = vec![
        (QUERIES - 1, KEYS + QUERIES - 1),
        (KEYS + QUERIES - 1, 2 * QUERIES + 1 + KEYS),
    ];
    assert_eq!(window[1], (0, QUERIES, blocks));
    let lens = visited(Mask::valid_lens([0, 3]));
    assert_eq!(lens.len(), 4);
    assert_eq!(lens[0], (1, 0, vec![(0, 3)]));
    // All keys of query 0 are masked, so the range of keys does not include key 0.
    let lens = Array2::from_shape_fn((2, last + 1), |(_, query)| last * query.min(1));
    let mask = Mask::window(0, 0).and(Mask::valid_lens_per_query(lens));
    assert_eq!(visited(mask)[0].2, [(1, QUERIES)]);
    // Every query attends to the first key and the last one, so nobody needs the block between
    // them.
    let ends = |(_, key)| key == 0 || key == 3 * KEYS - 1;
    let ends = Array2::from_shape_fn((last + 1, 3 * KEYS), ends);
    let blocks = [(0, KEYS), (2 * KEYS, 3 * KEYS)];
    assert_eq!(visited(Mask::allowed(ends))[0].2, blocks);
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
    let output = fused_attend(query, keys, values, 1, 1, &Mask::all()).value();
    assert_close(&output.to_owned(), &array![[[2.0]]].into_dyn());
}

#[test]
fn four_heads_share_two_key_heads() {
    let tape = Tape::new(Mode::Check, 0);
    // Scores are 0, so that the output is the mean of the values.
    let queries = tape.variable(ArrayD::zeros(&[1, 1, 4][..]));
    let keys = tape.variable(random(&[1, 2, 2], 1));
    let values = tape.variable(array![[[1.0, 10.0], [3.0, 30.0]]]);
    let output = fused_attend(queries, keys, values, 4, 2, &Mask::all());
    let expected = array![[[2.0, 2.0, 20.0, 20.0]]].into_dyn();
    assert_eq!(output.value(), expected);
    let gradients = output.backward_from(array![[[1.0, 2.0, 4.0, 8.0]]].into_dyn());
    let expected = array![[[1.5, 6.0], [1.5, 6.0]]].into_dyn();
    assert_eq!(gradients.wrt(values).unwrap(), &expected);
}

#[test]
fn a_query_that_may_attend_to_nothing_has_output_0() {
    let tape = Tape::new(Mode::Check, 0);
    let shapes = [[2, 2, 4], [2, 3, 4], [2, 3, 6]];
    let [q, k, v] = shapes.map(|shape| tape.variable(random(&shape, 1)));
    // Query 1 of example 0, and all of example 1.
    let mask = Mask::valid_lens_per_query(array![[2, 0], [0, 0]]);
    let output = fused_attend(q, k, v, 2, 2, &mask);
    let is_zero = |array: &ArrayD<Real>| array.iter().all(|&x| x == 0.0);
    let value = output.value().to_owned();
    assert!(is_zero(&value.index_axis(Axis(0), 1).to_owned()));
    assert!(
        value
            .slice_axis(Axis(1), (1..).into())
            .iter()
            .all(|&x| x == 0.0)
    );
    assert!(!is_zero(&value));
    let gradients = output.backward_from(random(&[2, 2, 6], 2));
    for input in [q, k, v] {
        let gradient = gradients.wrt(input).unwrap();
        assert!(is_zero(&gradient.index_axis(Axis(0), 1).to_owned()));
        assert!(!is_zero(gradient));
    }
    let of_queries = gradients.wrt(q).unwrap();
    assert!(
        of_queries
            .slice_axis(Axis(1), (1..).into())
            .iter()
            .all(|&x| x == 0.0)
    );
}

#[test]
fn a_single_key_gives_its_value() {
    let tape = Tape::new(Mode::Check, 0);
    let queries = tape.variable(random(&[1, 3, 2], 1));
    let (key, value) = (array![[[5.0, -7.0]]], array![[[1.0, 2.0, 3.0]]]);
    let (key, value) = (tape.variable(key), tape.variable(value));
    let output = fused_attend(queries, key, value, 1, 1, &Mask::all());
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
        let output = fused_attend(q, k, v, 2, 2, &Mask::causal());
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
    let output = fused_attend(queries, keys, values, 1, 1, &Mask::all());
    assert_eq!(output.value(), array![[[3.0], [5.0]]].into_dyn());
    let gradients = output.backward_from(array![[[1.0], [2.0]]].into_dyn());
    let expected = array![[[1.0], [2.0]]].into_dyn();
    assert_eq!(gradients.wrt(values).unwrap(), &expected);
    let zeros = array![[[0.0], [0.0]]].into_dyn();
    assert_eq!(gradients.wrt(queries).unwrap(), &zeros);
}

#[test]
fn an_unmasked_nan_score_stays_visible() {
    let tape = Tape::new(Mode::Eval, 0);
    let queries = tape.constant(array![[[1.0], [Real::NAN]]]);
    let ones = tape.constant(array![[[1.0], [1.0]]]);
    let output = fused_attend(queries, ones, ones, 1, 1, &Mask::all()).value();
    assert_eq!(output[[0, 0, 0]], 1.0);
    assert!(output[[0, 1, 0]].is_nan());
}

fn call(shapes: [&[usize]; 3], [heads, key_heads]: [usize; 2], mask: &Mask) {
    let tape = Tape::new(Mode::Eval, 0);
    let [q, k, v] = shapes.map(|shape| zeros(&tape, shape));
    fused_attend(q, k, v, heads, key_heads, mask);
}

#[test]
#[should_panic(
    expected = "fused_attend: [2, 3, 4] x [5, 4] x [2, 5, 6]: each input needs three axes"
)]
fn too_few_axes() {
    call([&[2, 3, 4], &[5, 4], &[2, 5, 6]], [1, 1], &Mask::all());
}

#[test]
#[should_panic(
    expected = "fused_attend: [2, 3, 4] x [2, 5, 4] x [1, 5, 6]: batch sizes 2, 2, and 1 differ"
)]
fn other_batch_sizes() {
    call([&[2, 3, 4], &[2, 5, 4], &[1, 5, 6]], [1, 1], &Mask::all());
}

#[test]
#[should_panic(
    expected = "fused_attend: [2, 3, 4] x [2, 5, 6] x [2, 5, 6]: 6 columns of keys are not 1 key heads of dim 4"
)]
fn other_columns() {
    call([&[2, 3, 4], &[2, 5, 6], &[2, 5, 6]], [1, 1], &Mask::all());
}

#[test]
#[should_panic(
    expected = "fused_attend: [2, 3, 4] x [2, 5, 2] x [2, 5, 6]: 2 columns of keys are not 2 key heads of dim 2"
)]
fn keys_of_half_the_heads() {
    call([&[2, 3, 4], &[2, 5, 2], &[2, 5, 6]], [2, 2], &Mask::all());
}

#[test]
#[should_panic(
    expected = "fused_attend: [2, 3, 4] x [2, 5, 4] x [2, 5, 6]: 2 heads are not divisible by 0 key heads"
)]
fn no_key_heads() {
    call([&[2, 3, 4], &[2, 5, 4], &[2, 5, 6]], [2, 0], &Mask::all());
}

#[test]
#[should_panic(
    expected = "fused_attend: [2, 3, 12] x [2, 5, 8] x [2, 5, 8]: 3 heads are not divisible by 2 key heads"
)]
fn key_heads_that_do_not_divide_the_heads() {
    call([&[2, 3, 12], &[2, 5, 8], &[2, 5, 8]], [3, 2], &Mask::all());
}

#[test]
#[should_panic(
    expected = "fused_attend: [2, 3, 4] x [2, 5, 4] x [2, 3, 4]: numbers 5 and 3 of keys and values differ"
)]
fn values_without_keys() {
    call([&[2, 3, 4], &[2, 5, 4], &[2, 3, 4]], [1, 1], &Mask::all());
}

#[test]
#[should_panic(
    expected = "fused_attend: [2, 3, 4] x [2, 5, 4] x [2, 5, 6]: 6 columns of values are not divisible by 4 key heads"
)]
fn heads_that_do_not_divide_the_values() {
    call([&[2, 3, 4], &[2, 5, 4], &[2, 5, 6]], [4, 4], &Mask::all());
}

#[test]
#[should_panic(
    expected = "fused_attend: [2, 3, 4] x [2, 5, 4] x [2, 5, 6]: heads must be at least 1"
)]
fn no_heads() {
    call([&[2, 3, 4], &[2, 5, 4], &[2, 5, 6]], [0, 0], &Mask::all());
}

#[test]
#[should_panic(
    expected = "fused_attend: [2, 3, 0] x [2, 5, 0] x [2, 5, 6]: queries have no columns"
)]
fn no_columns_of_queries() {
    call([&[2, 3, 0], &[2, 5, 0], &[2, 5, 6]], [4, 4], &Mask::all());
}

#[test]
#[should_panic(
    expected = "fused_attend: [2, 3, 4] x [2, 5, 0] x [2, 5, 6]: 0 columns of keys are not 4 key heads of dim 1"
)]
fn no_columns_of_keys() {
    call([&[2, 3, 4], &[2, 5, 0], &[2, 5, 6]], [4, 4], &Mask::all());
}

#[test]
#[should_panic(
    expected = "fused_attend: [2, 1, 3, 5]: the mask has 3 valid lengths for 2 examples"
)]
fn a_mask_of_another_batch() {
    let mask = Mask::valid_lens([1, 2, 3]);
    call([&[2, 3, 4], &[2, 5, 4], &[2, 5, 6]], [1, 1], &mask);
}

#[test]
fn values_that_are_not_finite_do_not_reach_a_query_that_may_attend_to_nothing() {
    let tape = Tape::new(Mode::Eval, 0);
    let ones = tape.constant(array![[[1.0], [1.0]]]);
    let values = tape.constant(array![[[Real::NAN], [1.0]]]);
    let mask = Mask::allowed(array![[false, false], [true, true]]);
    let output = fused_attend(ones, ones, values, 1, 1, &mask).value();
    assert_eq!(output[[0, 0, 0]], 0.0);
}
