//! Chapter 10: attention as memory.

use attention::Real;
use attention::array::assert_close;
use attention::attention_as_memory::reach::{Pattern, layers};
use attention::attention_as_memory::recall::Pairs;
use attention::attention_as_memory::*;
use attention::nn::ConfigError;
use attention::tape::{Mode, Tape, Var};
use engine::testing::{assert_panics, random, rng};
use ndarray::{Array2, Array3, array};

#[test]
fn the_sum_and_the_delta_rule_read_the_numbers_by_hand() {
    let keys = [array![1.0, 0.0], array![0.6, 0.8]];
    let (mut sum, mut delta) = (Memory::new(2, 1), Memory::new(2, 1));
    for (key, value) in [(0, 10.0), (1, 20.0), (0, 30.0)] {
        sum.write(&keys[key], &array![value]);
        delta.correct(&keys[key], &array![value], 1.0);
    }
    let read = |memory: &Memory| keys.each_ref().map(|k| memory.read(k)[0]);
    for (left, right) in [(read(&sum), [52.0, 44.0]), (read(&delta), [30.0, 26.96])] {
        for (left, right) in left.into_iter().zip(right) {
            assert!((left - right).abs() < 1e-4, "{left} and {right}");
        }
    }
}

#[test]
fn the_last_value_of_a_key_is_the_answer() {
    let pairs = Pairs::draw(1, 8, true, &mut rng(0));
    for (key, answer) in pairs.asked.iter().zip(&pairs.answers) {
        let last = pairs.keys.iter().zip(&pairs.values);
        let last = last.filter(|(other, _)| *other == key).last();
        assert_eq!(last, Some((key, answer)));
    }
}

#[test]
fn heads_that_cannot_be_rotated_are_an_error() {
    let error = |hidden, heads| {
        let config =
            AttentionOnlyConfig { vocab: 5, hidden, heads, layers: 1, spread: 1.0, sink: false };
        AttentionOnly::new(&config, &mut rng(0)).expect_err("3 columns")
    };
    let [hidden, heads] = [10, 3];
    let expected = ConfigError::HeadsMustDivide { hidden, heads };
    assert_eq!(error(hidden, heads), expected);
    let [hidden, heads] = [6, 2];
    let expected = ConfigError::OddHeads { hidden, heads };
    assert_eq!(error(hidden, heads), expected);
}

#[test]
fn tokens_that_never_meet_need_no_number_of_layers() {
    let apart = array![[true, false], [false, true]];
    assert_eq!(layers(&apart), None);
    assert_eq!(layers(&Pattern::Powers.pairs(256)), Some(5));
}

#[test]
fn misuse_is_refused() {
    assert_panics("layers: [2, 1] is not square", || {
        layers(&array![[true], [true]]);
    });
    assert_panics("memory: [2, 1]: a key of 3 and a value of 1", || {
        Memory::new(2, 1).write(&array![1.0, 2.0, 3.0], &array![1.0]);
    });
}

/// Queries, keys, values, and one number for each token.
type Attend = for<'t> fn(Var<'t>, Var<'t>, Var<'t>, Var<'t>) -> Var<'t>;

/// Queries, keys, and values of one example.
fn inputs(steps: usize) -> [Array3<Real>; 3] {
    [0, 1, 2].map(|seed| random((1, steps, 4), seed))
}

/// Where factors of a thousandth come again and again, the logarithm of their product is a large
/// number, and differences of such logarithms are off by more the longer the text is.
#[test]
fn long_texts_are_as_exact_as_short_ones() {
    for steps in [48, 512, 2048] {
        let factors =
            Array2::from_shape_fn((1, steps), |(_, t)| if t % 4 == 0 { 1e-3 } else { 0.99 });
        let tape = Tape::new(Mode::Eval, 0);
        let [q, k, v] = inputs(steps).map(|x| tape.constant(x));
        let factors = tape.constant(factors);
        let both: [Attend; 2] = [linear_attend, linear_attend_in_order];
        let [at_once, in_order] = both.map(|attend| attend(q, k, v, factors).value());
        assert_close(&at_once, &in_order, 3e-6);
    }
}

/// The token before is forgotten entirely, and no other.
#[test]
fn a_factor_of_0_clears_the_state() {
    let steps = 8;
    let mut factors = Array2::from_elem((1, steps), 0.5);
    // In single precision, this is 0.
    factors[[0, 5]] = 1.0 / (1.0 + Real::exp(800.0));
    assert_eq!(factors[[0, 5]], 0.0);
    let results = |attend: Attend| {
        let tape = Tape::new(Mode::Check, 0);
        let [q, k, v] = inputs(steps).map(|x| tape.variable(x));
        let factors = tape.variable(factors.clone());
        let output = attend(q, k, v, factors);
        let gradients = output.square().sum().backward();
        let by = [q, k, v, factors].map(|x| gradients.wrt(x).expect("a variable").to_owned());
        (output.value().to_owned(), by)
    };
    let (output, by) = results(linear_attend);
    let (expected, expected_by) = results(linear_attend_in_order);
    assert_close(&output, &expected, 1e-5);
    for (by, expected) in by.iter().zip(&expected_by) {
        assert_close(by, expected, 1e-5);
    }
}

/// The gradient of each factor is the sum over all entries of the mask that contain it.
#[test]
fn the_gradient_of_a_mask_by_hand() {
    let tape = Tape::new(Mode::Check, 0);
    let factors = tape.variable(array![[7.0, 0.5, 0.0, 3.0]]);
    let mask = decays(factors);
    let [a, b, c] = [0.5, 0.0, 3.0];
    let by_b = a + 1.0 + c * a + c; // entries b a, b, c b a, and c b
    let by = mask.sum().backward().wrt(factors).unwrap().to_owned();
    let expected = [0.0, 1.0 + b + c * b, by_b, 1.0 + b + b * a];
    assert_eq!(by, Array2::from(vec![expected]).into_dyn());
}

#[test]
fn no_tokens_have_no_output() {
    let tape = Tape::new(Mode::Check, 0);
    let [keys, values] = [(2, 0, 3), (2, 0, 4)].map(|shape| tape.variable(Array3::zeros(shape)));
    let numbers = tape.variable(Array2::zeros((2, 0)));
    for attend in [linear_attend, delta_attend, linear_attend_in_order] {
        let output = attend(keys, keys, values, numbers);
        assert_eq!(output.shape(), [2, 0, 4]);
    }
}
