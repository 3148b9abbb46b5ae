//! The weights of all blocks and heads.

use ndarray::Axis;

use super::{configs, language_model, random_tokens, transformer};
use crate::data::Padded;
use crate::encoder_decoder::testing::{
    SOURCE_VOCAB, batch, examples, padded_further, rng,
};
use crate::tape::{Mode, Tape, Var, stack};
use crate::transformer::{Config, Transformer};

/// Each row sums to 1, and the weight of a pair is 0 where it is forbidden, and not 0 elsewhere.
#[track_caller]
fn assert_shares(
    map: Var<'_>,
    allowed: impl Fn(usize, usize, usize) -> bool,
) {
    let [_batch, heads, queries, _keys] = map.dims();
    for (place, row) in
        map.value().lanes(Axis(3)).into_iter().enumerate()
    {
        let (sentence, query) =
            (place / (heads * queries), place % queries);
        assert!((row.sum() - 1.0).abs() < 1e-5, "{row}");
        for (key, &weight) in row.indexed_iter() {
            assert_eq!(
                weight > 0.0,
                allowed(sentence, query, key),
                "{row}"
            );
            assert!(weight >= 0.0, "{row}");
        }
    }
}

#[test]
fn rows_sum_to_1_and_padding_and_the_future_have_exactly_0() {
    for (seed, config) in configs() {
        let model = transformer(&config, seed);
        let batch = padded_further(&batch(&examples(3, seed)), 2);
        let (source, lens) = (&batch.source, &batch.source.lens);
        for mode in [Mode::Train, Mode::Eval] {
            let tape = &Tape::new(mode, 0);
            let maps = model.maps(tape, source, &batch.inputs);
            let [targets, keys] =
                [batch.inputs.shape()[1], source.steps()];
            let counts = [&maps.encoder, &maps.decoder, &maps.cross]
                .map(Vec::len);
            assert_eq!(counts, [config.blocks; 3]);
            for block in 0..config.blocks {
                let (encoder, cross) =
                    (maps.encoder[block], maps.cross[block]);
                assert_eq!(
                    encoder.shape(),
                    [3, config.heads, keys, keys]
                );
                assert_shares(encoder, |sentence, _, key| {
                    key < lens[sentence]
                });
                assert_eq!(
                    cross.shape(),
                    [3, config.heads, targets, keys]
                );
                assert_shares(cross, |sentence, _, key| {
                    key < lens[sentence]
                });
                let decoder = maps.decoder[block];
                assert_eq!(
                    decoder.shape(),
                    [3, config.heads, targets, targets]
                );
                assert_shares(decoder, |_, query, key| key <= query);
            }
        }
    }
}

#[test]
fn a_language_model_looks_back_alone() {
    for (seed, config) in configs() {
        let model = language_model(&config, seed);
        let tape = &Tape::new(Mode::Eval, 0);
        let predicted = model.predict(tape, &random_tokens(2, 5, seed));
        assert_eq!(predicted.weights.len(), config.blocks);
        for map in predicted.weights {
            assert_eq!(map.shape(), [2, config.heads, 5, 5]);
            assert_shares(map, |_, query, key| key <= query);
        }
    }
}

/// The shapes of the text: two blocks with four heads, and a sentence of ten tokens.
#[test]
fn the_maps_of_a_sentence_lie_on_each_other() {
    let vocabs = [SOURCE_VOCAB, super::TARGET_VOCAB];
    let config = Config::new(32, 4);
    let model = Transformer::new(&config, vocabs, &mut rng(0))
        .expect("4 divides 32");
    let tape = &Tape::new(Mode::Eval, 0);
    let sentence: Vec<usize> =
        (0..10).map(|place| 3 + place % 8).collect();
    let source = Padded::new(&[sentence], SOURCE_VOCAB)
        .expect("in the vocabulary");
    let maps = model.maps(tape, &source, &random_tokens(1, 10, 0));
    for blocks in [maps.encoder, maps.decoder, maps.cross] {
        let of_sentence: Vec<Var<'_>> =
            blocks.iter().map(|block| block.index(0, 0)).collect();
        assert_eq!(stack(&of_sentence, 0).shape(), [2, 4, 10, 10]);
    }
    let maps = model.maps(tape, &source, &random_tokens(1, 4, 1));
    assert_eq!(maps.cross[1].shape(), [1, 4, 4, 10]);
}
