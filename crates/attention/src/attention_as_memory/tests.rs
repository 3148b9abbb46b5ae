use ndarray::{Array2, Array3, array};

use super::reach::{Pattern, layers};
use super::recall::Pairs;
use super::*;
use crate::nn::ConfigError;
use crate::tape::{Mode, Tape};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

#[test]
fn the_sum_and_the_delta_rule_read_the_numbers_by_hand() {
    let keys = [array![1.0, 0.0], array![0.6, 0.8]];
    let (mut sum, mut delta) = (Memory::new(2, 1), Memory::new(2, 1));
    for (key, value) in [(0, 10.0), (1, 20.0), (0, 30.0)] {
        sum.write(&keys[key], &array![value]);
        delta.correct(&keys[key], &array![value], 1.0);
    }
    let read =
        |memory: &Memory| keys.each_ref().map(|k| memory.read(k)[0]);
    for (left, right) in
        [(read(&sum), [52.0, 44.0]), (read(&delta), [30.0, 26.96])]
    {
        for (left, right) in left.into_iter().zip(right) {
            assert!((left - right).abs() < 1e-4, "{left} and {right}");
        }
    }
}

#[test]
#[should_panic(
    expected = "memory: [2, 1]: a key of 3 and a value of 1"
)]
fn a_key_of_another_size_panics() {
    Memory::new(2, 1).write(&array![1.0, 2.0, 3.0], &array![1.0]);
}

#[test]
fn the_last_value_of_a_key_is_the_answer() {
    let rng = &mut ChaCha8Rng::seed_from_u64(0);
    let pairs = Pairs::draw(1, 8, true, rng);
    for (key, answer) in pairs.asked.iter().zip(&pairs.answers) {
        let last = pairs.keys.iter().zip(&pairs.values);
        let last = last.filter(|(other, _)| *other == key).last();
        assert_eq!(last, Some((key, answer)));
    }
}

#[test]
fn heads_that_cannot_be_rotated_are_an_error() {
    let error = |hidden, heads| {
        let config = AttentionOnlyConfig {
            vocab: 5,
            hidden,
            heads,
            layers: 1,
            spread: 1.0,
            sink: false,
        };
        let rng = &mut ChaCha8Rng::seed_from_u64(0);
        AttentionOnly::new(&config, rng).expect_err("3 columns")
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
#[should_panic(expected = "layers: [2, 1] is not square")]
fn a_pattern_with_fewer_keys_than_queries_panics() {
    layers(&array![[true], [true]]);
}

#[test]
fn no_tokens_have_no_output() {
    let tape = Tape::new(Mode::Check, 0);
    let [keys, values] = [(2, 0, 3), (2, 0, 4)]
        .map(|shape| tape.variable(Array3::zeros(shape)));
    let numbers = tape.variable(Array2::zeros((2, 0)));
    for attend in [
        linear_attend,
        delta_attend,
        linear_attend_in_order,
        delta_attend_in_order,
    ] {
        let output = attend(keys, keys, values, numbers);
        assert_eq!(output.shape(), [2, 0, 4]);
    }
}
