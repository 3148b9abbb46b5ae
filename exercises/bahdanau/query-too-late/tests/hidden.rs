use attention::Real;
use attention::array::assert_close;
use attention::bahdanau::Bahdanau;
use attention::data::{BOS, Padded};
use attention::encoder_decoder::{EncoderDecoder, RecurrentConfig};
use attention::nn::Tokens;
use attention::tape::{Mode, Tape};
use ndarray::{Array2, array};
use query_too_late::map_of;
use rand::{SeedableRng, rngs::ChaCha8Rng};

fn model(layers: usize) -> (Bahdanau, Padded) {
    let config = RecurrentConfig::new(10, 12).sizes(6, 8).layers(layers);
    let model = Bahdanau::new(&config, &mut ChaCha8Rng::seed_from_u64(2));
    // So that the weights differ from step to step.
    let score = &model.attention.score;
    score.update(|score| score.mapv_inplace(|entry| 8.0 * entry));
    let source = Padded::new(&[vec![5, 7, 4, 6, 3]], 10).expect("tokens below 10");
    (model, source)
}

#[test]
fn the_first_row_needs_no_token() {
    let (model, source) = model(1);
    let (_, first): (_, Array2<Real>) = map_of(&model, &source, &[BOS, 6, 9]);
    let (_, second): (_, Array2<Real>) = map_of(&model, &source, &[11, 6, 9]);
    assert_close(&second.row(0), &first.row(0), 1e-6);
    assert!(
        (&second.row(1) - &first.row(1)).iter().any(|d| d.abs() > 1e-4),
        "the second row has read the first token"
    );
}

#[test]
fn the_last_token_changes_nothing() {
    let (model, source) = model(1);
    let (_, first): (_, Array2<Real>) = map_of(&model, &source, &[BOS, 6, 9]);
    let (_, second): (_, Array2<Real>) = map_of(&model, &source, &[BOS, 6, 4]);
    assert_close(&second, &first, 1e-6);
}

#[test]
fn two_layers() {
    let (model, source) = model(2);
    let tape = Tape::new(Mode::Eval, 0);
    let inputs = Tokens::new(array![[BOS, 6, 9, 4]], 12).expect("tokens below 12");
    let want = model.forward(&tape, &source, &inputs).weights;
    let want = want.expect("it has attention").index(0, 0);
    let (_, weights): (_, Array2<Real>) = map_of(&model, &source, &[BOS, 6, 9, 4]);
    assert_close(&weights, &want.value(), 1e-5);
}
