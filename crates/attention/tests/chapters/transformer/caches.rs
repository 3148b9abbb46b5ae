//! Logits and maps are the same whether tokens are read one by one, a few at a time, or all at
//! once.

use attention::encoder_decoder::EncoderDecoder;
use attention::mask::Mask;
use attention::nn::Tokens;
use attention::tape::{Mode, Tape, Var};
use attention::transformer::{Config, LanguageModelCache};
use engine::testing::assert_panics;
use ndarray::{Axis, array};

use crate::models::{
    configs, examples, language_model, random_tokens, rows, same, sources, tokens, transformer,
};

const STEPS: usize = 7;

/// Where a text of seven tokens is cut.
const CUTS: [&[usize]; 6] = [
    &[1, 1, 1, 1, 1, 1, 1],
    &[2, 2, 2, 1],
    &[3, 3, 1],
    &[4, 1, 1, 1], // a prompt, then steps
    &[1, 5, 1],
    &[6, 1],
];

/// Calls `read` with each part of a text of three sentences, and compares its logits and maps with
/// `all`, where maps have only the keys so far.
#[track_caller]
fn assert_continues<'t>(
    seed: u64,
    cuts: &[usize],
    all: &[Var<'t>],
    mut read: impl FnMut(&Tokens) -> (Vec<Var<'t>>, usize),
) {
    let inputs = rows(&random_tokens(3, STEPS, seed));
    let mut from = 0;
    for &count in cuts {
        let columns: Vec<usize> = (from..from + count).collect();
        let (part, position) = read(&tokens(inputs.select(Axis(1), &columns)));
        assert_eq!((position, part.len()), (from + count, all.len()));
        for (part, all) in part.into_iter().zip(all) {
            let axis = part.shape().len() - 2; // steps
            let mut expected = all.slice(axis, from..from + count);
            if axis == 2 {
                expected = expected.slice(3, ..part.shape()[3]);
            }
            let what = format!("{count} from {from}");
            assert_eq!(same(&what, &part.value(), &expected.value()), Ok(()));
        }
        from += count;
    }
}

#[test]
fn models_continue_where_they_stopped() {
    for (seed, config) in configs() {
        let tape = &Tape::new(Mode::Eval, 0);
        let (inputs, mask) = (random_tokens(3, STEPS, seed), Mask::causal());
        let (model, source) = (transformer(&config, seed), sources(&examples(3, seed)));
        let encoded = model.encode(tape, &source).output;
        let all = model.decode(tape, &inputs, encoded, &mask, &source.mask());
        let parts = [vec![model.logits(all.output)], all.weights, all.cross_weights].concat();
        for cuts in CUTS {
            let mut cache = model.start(tape, &source);
            assert_continues(seed, cuts, &parts, |tokens| {
                let part = model.decode_cached(tape, tokens, &mut cache, &mask);
                let logits = vec![model.logits(part.output)];
                ([logits, part.weights, part.cross_weights].concat(), cache.position())
            });
        }
        let model = language_model(&config, seed);
        let all = model.predict(tape, &inputs);
        let parts = [vec![all.logits], all.weights].concat();
        for cuts in CUTS {
            let mut cache = LanguageModelCache::default();
            assert_continues(seed, cuts, &parts, |tokens| {
                let part = model.predict_cached(tape, tokens, &mut cache);
                ([vec![part.logits], part.weights].concat(), cache.position())
            });
        }
    }
}

#[test]
fn caches_of_other_models_are_refused() {
    let config = |blocks| Config { blocks, ..Config::new(8, 2) };
    let tape = &Tape::new(Mode::Eval, 0);
    let [one, two] = [1, 2].map(|blocks| transformer(&config(blocks), 0));
    let cache = one.start(tape, &sources(&examples(2, 0)));
    assert_panics("decoder: 2 blocks, and a cache of 1", || {
        two.step(tape, &tokens(array![2, 2]), &cache);
    });
    let [one, two] = [1, 2].map(|blocks| language_model(&config(blocks), 0));
    let (inputs, mut cache) = (random_tokens(1, 2, 0), LanguageModelCache::default());
    one.predict_cached(tape, &inputs, &mut cache);
    assert_panics("language model: 2 blocks, and a cache of 1", || {
        two.predict_cached(tape, &inputs, &mut cache);
    });
}
