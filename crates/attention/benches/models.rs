//! How long one step of a training takes: `cargo bench -p attention --bench models`.
//!
//! The workload is typical of textbooks: two layers or blocks with hidden size 32 in encoder and
//! decoder, dropout 0.1, 64 pairs of sentences of up to 10 tokens, and vocabularies of 200. The
//! recurrent models embed tokens in 32 entries; the Transformer has 4 heads and feed-forward
//! size 64. The big one has 4 blocks, hidden size 256, 8 heads, and feed-forward size 1024, and
//! reads 32 pairs of up to 64 tokens from vocabularies of 2000. Only target tokens are counted,
//! without padding.
//!
//! `cargo bench -p attention --bench models -- length` times a step of the models of Chapters 4 and
//! 7, with the sizes of the book, against the length of their sentences: the table of the
//! Transformer's chapter.

use attention::bahdanau::Bahdanau;
use attention::data::{Batch, Example};
use attention::encoder_decoder::{EncoderDecoder, FixedContext, RecurrentConfig};
use attention::nn::Dropout;
use attention::tape::{Mode, Tape};
use attention::train::{Adam, Optimizer, clip_global_norm};
use attention::transformer::{Config, Transformer};
use divan::Bencher;
use divan::counter::ItemsCount;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};

fn main() {
    divan::main();
}

/// Tokens in both vocabularies, pairs in a batch, and tokens in its longest sentence.
#[derive(Clone, Copy)]
struct Size {
    vocab: usize,
    batch: usize,
    steps: usize,
}

const SMALL: Size = Size { vocab: 200, batch: 64, steps: 10 };

/// Sentences of the length given, one alone or 64 together.
fn sentences([batch, steps]: [usize; 2]) -> Size {
    Size { vocab: 120, batch, steps }
}

const LENGTHS: [[usize; 2]; 10] = [
    [1, 10],
    [1, 20],
    [1, 40],
    [1, 80],
    [1, 160],
    [64, 10],
    [64, 20],
    [64, 40],
    [64, 80],
    [64, 160],
];

const BIG: Size = Size { vocab: 2000, batch: 32, steps: 64 };

fn batch(size: Size, rng: &mut dyn Rng) -> Batch {
    let Size { vocab, batch, steps } = size;
    let mut sentence = |place: usize| -> Vec<usize> {
        let shortest = if place == 0 { steps } else { 3 };
        let len = rng.random_range(shortest..=steps);
        (0..len).map(|_| rng.random_range(4..vocab)).collect()
    };
    let examples: Vec<Example> = (0..batch)
        .map(|place| Example { source: sentence(place), target: sentence(place) })
        .collect();
    Batch::new(&examples, vocab, vocab).expect("all tokens are in the vocabulary")
}

fn step<M: EncoderDecoder>(
    bencher: Bencher<'_, '_>,
    size: Size,
    make: impl FnOnce(&mut ChaCha8Rng) -> M,
) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let model = make(&mut rng);
    let batch = batch(size, &mut rng);
    let mut adam = Adam::new(0.005).expect("a rate");
    bencher.counter(ItemsCount::new(batch.target_tokens())).bench_local(|| {
        let tape = Tape::new(Mode::Train, rng.next_u64());
        let mut gradients = model.loss(&tape, &batch).backward();
        drop(tape);
        clip_global_norm(&mut gradients, 1.0);
        adam.step(&model, &gradients);
    });
}

fn dropout() -> Dropout {
    Dropout::new(0.1).expect("a rate")
}

fn recurrent() -> RecurrentConfig {
    RecurrentConfig::new(SMALL.vocab, SMALL.vocab).layers(2).dropout(dropout())
}

#[divan::bench(sample_count = 200)]
fn with_attention(bencher: Bencher<'_, '_>) {
    step(bencher, SMALL, |rng| Bahdanau::new(&recurrent(), rng));
}

#[divan::bench(sample_count = 200)]
fn without_attention(bencher: Bencher<'_, '_>) {
    step(bencher, SMALL, |rng| FixedContext::new(&recurrent(), rng));
}

fn transformer(config: &Config, size: Size, rng: &mut ChaCha8Rng) -> Transformer {
    let config = Config { dropout: dropout(), ..*config };
    Transformer::new(&config, [size.vocab; 2], rng).expect("the heads share the numbers")
}

#[divan::bench(sample_count = 200)]
fn of_attention_alone(bencher: Bencher<'_, '_>) {
    let config = Config { feed_forward: 64, ..Config::new(32, 4) };
    step(bencher, SMALL, |rng| transformer(&config, SMALL, rng));
}

#[divan::bench(sample_count = 5)]
fn of_attention_alone_big(bencher: Bencher<'_, '_>) {
    let config = Config { blocks: 4, ..Config::new(256, 8) };
    step(bencher, BIG, |rng| transformer(&config, BIG, rng));
}

/// Returns the model of Chapter 4.
#[divan::bench(args = LENGTHS, sample_count = 20)]
fn length_recurrent(bencher: Bencher<'_, '_>, length: [usize; 2]) {
    let size = sentences(length);
    let config = RecurrentConfig::new(size.vocab, size.vocab).sizes(32, 64).dropout(dropout());
    step(bencher, size, |rng| Bahdanau::new(&config, rng));
}

/// Returns the model of Chapter 7.
#[divan::bench(args = LENGTHS, sample_count = 20)]
fn length_transformer(bencher: Bencher<'_, '_>, length: [usize; 2]) {
    let size = sentences(length);
    let config = Config::new(32, 4);
    step(bencher, size, |rng| transformer(&config, size, rng));
}
