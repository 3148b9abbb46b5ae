//! An encoder-decoder whose decoder looks with scaled dot products.

use attention::bahdanau::{Bahdanau, BahdanauState, Memory};
use attention::data::Padded;
use attention::encoder_decoder::{
    Decoded, DecodedStep, EncoderDecoder, RecurrentConfig,
};
use attention::nn::{Module, Tokens, Visitor};
use attention::tape::{Tape, Var, concat, stack};
use ndarray::Axis;
use rand::Rng;

/// Returns the context that the decoder of each sentence receives from its source, and
/// the weights.
///
/// # Shapes
///
/// `query`: `[batch, hidden]`; `states`, which are keys and values:
/// `[batch, keys, hidden]`; `lens`: one length for each sentence, at least 1. The
/// context is `[batch, hidden]`, and the weights are `[batch, keys]`.
pub fn look<'t>(query: Var<'t>, states: Var<'t>, lens: &[usize]) -> (Var<'t>, Var<'t>) {
    //@ solution
    use attention::mask::Mask;
    use attention::tape::attend;

    let query = query.insert_axis(1); // [batch, 1, hidden]
    let seen = attend(query, states, states, &Mask::valid_lens(lens), 0.0);
    (seen.output.index(1, 0), seen.weights.index(1, 0))
    //@ stub todo!("look with {query:?} at {states:?} up to {lens:?}")
    //@ end
}

/// Returns how many fewer parameters a [`DotDecoder`] has than a [`Bahdanau`].
pub fn saved(hidden: usize) -> usize {
    //@ solution
    2 * hidden * hidden + hidden
    //@ stub todo!("count for hidden size {hidden}")
    //@ end
}

/// The parts of a [`Bahdanau`] without its attention.
#[derive(Clone, Debug)]
pub struct DotDecoder(Bahdanau);

impl DotDecoder {
    /// Creates a model with random parameters.
    pub fn new(config: &RecurrentConfig, rng: &mut dyn Rng) -> Self {
        Self(Bahdanau::new(config, rng))
    }
}

impl Module for DotDecoder {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        visitor.module("encoder", &self.0.encoder);
        visitor.module("embedding", &self.0.embedding);
        visitor.module("gru", &self.0.gru);
        visitor.module("output", &self.0.output);
    }
}

impl EncoderDecoder for DotDecoder {
    type State<'t> = BahdanauState<'t>;

    fn start<'t>(&self, tape: &'t Tape, source: &Padded) -> Self::State<'t> {
        let read = self.0.encoder.forward(tape, source);
        let memory = Memory {
            projected_keys: read.outputs, // nothing is projected
            values: read.outputs,
            lens: source.lens.clone(),
        };
        let state = read.state;
        BahdanauState { memory, state }
    }

    fn step<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens,
        BahdanauState { memory, state }: &Self::State<'t>,
    ) -> (DecodedStep<'t>, Self::State<'t>) {
        let query = state.index(0, self.0.gru.layers.len() - 1); // [batch, hidden]
        let (context, weights) = look(query, memory.values, &memory.lens);
        let token = self.0.embedding.forward(tape, tokens); // [batch, embed]
        let read = self.0.gru.step(concat(&[context, token], 1), *state);
        let logits = self.0.output.forward(read.outputs); // [batch, vocab]
        let weights = Some(weights);
        let (memory, state) = (memory.clone(), read.state);
        (DecodedStep { logits, weights }, BahdanauState { memory, state })
    }

    fn select<'t>(state: &Self::State<'t>, rows: &[usize]) -> Self::State<'t> {
        Bahdanau::select(state, rows)
    }

    fn forward<'t>(
        &self,
        tape: &'t Tape,
        source: &Padded,
        inputs: &Tokens,
    ) -> Decoded<'t> {
        let mut state = self.start(tape, source);
        let (mut logits, mut weights) = (Vec::new(), Vec::new());
        for column in inputs.ids().axis_iter(Axis(1)) {
            let tokens = Tokens::new(column.to_owned(), inputs.vocab());
            let tokens = tokens.expect("they are in the vocabulary");
            let (step, next) = self.step(tape, &tokens, &state);
            logits.push(step.logits);
            weights.extend(step.weights);
            state = next;
        }
        let (logits, weights) = (stack(&logits, 1), Some(stack(&weights, 1)));
        Decoded { logits, weights }
    }

    fn target_vocab(&self) -> usize {
        self.0.target_vocab()
    }
}
exercise_solutions::tests!(dot_product_decoder);
