//! How long one step of a training takes: `cargo bench -p attention --bench models`.
//!
//! The workload is that of textbooks: two layers of 32 hidden numbers in encoder and decoder, 32 in the
//! vector of a token, dropout 0.1, 64 pairs of sentences of up to 10 tokens, 200 words on each side.
//! The count is of target tokens without the padding.

use attention::bahdanau::Bahdanau;
use attention::data::{Batch, Example};
use attention::encoder_decoder::{EncoderDecoder, FixedContext, RecurrentConfig};
use attention::nn::Dropout;
use attention::tape::{Mode, Tape};
use attention::train::{Adam, Optimizer, clip_global_norm};
use divan::Bencher;
use divan::counter::ItemsCount;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};

fn main() {
    divan::main();
}

const VOCAB: usize = 200;
const BATCH: usize = 64;
const STEPS: usize = 10;

fn sentence(len: usize, rng: &mut impl Rng) -> Vec<usize> {
    (0..len).map(|_| rng.random_range(4..VOCAB)).collect()
}

fn batch(rng: &mut impl Rng) -> Batch {
    let examples: Vec<Example> = (0..BATCH)
        .map(|place| {
            let mut len = || {
                if place == 0 {
                    STEPS
                } else {
                    rng.random_range(3..=STEPS)
                }
            };
            let [source, target] = [len(), len()];
            Example {
                source: sentence(source, rng),
                target: sentence(target, rng),
            }
        })
        .collect();
    Batch::new(&examples, VOCAB, VOCAB).expect("all tokens are in the vocabulary")
}

fn step<M: EncoderDecoder>(
    bencher: Bencher<'_, '_>,
    make: fn(&RecurrentConfig, &mut ChaCha8Rng) -> M,
) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let dropout = Dropout::new(0.1).expect("a rate");
    let config = RecurrentConfig::new(VOCAB, VOCAB)
        .layers(2)
        .dropout(dropout);
    let model = make(&config, &mut rng);
    let batch = batch(&mut rng);
    let mut adam = Adam::new(0.005).expect("a rate");
    bencher
        .counter(ItemsCount::new(batch.target_tokens()))
        .bench_local(|| {
            let tape = Tape::new(Mode::Train, rng.next_u64());
            let mut gradients = model.loss(&tape, &batch).backward();
            drop(tape);
            clip_global_norm(&mut gradients, 1.0);
            adam.step(&model, &gradients);
        });
}

#[divan::bench(sample_count = 200)]
fn with_attention(bencher: Bencher<'_, '_>) {
    step(bencher, Bahdanau::new);
}

#[divan::bench(sample_count = 200)]
fn without_attention(bencher: Bencher<'_, '_>) {
    step(bencher, FixedContext::new);
}
