//! A model of today: `cargo bench -p attention --bench newer`.
//!
//! It has 4 blocks with hidden size 256, 8 heads of which 2, 8, or 1 have keys of their own, rotary
//! positions, RMS norm, and gated networks, and a vocabulary of 2000. A training step reads 32
//! texts of 64 tokens; decoding writes texts of one batch, token by token, with the keys and values
//! of before.

use attention::newer_transformer::{DecoderOnly, DecoderOnlyCache, DecoderOnlyConfig};
use attention::nn::Tokens;
use attention::tape::{Mode, Tape};
use attention::train::{Adam, Optimizer};
use divan::Bencher;
use divan::counter::ItemsCount;
use ndarray::Array2;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

fn main() {
    divan::main();
}

const VOCAB: usize = 2000;
const BATCH: usize = 32;
const STEPS: usize = 64;

fn model(key_heads: usize) -> DecoderOnly {
    let config = DecoderOnlyConfig { key_heads, blocks: 4, ..DecoderOnlyConfig::new(256, 8) };
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    DecoderOnly::new(&config, VOCAB, rng).expect("all key heads divide 8")
}

fn tokens(batch: usize, steps: usize) -> Array2<usize> {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    Array2::from_shape_simple_fn((batch, steps), || rng.random_range(0..VOCAB))
}

fn checked(ids: Array2<usize>) -> Tokens {
    Tokens::new(ids, VOCAB).expect("the tokens are in the vocabulary")
}

#[divan::bench(args = [8, 2, 1], sample_count = 10)]
fn training_step(bencher: Bencher<'_, '_>, key_heads: usize) {
    let model = model(key_heads);
    let mut optimizer = Adam::new(1e-3).expect("a rate");
    let (targets, inputs) = (tokens(BATCH, STEPS), checked(tokens(BATCH, STEPS)));
    bencher.counter(ItemsCount::new(BATCH * STEPS)).bench_local(|| {
        let tape = Tape::new(Mode::Train, 0);
        let logits = model.predict(&tape, &inputs).logits;
        let loss = logits.cross_entropy(&targets.clone().into_dyn(), None);
        optimizer.step(&model, &loss.backward());
    });
}

const LENGTHS: [[usize; 2]; 6] = [[512, 0], [512, 1], [1024, 0], [1024, 1], [2048, 0], [2048, 1]];

/// A long text, in blocks and, on a tape that keeps the weights, without them.
#[divan::bench(args = LENGTHS, sample_count = 3)]
fn long_text(bencher: Bencher<'_, '_>, [steps, in_blocks]: [usize; 2]) {
    let model = model(2);
    let (targets, inputs) = (tokens(1, steps), checked(tokens(1, steps)));
    bencher.counter(ItemsCount::new(steps)).bench_local(|| {
        let tape = Tape::new([Mode::Check, Mode::Train][in_blocks], 0);
        let logits = model.predict(&tape, &inputs).logits;
        let loss = logits.cross_entropy(&targets.clone().into_dyn(), None);
        divan::black_box(loss.backward());
    });
}

#[divan::bench(args = [8, 2, 1], sample_count = 5)]
fn decoding(bencher: Bencher<'_, '_>, key_heads: usize) {
    const WRITTEN: usize = 32;
    let model = model(key_heads);
    let (read, token) = (checked(tokens(BATCH, 512)), checked(tokens(BATCH, 1)));
    let mut cache = DecoderOnlyCache::default();
    model.predict_cached(&Tape::new(Mode::Eval, 0), &read, &mut cache);
    bencher.counter(ItemsCount::new(BATCH * WRITTEN)).bench_local(|| {
        let mut cache = cache.clone();
        for _ in 0..WRITTEN {
            let tape = Tape::new(Mode::Eval, 0);
            divan::black_box(model.predict_cached(&tape, &token, &mut cache));
        }
    });
}
