//! Claims of the chapter about blocks, maps, and positions.

use attention::Real;
use attention::data::{EOS, Padded};
use attention::encoder_decoder::EncoderDecoder;
use attention::mask::Mask;
use attention::nn::init::normal;
use attention::tape::{Mode, Tape, Var};
use attention::transformer::{Arrangement, Config, Encoder, InputLayer};
use engine::testing::rng;
use ndarray::{ArrayD, Axis, array};

use crate::models::{
    SOURCE_VOCAB, batch, configs, examples, language_model, padded_further, random_tokens, same,
    tokens, transformer,
};

/// The claims about twelve untrained blocks, for more seeds than the page prints.
#[test]
fn untrained_blocks_make_tokens_similar_and_sooner_with_post_norm() {
    let size = |x: &ArrayD<Real>| x.powi(2).mean().expect("entries").sqrt();
    for seed in 0..5 {
        let of_each = |arrangement| {
            let config = Config { arrangement, blocks: 12, ..Config::new(32, 4) };
            let (tape, rng) = (Tape::new(Mode::Eval, 0), &mut rng(seed));
            let x = tape.constant(normal((1, 10, 32), 1.0, rng));
            let encoder = Encoder::new(&config, rng).expect("4 divides 32");
            let blocks = encoder.blocks.iter();
            let x = blocks.fold(x, |x, block| block.forward(x, &Mask::all()).output);
            let x = x.value().to_owned();
            let common = x.mean_axis(Axis(1)).expect("tokens").insert_axis(Axis(1));
            size(&(&x - &common)) / size(&x)
        };
        let [post, pre] = [Arrangement::PostNorm, Arrangement::PreNorm].map(of_each);
        assert!(2.0 * post < pre && pre < 0.7, "seed {seed}: {post} and {pre}");
    }
}

/// Each row sums to 1, and the weight of a pair is 0 where it is forbidden, and not 0 elsewhere.
#[track_caller]
fn assert_shares(map: Var<'_>, allowed: impl Fn(usize, usize, usize) -> bool) {
    let [_batch, heads, queries, _keys] = map.dims();
    for (place, row) in map.value().lanes(Axis(3)).into_iter().enumerate() {
        let (sentence, query) = (place / (heads * queries), place % queries);
        assert!((row.sum() - 1.0).abs() < 1e-5, "{row}");
        for (key, &weight) in row.indexed_iter() {
            assert_eq!(weight > 0.0, allowed(sentence, query, key), "{row}");
            assert!(weight >= 0.0, "{row}");
        }
    }
}

#[test]
fn padding_and_the_future_have_no_weight() {
    for (seed, config) in configs() {
        let model = transformer(&config, seed);
        let batch = padded_further(&batch(&examples(3, seed)), 2);
        let lens = &batch.source.lens;
        for mode in [Mode::Train, Mode::Eval] {
            let tape = &Tape::new(mode, 0);
            let maps = model.maps(tape, &batch.source, &batch.inputs);
            let counts = [&maps.encoder, &maps.decoder, &maps.cross].map(Vec::len);
            assert_eq!(counts, [config.blocks; 3]);
            for map in maps.encoder.into_iter().chain(maps.cross) {
                assert_shares(map, |sentence, _, key| key < lens[sentence]);
            }
            let all = language_model(&config, seed).predict(tape, &random_tokens(2, 5, seed));
            assert_eq!(all.weights.len(), config.blocks);
            for map in maps.decoder.into_iter().chain(all.weights) {
                assert_shares(map, |_, query, key| key <= query);
            }
        }
    }
}

/// The standard deviation 1 / √hidden of the table is 1 after the scaling.
#[test]
fn entries_of_the_table_become_as_large_as_entries_of_positions() {
    for hidden in [16, 64] {
        let input = InputLayer::new(2000, &Config::new(hidden, 1), &mut rng(1));
        let table = input.embedding.weight.value();
        let variance = table.powi(2).mean().expect("it has entries");
        assert!((variance * hidden as Real - 1.0).abs() < 0.03, "{variance}");
        assert!(table.mean().expect("it has entries").abs() < 0.01);
    }
}

#[test]
fn without_positions_the_order_of_a_source_does_not_count() {
    for (seed, config) in configs() {
        for positions in [true, false] {
            let model = transformer(&Config { positions, ..config }, seed);
            let [one, other] = [[5, 9, 7, 10, EOS], [10, 5, EOS, 7, 9]].map(|ids| {
                let source = Padded::new(&[ids], SOURCE_VOCAB).expect("in the vocabulary");
                let tape = Tape::new(Mode::Eval, 0);
                model.forward(&tape, &source, &tokens(array![[2, 5, 4]])).logits.value()
            });
            let same = same("the logits", &one, &other);
            assert_eq!(same.is_ok(), !positions, "{config:?}: {same:?}");
        }
    }
}
