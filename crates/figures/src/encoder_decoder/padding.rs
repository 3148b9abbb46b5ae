//! The effect of padding on a state.

use attention::data::Padded;
use ndarray::Ix2;

use crate::bahdanau::LONG_SENTENCE;
use crate::models::trained_recurrent;
use crate::prelude::*;

/// The short sentence, and another one of its length. The long one determines the length of its
/// batch.
const SHORT_SENTENCE: &str = "she sleeps.";
const OTHER_SENTENCE: &str = "he sings.";

pub(crate) fn frozen() -> String {
    let translator = trained_recurrent().fixed_context;
    let vocabularies = &translator.vocabularies;
    // The states of the first sentence of a batch after each token: `[steps, hidden]`.
    let read = |sentences: [&Vec<usize>; 2], lens: [usize; 2]| {
        let source = Padded::new(&sentences.map(Vec::clone), vocabularies.source.len());
        let mut source = source.expect("the sentences have tokens");
        source.lens = lens.to_vec();
        let tape = Tape::new(Mode::Eval, 0);
        let read = translator.model.encoder.forward(&tape, &source).outputs;
        let states = read.value().index_axis(Axis(0), 0).to_owned();
        states.into_dimensionality::<Ix2>().expect("steps, hidden")
    };
    let encode = |text: &str| vocabularies.encode_source(text);
    let [short, other, long] = [SHORT_SENTENCE, OTHER_SENTENCE, LONG_SENTENCE].map(encode);
    let (end, width) = (short.len() - 1, long.len());
    let right = read([&short, &long], [short.len(), width]);
    let wrong = read([&short, &long], [width; 2]);
    let other = read([&other, &short], [other.len(), short.len()]);

    let distance =
        |state: ArrayView1<'_, Real>| f64::from((&state - &right.row(end)).pow2().sum().sqrt());
    let curve = |states: &Array2<Real>| -> Vec<(u32, f64)> {
        (1_u32..).zip(states.outer_iter().map(distance)).skip(end).collect()
    };
    let (other, last) = (distance(other.row(other.nrows() - 1)), width as f64);
    let ticks: Vec<f64> = (2..10).map(|half| f64::from(2 * half)).collect();
    let read = "tokens read (the sentence has 4, with <eos>)";
    Plot::new(read, "Euclidean distance from the state at the end")
        .level(Dash::DASHED, 3.4, last, other)
        .marked_line(Look::series(2), "padding is read", curve(&wrong))
        .marked_line(Look::series(1), "frozen at the end", curve(&right))
        .note(last, other - 0.4, format!("end of “{OTHER_SENTENCE}”"), Muted.end())
        .x_axis(3.4, last + 0.4, ticks)
        .y_axis(-0.4, 6.0, [0.0, 2.0, 4.0, 6.0])
        .svg("How far padding moves the state of a short sentence")
}
