use attention::Real;
use attention::array::assert_close;
use attention::data::Padded;
use attention::encoder_decoder::EncoderDecoder;
use attention::nn::Tokens;
use attention::tape::{Mode, Tape};
use attention::transformer::{Config, Transformer};
use mask_by_mode::read_target;
use ndarray::{Array2, ArrayD};
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

/// Returns the logits of all tokens, `[steps, vocab]`, read in these parts.
fn read(mode: Mode, from: &Padded, parts: &[&[usize]]) -> Vec<ArrayD<Real>> {
    let (model, tape) = (model(), Tape::new(mode, 0));
    let mut cache = model.start(&tape, from);
    let mut rows = Vec::new();
    for part in parts {
        let logits = read_target(&model, &tape, &tokens(part), &mut cache);
        let logits = logits.index(0, 0);
        rows.extend((0..part.len()).map(|i| logits.index(0, i).value().into_owned()));
    }
    rows
}

/// Checks that only the last logits change with the last token after these parts.
fn other_last_token(mode: Mode, from: &Padded, first: &[&[usize]]) {
    let [before, after] = [[5, 8, 10], [5, 8, 11]]
        .map(|last| read(mode, from, &[first, &[&last[..]]].concat()));
    let last = before.len() - 1;
    for place in 0..last {
        assert_close(&after[place], &before[place], 1e-6);
    }
    assert!(after[last] != before[last], "the last token is another one");
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
    for place in 0..target.len() {
        let want: ArrayD<Real> = right.index(0, 0).index(0, place).value().into_owned();
        assert_close(&whole[place], &want, 1e-4);
        assert_close(&parts[place], &want, 1e-4);
    }
}
