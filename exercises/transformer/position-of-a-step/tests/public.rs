use attention::Real;
use attention::array::assert_close;
use attention::nn::Tokens;
use attention::tape::{Mode, Tape, concat};
use attention::transformer::{Config, LanguageModel};
use ndarray::{Array2, ArrayD, Axis, Slice};
use position_of_a_step::{Seen, read};
use rand::{SeedableRng, rngs::ChaCha8Rng};

fn logits(lens: &[usize]) -> ArrayD<Real> {
    let config = Config::new(8, 2);
    let model = LanguageModel::new(&config, 10, &mut ChaCha8Rng::seed_from_u64(3));
    let model = model.expect("two heads share 8 numbers");
    let text = Array2::from_shape_fn((1, 9), |(_, place)| (5 * place + 2) % 10);
    let (tape, mut seen) = (Tape::new(Mode::Eval, 0), Seen::default());
    let mut start = 0;
    let mut parts = Vec::new();
    for len in lens {
        let part = text.slice_axis(Axis(1), Slice::from(start..start + len));
        start += len;
        let part = Tokens::new(part.to_owned(), 10).expect("tokens below 10");
        parts.push(read(&model, &tape, &part, &mut seen));
    }
    concat(&parts, 1).value().into_owned()
}

#[test]
fn any_parts_are_the_whole() {
    let whole: ArrayD<Real> = logits(&[9]);
    for lens in [[3, 1, 1, 4], [2, 2, 3, 2], [5, 1, 2, 1]] {
        println!("parts of {lens:?} tokens");
        assert_close(&logits(&lens), &whole, 1e-4);
    }
}

#[test]
fn token_by_token() {
    assert_close(&logits(&[1; 9]), &logits(&[9]), 1e-4);
}
