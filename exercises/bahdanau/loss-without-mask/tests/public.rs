use attention::data::{Batch, EOS, Example, PAD};
use attention::encoder_decoder::{EncoderDecoder, FixedContext, RecurrentConfig};
use attention::tape::{Mode, Tape};
use attention::{Real, assert_near};
use loss_without_mask::loss_with_padding;
use ndarray::Axis;
use rand::{SeedableRng, rngs::ChaCha8Rng};

fn model() -> FixedContext {
    let config = RecurrentConfig::new(10, 10).sizes(4, 6);
    FixedContext::new(&config, &mut ChaCha8Rng::seed_from_u64(1))
}

fn example(source: &[usize], target: &[usize]) -> Example {
    Example { source: [source, &[EOS]].concat(), target: [target, &[EOS]].concat() }
}

#[test]
fn each_step_counts() {
    let examples = [example(&[5], &[7]), example(&[6, 8], &[5, 4, 8, 9])];
    let batch = Batch::new(&examples, 10, 10).expect("all tokens are below 10");
    let tape = Tape::new(Mode::Eval, 0);
    let model = model();
    let decoded = model.forward(&tape, &batch.source, &batch.inputs);
    let log_probabilities = decoded.logits.log_softmax().value(); // [2, 5, 10]
    let (mut sum, mut padding) = (0.0, 0);
    for (place, &target) in batch.targets.indexed_iter() {
        let row = log_probabilities.index_axis(Axis(0), place.0);
        sum -= row[[place.1, target]];
        padding += usize::from(target == PAD);
    }
    assert_eq!(padding, 3, "three of the ten steps are padding");
    let got: Real = loss_with_padding(&model, &tape, &batch).item();
    assert_near!(got, sum / 10.0, 1e-4, "the mean of ten steps");
}

#[test]
fn without_padding_both_are_equal() {
    let examples = [example(&[5], &[7, 7]), example(&[6, 8], &[4, 9])];
    let batch = Batch::new(&examples, 10, 10).expect("all tokens are below 10");
    let tape = Tape::new(Mode::Eval, 0);
    let got: Real = loss_with_padding(&model(), &tape, &batch).item();
    let want = model().loss(&tape, &batch).item();
    assert_near!(got, want, 1e-5, "the loss without padding");
}
