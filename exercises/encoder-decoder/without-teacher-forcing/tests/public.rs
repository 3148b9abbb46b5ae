use attention::array::assert_close;
use attention::assert_between;
use attention::data::{BOS, EOS, Padded};
use attention::encoder_decoder::{Changed, EncoderDecoder};
use attention::nn::Tokens;
use attention::tape::{Mode, Tape};
use ndarray::array;
use without_teacher_forcing::{OwnInputs, VOCAB, losses, untrained};

#[test]
fn the_first_step_agrees_with_teacher_forcing() {
    let source = Padded::new(&[vec![4, EOS], vec![6, EOS]], VOCAB).unwrap();
    let inputs = Tokens::new(array![[BOS, 5, 4], [BOS, 7, 6]], VOCAB).unwrap();
    let tape = Tape::new(Mode::Eval, 0);
    let model = untrained(5);
    let taught = model.forward(&tape, &source, &inputs).logits;
    let own = Changed(model, OwnInputs).forward(&tape, &source, &inputs).logits;
    assert_eq!(own.shape(), [2, 3, VOCAB], "[batch, steps, vocab]");
    assert_close(&own.index(1, 0).value(), &taught.index(1, 0).value(), 1e-5);
}

#[test]
fn losses_of_three_seeds() {
    for seed in [0, 7, 42] {
        let [taught, own]: [f64; 2] = losses(seed);
        assert_between!(taught, 0.23, 0.29, "seed {seed}, teacher forcing: the loss");
        assert_between!(own, 0.46, 0.56, "seed {seed}, own tokens: the loss");
    }
}
