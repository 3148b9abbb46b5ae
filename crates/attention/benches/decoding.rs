//! The time that stored keys and values save: `cargo bench -p attention --bench decoding`.
//!
//! A Transformer writes one sentence of so many tokens, token by token. With the keys and values of
//! the tokens before it, each step reads one token; without, it reads the source and all tokens
//! again. Read the ratios within one run: from size to size the sentence is four times as long, so
//! that four times the time means that a step costs the same, and sixteen times that it costs as
//! much as all before.

use attention::data::Padded;
use attention::encoder_decoder::EncoderDecoder;
use attention::nn::Tokens;
use attention::tape::{Mode, Tape};
use attention::transformer::{Config, Transformer};
use divan::Bencher;
use divan::counter::ItemsCount;
use ndarray::{Array1, Array2};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

fn main() {
    divan::main();
}

const VOCAB: usize = 200;
const TOKEN: usize = 4;
const STEPS: [usize; 3] = [16, 64, 256];

fn model() -> Transformer {
    let config = Config::new(32, 4);
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    Transformer::new(&config, [VOCAB; 2], rng).expect("the heads share the numbers")
}

fn source() -> Padded {
    Padded::new(&[vec![TOKEN; 16]], VOCAB).expect("the tokens are in the vocabulary")
}

#[divan::bench(args = STEPS, sample_count = 10)]
fn with_the_keys_and_values_of_before(bencher: Bencher<'_, '_>, steps: usize) {
    let (model, source) = (model(), source());
    let ids = Array1::from_elem(1, TOKEN);
    let token = Tokens::new(ids, VOCAB).expect("the token is in the vocabulary");
    bencher.counter(ItemsCount::new(steps)).bench_local(|| {
        let tape = Tape::new(Mode::Eval, 0);
        let mut cache = model.start(&tape, &source);
        for _ in 0..steps {
            let (step, next) = model.step(&tape, &token, &cache);
            divan::black_box(step.logits);
            cache = next;
        }
    });
}

#[divan::bench(args = STEPS, sample_count = 10)]
fn with_all_tokens_again(bencher: Bencher<'_, '_>, steps: usize) {
    let (model, source) = (model(), source());
    bencher.counter(ItemsCount::new(steps)).bench_local(|| {
        for step in 1..=steps {
            let tape = Tape::new(Mode::Eval, 0);
            let ids = Array2::from_elem((1, step), TOKEN);
            let tokens = Tokens::new(ids, VOCAB).expect("as above");
            divan::black_box(model.forward(&tape, &source, &tokens).logits);
        }
    });
}
