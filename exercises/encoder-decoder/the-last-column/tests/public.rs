use attention::Real;
use attention::array::assert_close;
use attention::data::Padded;
use attention::encoder_decoder::{Encoder, RecurrentConfig};
use ndarray::Array2;
use rand::{SeedableRng, rngs::ChaCha8Rng};
use the_last_column::contexts;

pub const VOCAB: usize = 10;

fn encoder() -> Encoder {
    let config = RecurrentConfig::new(VOCAB, VOCAB).sizes(4, 5);
    Encoder::new(&config, &mut ChaCha8Rng::seed_from_u64(1))
}

fn alone_and_together(sentences: &[Vec<usize>]) {
    let encoder = encoder();
    let together: Array2<Real> =
        contexts(&encoder, &Padded::new(sentences, VOCAB).unwrap());
    assert_eq!(together.dim(), (sentences.len(), 5), "[batch, hidden]");
    for (sentence, row) in sentences.iter().zip(together.outer_iter()) {
        let alone: Array2<Real> =
            contexts(&encoder, &Padded::new(&[sentence], VOCAB).unwrap());
        assert_close(&row, &alone.row(0), 1e-6);
    }
}

#[test]
fn alone_and_in_a_batch() {
    alone_and_together(&[vec![4, 5, 6, 7, 3], vec![8, 3], vec![5, 9, 3]]);
}

#[test]
fn sentences_of_one_length() {
    alone_and_together(&[vec![4, 5, 3], vec![8, 9, 3]]);
}
