use attention::array::assert_close;
use attention::nn::Tokens;
use attention::tape::{Mode, Tape, concat};
use attention::transformer::{Arrangement, Config, LanguageModel};
use ndarray::{Array2, Axis, Slice};
use position_of_a_step::{Seen, read};
use rand::{SeedableRng, rngs::ChaCha8Rng};

fn model() -> LanguageModel {
    let config =
        Config { arrangement: Arrangement::PreNorm, blocks: 3, ..Config::new(8, 2) };
    let model = LanguageModel::new(&config, 10, &mut ChaCha8Rng::seed_from_u64(4));
    model.expect("two heads share 8 numbers")
}

fn part(texts: &Array2<usize>, from: usize, to: usize) -> Tokens {
    let part = texts.slice_axis(Axis(1), Slice::from(from..to));
    Tokens::new(part.to_owned(), 10).expect("tokens below 10")
}

#[test]
fn several_texts_at_once() {
    let model = model();
    let texts = Array2::from_shape_fn((3, 8), |(i, place)| (7 * place + 3 * i) % 10);
    let (tape, mut seen) = (Tape::new(Mode::Eval, 0), Seen::default());
    let together = [0, 2, 4, 6].map(|start| {
        let tokens = part(&texts, start, start + 2);
        read(&model, &tape, &tokens, &mut seen)
    });
    for row in 0..3 {
        let text = texts.select(Axis(0), &[row]);
        let alone = read(&model, &tape, &part(&text, 0, 8), &mut Seen::default());
        let got = concat(&together, 1).index(0, row);
        assert_close(&got.value(), &alone.index(0, 0).value(), 1e-4);
    }
}

#[test]
fn the_count_of_the_tokens() {
    let model = model();
    for batch in [1, 4] {
        let texts = Array2::from_elem((batch, 9), 6);
        let (tape, mut seen) = (Tape::new(Mode::Eval, 0), Seen::default());
        let mut positions = Vec::new();
        for (from, to) in [(0, 3), (3, 5), (5, 9)] {
            read(&model, &tape, &part(&texts, from, to), &mut seen);
            positions.push(seen.position);
        }
        assert_eq!(
            positions,
            [3, 5, 9],
            "after parts of 3, 2, 4 tokens of {batch} texts"
        );
    }
}
