//! The effect of the order of the tokens on a model.

use engine::testing::assert_close;
use ndarray::{Axis, array};

use super::{configs, language_model, transformer};
use crate::Real;
use crate::data::{EOS, Padded};
use crate::encoder_decoder::EncoderDecoder;
use crate::encoder_decoder::testing::{
    SOURCE_VOCAB, TARGET_VOCAB, rng, tokens,
};
use crate::nn::{SinusoidalPositions, Tokens};
use crate::tape::{Mode, Tape, Value};
use crate::transformer::{Config, InputLayer, Transformer};

fn source(ids: &[usize]) -> Padded {
    Padded::new(&[ids], SOURCE_VOCAB).expect("in the vocabulary")
}

fn distance(left: &Value, right: &Value) -> Real {
    let pairs = left.iter().zip(right);
    pairs.fold(0.0, |most, (l, r)| most.max((l - r).abs()))
}

/// The table times √hidden, plus sine and cosine of the given position.
#[test]
fn tokens_are_scaled_and_told_their_positions() {
    let tokens = Tokens::new(array![[1, 4, 4], [0, 2, 1]], 5).unwrap();
    for (positions, position) in
        [(true, 0), (true, 3), (true, 1000), (false, 3)]
    {
        let config = Config {
            positions,
            ..Config::new(6, 1)
        };
        let input = InputLayer::new(5, &config, &mut rng(0));
        let tape = Tape::new(Mode::Eval, 0);
        let found = input.forward(&tape, &tokens, position).value();
        let (table, root) =
            (input.embedding.weight.value(), Real::sqrt(6.0));
        let rows = SinusoidalPositions::new(6).rows(position, 3);
        for ((sentence, step), &token) in
            tokens.ids().indexed_iter().map(pair)
        {
            let mut expected =
                table.index_axis(Axis(0), token).to_owned() * root;
            if positions {
                expected += &rows.index_axis(Axis(0), step);
            }
            let found = found.index_axis(Axis(0), sentence);
            let found = found.index_axis(Axis(0), step).to_owned();
            assert_close(&found, &expected, 1e-6);
        }
    }
}

fn pair(
    (place, token): (ndarray::IxDyn, &usize),
) -> ((usize, usize), &usize) {
    ((place[0], place[1]), token)
}

/// The standard deviation 1 / √hidden of the table is 1 after the scaling.
#[test]
fn the_scaling_makes_entries_of_the_table_as_large_as_entries_of_positions()
 {
    for hidden in [16, 64] {
        let input =
            InputLayer::new(2000, &Config::new(hidden, 1), &mut rng(1));
        let table = input.embedding.weight.value();
        let variance =
            table.mapv(|x| x * x).mean().expect("it has entries");
        let expected = 1.0 / hidden as Real;
        assert!((variance / expected - 1.0).abs() < 0.03, "{variance}");
        assert!(table.mean().expect("it has entries").abs() < 0.01);
    }
}

/// The same word three times: its vectors differ if, and only if, positions are added.
#[test]
fn the_same_token_at_two_places_differs_by_its_position_alone() {
    for (seed, config) in configs() {
        for positions in [true, false] {
            let model = transformer(
                &Config {
                    positions,
                    ..config
                },
                seed,
            );
            let tape = &Tape::new(Mode::Eval, 0);
            let encoded =
                model.encode(tape, &source(&[5, 5, 7, 5, EOS])).output;
            let of = |step| encoded.index(1, step).value();
            for distance in
                [distance(&of(0), &of(1)), distance(&of(1), &of(3))]
            {
                let same = distance < 1e-5;
                assert_eq!(same, !positions, "{distance}, {config:?}");
            }
        }
    }
}

fn logits(model: &Transformer, ids: &[usize]) -> Value {
    let tape = Tape::new(Mode::Eval, 0);
    let inputs = tokens(array![[2, 5, 4]]);
    model.forward(&tape, &source(ids), &inputs).logits.value()
}

#[test]
fn without_positions_the_order_of_a_source_does_not_count() {
    for (seed, config) in configs() {
        for positions in [true, false] {
            let model = transformer(
                &Config {
                    positions,
                    ..config
                },
                seed,
            );
            let one = logits(&model, &[5, 9, 7, 10, EOS]);
            let other = logits(&model, &[10, 5, EOS, 7, 9]);
            let moved = distance(&one, &other);
            if positions {
                assert!(moved > 1e-3, "{moved}, {config:?}");
            } else {
                assert!(
                    moved
                        < 1e-5
                            * one
                                .iter()
                                .fold(1.0, |m: Real, x| m.max(x.abs()))
                );
            }
        }
    }
}

/// With one block, the last token sees the tokens before it as a set.
#[test]
fn without_positions_a_language_model_sees_a_set() {
    for (seed, config) in configs() {
        for positions in [true, false] {
            let config = Config {
                positions,
                ..config
            }
            .blocks(1);
            let model = language_model(&config, seed);
            let last = |ids| {
                let tape = Tape::new(Mode::Eval, 0);
                let ids = Tokens::new(ids, TARGET_VOCAB).unwrap();
                model.predict(&tape, &ids).logits.index(1, 3).value()
            };
            let moved = distance(
                &last(array![[2, 5, 6, 4]]),
                &last(array![[6, 2, 5, 4]]),
            );
            assert_eq!(moved < 1e-5, !positions, "{moved}, {config:?}");
        }
    }
}
