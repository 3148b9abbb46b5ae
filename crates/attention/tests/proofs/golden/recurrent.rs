//! Recurrent encoder-decoders on a batch with padding on both sides.

use attention::bahdanau::{Bahdanau, BahdanauState, Memory};
use attention::data::{Batch, Padded};
use attention::encoder_decoder::{Encoder, EncoderDecoder, FixedContext, RecurrentConfig};
use attention::nn::{Module, Tokens, Visitor};
use ndarray::{Array1, Axis, Ix1, Ix2};

use super::comparison::{Outputs, layer, part_of};
use super::fixture::Inputs;
use crate::proof::{Proof, name_of};

pub(super) fn proofs() -> Vec<Proof> {
    let one = ["encoder_1", "fixed_context_1", "bahdanau_1", "decoder_step_1"];
    let two = ["encoder_2", "fixed_context_2", "bahdanau_2", "decoder_step_2"];
    [(1, one), (2, two)].into_iter().flat_map(of_layers).collect()
}

fn of_layers((layers, cases): (usize, [&'static str; 4])) -> Vec<Proof> {
    let [encoder, fixed_context, bahdanau, step] = cases;
    let config = RecurrentConfig::new(6, 7).sizes(3, 4).layers(layers);
    let configs = [(); 4].map(|()| config.clone());
    let [first, second, third, fourth] = configs;
    vec![
        layer(
            encoder,
            move |rng| Encoder::new(&first, rng),
            |encoder, x| {
                let read = encoder.forward(x.tape(), &batch(x).source);
                vec![("outputs", read.outputs), ("state", read.state)]
            },
        ),
        layer(fixed_context, move |rng| FixedContext::new(&second, rng), taught),
        layer(bahdanau, move |rng| Bahdanau::new(&third, rng), taught),
        part_of(
            &name_of::<Bahdanau>(),
            step,
            move |rng| Decoder(Bahdanau::new(&fourth, rng)),
            decoder_step,
        ),
    ]
}

/// Returns the tokens of a case, as the models read them.
fn batch(x: &Inputs<'_>) -> Batch {
    let rows = |name: &str| {
        let rows = x.whole(name).into_dimensionality::<Ix2>();
        rows.expect("[batch, steps]")
    };
    let lens = x.whole("lens").into_dimensionality::<Ix1>();
    let lens: Array1<usize> = lens.expect("[batch]");
    let tokens = Tokens::new(rows("sources"), 6).expect("all are below 6");
    let targets = rows("targets");
    let target_lens = targets.rows().into_iter();
    let target_lens = target_lens.map(|row| row.iter().filter(|&&id| id != 0).count());
    Batch {
        source: Padded { tokens, lens: lens.to_vec() },
        inputs: Tokens::new(rows("inputs"), 7).expect("all are below 7"),
        target_lens: target_lens.collect(),
        targets,
    }
}

/// Logits and weights of all steps, and the mean loss of the tokens that are no padding.
pub(super) fn taught<'t, M: EncoderDecoder>(model: &M, x: &Inputs<'t>) -> Outputs<'t> {
    let batch = batch(x);
    let decoded = model.forward(x.tape(), &batch.source, &batch.inputs);
    let loss = model.loss(x.tape(), &batch).reshape(&[1]);
    let outputs = [("logits", decoded.logits), ("loss", loss)].into_iter();
    let weights = decoded.weights.map(|weights| ("weights", weights));
    outputs.chain(weights).collect()
}

/// A model without its encoder, whose output is an input here.
struct Decoder(Bahdanau);

impl Module for Decoder {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        let mut see = |name: &str, param: &_| {
            if !name.starts_with("encoder.") {
                visitor.param(name, param);
            }
        };
        self.0.visit(&mut Visitor::new(&mut see));
    }
}

fn decoder_step<'t>(Decoder(model): &Decoder, x: &Inputs<'t>) -> Outputs<'t> {
    let batch = batch(x);
    let tokens = batch.inputs.ids().index_axis(Axis(1), 1).to_owned();
    let tokens = Tokens::new(tokens, 7).expect("all are below 7");
    let state = BahdanauState {
        memory: Memory {
            projected_keys: model.attention.key.forward(x.get("values")),
            values: x.get("values"),
            lens: batch.source.lens,
        },
        state: x.get("state"),
    };
    let (step, next) = model.step(x.tape(), &tokens, &state);
    let weights = step.weights.expect("it has attention");
    vec![("logits", step.logits), ("weights", weights), ("state", next.state)]
}
