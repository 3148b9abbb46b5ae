use attention::Real;
use attention::array::assert_close;
use attention::data::Padded;
use attention::encoder_decoder::EncoderDecoder;
use attention::nn::Tokens;
use attention::tape::{Mode, Tape, concat};
use attention::transformer::{Config, Transformer};
use mask_by_mode::read_target;
use ndarray::{Array2, ArrayD, s};
use rand::{SeedableRng, rngs::ChaCha8Rng};

fn model() -> Transformer {
    let config = Config { blocks: 3, ..Config::new(8, 2) };
    let model = Transformer::new(&config, [10, 12], &mut ChaCha8Rng::seed_from_u64(6));
    model.expect("two heads share 8 numbers")
}

fn source(tokens: &[usize]) -> Padded {
    Padded::new(&[tokens.to_vec()], 10).expect("tokens below 10")
}

fn tokens(of: &[usize]) -> Tokens {
    let of = Array2::from_shape_fn((1, of.len()), |(_, place)| of[place]);
    Tokens::new(of, 12).expect("tokens below 12")
}

/// Returns the logits of all tokens, `[1, steps, vocab]`, read in these parts.
fn read(mode: Mode, from: &Padded, parts: &[&[usize]]) -> ArrayD<Real> {
    let (model, tape) = (model(), Tape::new(mode, 0));
    let mut cache = model.start(&tape, from);
    let logits = parts.iter().map(|part| {
        read_target(&model, &tape, &tokens(part), &mut cache) // [1, part, vocab]
    });
    concat(&logits.collect::<Vec<_>>(), 1).value().into_owned()
}

/// Checks that only the last logits change with the last token after these parts.
fn other_last_token(mode: Mode, from: &Padded, first: &[&[usize]]) {
    let [before, after] = [[5, 8, 10], [5, 8, 11]]
        .map(|last| read(mode, from, &[first, &[&last[..]]].concat()));
    let last = before.shape()[1] - 1;
    let [others, same] = [&after, &before].map(|all| all.slice(s![0, ..last, ..]));
    assert_close(&others, &same, 1e-6);
    let [other, one] = [&after, &before].map(|all| all.slice(s![0, last, ..]));
    assert_ne!(other, one, "the last token is another one");
}

#[test]
fn no_token_sees_a_later_one() {
    let from = source(&[5, 7, 4, 3]);
    for mode in [Mode::Train, Mode::Check, Mode::Eval] {
        other_last_token(mode, &from, &[]);
    }
    for first in [&[2, 6, 9, 4][..], &[2][..], &[2, 6][..]] {
        other_last_token(Mode::Eval, &from, &[first]);
    }
}

#[test]
fn short_source_long_target() {
    let from = source(&[5, 3]);
    let target = [2, 6, 9, 4, 11, 5, 7, 8];
    let whole = read(Mode::Check, &from, &[&target]);
    let parts: Vec<&[usize]> = target.chunks(2).collect();
    let parts = read(Mode::Eval, &from, &parts);
    let model = model();
    let tape = Tape::new(Mode::Check, 0);
    let right = model.forward(&tape, &from, &tokens(&target)).logits;
    assert_close(&whole, &right.value(), 1e-4);
    assert_close(&parts, &right.value(), 1e-4);
}
