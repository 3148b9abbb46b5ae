//! Padding changes no valid output.

use ndarray::{Array1, Array2};

use super::{configs, holds_for_all, transformer};
use crate::data::{PAD, Padded};
use crate::encoder_decoder::EncoderDecoder;
use crate::encoder_decoder::testing::properties::{
    Outcome, ROUNDING, padding_changes_little,
};
use crate::encoder_decoder::testing::{
    SOURCE_VOCAB, batch, examples, padded_further, rows,
};
use crate::nn::Tokens;
use crate::tape::{Mode, Tape};

fn to_rounding<M: EncoderDecoder>(model: &M, seed: u64) -> Outcome {
    padding_changes_little(model, seed, ROUNDING)
}

#[test]
fn a_sentence_is_the_same_alone_and_with_padding() {
    holds_for_all(to_rounding, to_rounding);
}

/// Fills the positions after the end of each source with this token.
fn with_other_padding(source: &Padded, padding: usize) -> Padded {
    let ids = rows(&source.tokens);
    let ids = Array2::from_shape_fn(ids.dim(), |(row, step)| {
        if step < source.lens[row] {
            ids[[row, step]]
        } else {
            padding
        }
    });
    let tokens =
        Tokens::new(ids, SOURCE_VOCAB).expect("in the vocabulary");
    Padded {
        tokens,
        lens: source.lens.clone(),
    }
}

#[test]
fn tokens_after_the_end_of_a_source_are_not_read() {
    for (seed, config) in configs() {
        let model = transformer(&config, seed);
        let batch = padded_further(&batch(&examples(3, seed)), 2);
        for mode in [Mode::Train, Mode::Eval] {
            let tape = Tape::new(mode, 0);
            let [padded, others] = [PAD, 7].map(|padding| {
                let source = with_other_padding(&batch.source, padding);
                model
                    .forward(&tape, &source, &batch.inputs)
                    .logits
                    .value()
            });
            assert_eq!(padded, others, "{mode:?}, {config:?}");
        }
    }
}

/// The targets after the end do not count: their logits have no gradient.
#[test]
fn the_loss_is_the_mean_over_real_tokens() {
    for (seed, config) in configs() {
        let model = transformer(&config, seed);
        let (tape, examples) =
            (&Tape::new(Mode::Check, 0), examples(4, seed));
        let all = batch(&examples);
        let mut sum = 0.0;
        for (row, example) in examples.iter().enumerate() {
            let logits =
                model.forward(tape, &all.source, &all.inputs).logits;
            let logs = logits.log_softmax().value();
            let targets = Array1::from(example.target.clone());
            for (step, &target) in targets.indexed_iter() {
                sum -= logs[[row, step, target]] as f64;
            }
        }
        let loss = model.loss(tape, &all).item() as f64;
        let expected = sum / all.target_tokens() as f64;
        assert!(
            (loss - expected).abs() < 1e-5 * expected.max(1.0),
            "{loss} {expected}"
        );
    }
}
