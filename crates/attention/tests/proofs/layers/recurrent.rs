//! Recurrent encoder-decoders, with teacher forcing.

use attention::bahdanau::Bahdanau;
use attention::data::Padded;
use attention::encoder_decoder::{
    Encoder, EncoderDecoder, FixedContext, RecurrentConfig,
};
use attention::nn::Tokens;
use attention::tape::{Tape, Var, concat};
use ndarray::array;

use super::layer;
use crate::proof::Proof;

pub(super) const SOURCE_VOCAB: usize = 4;
pub(super) const TARGET_VOCAB: usize = 5;

pub(super) fn proofs() -> Vec<Proof> {
    let encoder = layer(
        |rng| Encoder::new(&config(), rng),
        &[],
        |encoder, tape, _| {
            let read = encoder.forward(tape, &source());
            // [batch, layers, hidden] after [batch, steps, hidden]
            concat(&[read.outputs, read.state.permute(&[1, 0, 2])], 1)
        },
    );
    let fixed_context = layer(
        |rng| FixedContext::new(&config(), rng),
        &[],
        |model, tape, _| taught(model, tape),
    );
    let bahdanau = layer(
        |rng| Bahdanau::new(&config(), rng),
        &[],
        |model, tape, _| taught(model, tape),
    );
    [encoder, fixed_context, bahdanau]
        .into_iter()
        .flatten()
        .collect()
}

fn config() -> RecurrentConfig {
    RecurrentConfig::new(SOURCE_VOCAB, TARGET_VOCAB)
        .sizes(2, 3)
        .layers(2)
}

/// Every token of the vocabulary is read, so every number of its table has a gradient.
fn source() -> Padded {
    Padded::new(&[vec![0, 2, 1], vec![3, 1]], SOURCE_VOCAB).expect("all are below 4")
}

/// Returns the logits and the attention weights, concatenated.
pub(super) fn taught<'t, M: EncoderDecoder>(model: &M, tape: &'t Tape) -> Var<'t> {
    let inputs = Tokens::new(array![[2, 0, 4], [3, 1, 1]], TARGET_VOCAB);
    let inputs = inputs.expect("all are below 5");
    let decoded = model.forward(tape, &source(), &inputs);
    match decoded.weights {
        Some(weights) => concat(&[decoded.logits, weights], 2),
        None => decoded.logits,
    }
}
