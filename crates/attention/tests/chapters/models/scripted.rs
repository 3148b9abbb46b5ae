//! A model with prescribed probabilities.

use attention::data::BOS;
use attention::encoder_decoder::{Decoded, DecodedStep, EncoderDecoder};
use attention::nn::Visitor;
use attention::tape::{Tape, stack};

use super::*;

/// Computes the probabilities of the next token from its source and all tokens written so far.
pub(super) struct Scripted<F> {
    pub(super) vocab: usize,
    /// Probabilities, `[vocab]`, which need not sum to 1.
    pub(super) next: F,
}

impl<F> Module for Scripted<F> {
    fn visit(&self, _: &mut Visitor<'_>) {}
}

/// A source and the tokens read so far: `<bos>` and the tokens written.
type Row = (Vec<usize>, Vec<usize>);

impl<F: Fn(&[usize], &[usize]) -> Vec<Real>> EncoderDecoder for Scripted<F> {
    type State<'t> = Vec<Row>;

    fn start(&self, _: &Tape, source: &Padded) -> Vec<Row> {
        let rows = source.tokens.ids().rows().into_iter().zip(&source.lens);
        rows.map(|(row, &len)| (row.iter().take(len).copied().collect(), Vec::new())).collect()
    }

    fn step<'t>(
        &self,
        tape: &'t Tape,
        tokens: &Tokens,
        state: &Vec<Row>,
    ) -> (DecodedStep<'t>, Vec<Row>) {
        let mut state = state.clone();
        for ((_, read), &token) in state.iter_mut().zip(tokens.ids()) {
            read.push(token);
        }
        let mut logits = Array2::zeros((state.len(), self.vocab));
        for (mut row, (source, read)) in logits.rows_mut().into_iter().zip(&state) {
            assert_eq!(read[0], BOS);
            let next = (self.next)(source, &read[1..]);
            row.assign(&ndarray::aview1(&next).mapv(Real::ln));
        }
        let (logits, weights) = (tape.constant(logits), None);
        (DecodedStep { logits, weights }, state)
    }

    fn select<'t>(state: &Self::State<'t>, rows: &[usize]) -> Self::State<'t> {
        rows.iter().map(|&row| state[row].clone()).collect()
    }

    fn forward<'t>(&self, tape: &'t Tape, source: &Padded, inputs: &Tokens) -> Decoded<'t> {
        let mut state = self.start(tape, source);
        let mut logits = Vec::new();
        for column in rows(inputs).columns() {
            let tokens = Tokens::new(column.to_owned(), self.vocab);
            let tokens = tokens.expect("the tokens are in the vocabulary");
            let (step, next) = self.step(tape, &tokens, &state);
            logits.push(step.logits);
            state = next;
        }
        let (logits, weights) = (stack(&logits, 1), None);
        Decoded { logits, weights }
    }

    fn target_vocab(&self) -> usize {
        self.vocab
    }
}
