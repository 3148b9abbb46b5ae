use super::public::VOCAB;
use attention::Real;
use attention::array::assert_close;
use attention::data::Padded;
use attention::encoder_decoder::{Encoder, RecurrentConfig};
use attention::nn::Tokens;
use attention::tape::{Mode, Tape};
use ndarray::{Array2, array};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use the_last_column::contexts;

#[test]
fn padding_does_not_matter() {
    let config = RecurrentConfig::new(VOCAB, VOCAB).sizes(4, 5);
    let encoder = Encoder::new(&config, &mut ChaCha8Rng::seed_from_u64(2));
    let padded = |padding: usize| -> Array2<Real> {
        let tokens = array![[7, 3, padding, padding], [4, 5, 6, 3]];
        let tokens = Tokens::new(tokens, VOCAB).unwrap();
        let lens = vec![2, 4];
        contexts(&encoder, &Padded { tokens, lens })
    };
    assert_close(&padded(9), &padded(0), 1e-6);
}

#[test]
fn agrees_with_the_encoder() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for (layers, lens) in [(1, vec![1, 6, 3]), (2, vec![4, 2, 1, 7])] {
        let config = RecurrentConfig::new(VOCAB, VOCAB).sizes(3, 4).layers(layers);
        let encoder = Encoder::new(&config, &mut rng);
        let sentences: Vec<Vec<usize>> = lens
            .iter()
            .map(|&len| (0..len).map(|_| rng.random_range(3..VOCAB)).collect())
            .collect();
        let source = Padded::new(&sentences, VOCAB).unwrap();
        let got: Array2<Real> = contexts(&encoder, &source);
        let tape = Tape::new(Mode::Eval, 0);
        let state = encoder.forward(&tape, &source).state;
        assert_close(&got, &state.index(0, layers - 1).value(), 1e-6);
    }
}
