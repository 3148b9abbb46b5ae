//! What padding does to a state.

use attention::Real;
use attention::bahdanau::Trained;
use attention::data::Padded;
use attention::tape::{Mode, Tape};
use ndarray::{Array1, Array2, Axis, Ix3};

use super::super::Figure;
use super::super::bahdanau::shipped;
use super::super::canvas::TextLook;
use super::super::plot::Plot;
use super::super::style::{Dash, Look, Role};

/// The short sentence, another one of its length, and the long one that makes the batch wide.
const SHORT: &str = "she sleeps.";
const OTHER: &str = "he sings.";
const LONG: &str =
    "the tired girl does not watch the small red house and you do not watch them.";

/// How far the state of a short sentence is from its state at the end, while padding comes.
///
/// ```
/// let figure = figures::encoder_decoder::frozen();
/// assert!(figure.svg.contains(">padding is read</text>"));
/// ```
pub fn frozen() -> Figure {
    let trained = shipped();
    let encode = |text: &str| trained.fixed_context.vocabularies.encode_source(text);
    let (short, long) = (encode(SHORT), encode(LONG));
    let both = [short.clone(), long.clone()];
    let (end, width) = (short.len() - 1, long.len());
    let states = |lens: [usize; 2]| read(&trained, &both, lens);
    let right = states([short.len(), width]);
    let wrong = states([width; 2]);
    let at_end = right.row(end).to_owned();
    let other = encode(OTHER);
    let len = other.len();
    let other = read(&trained, &[other, short.clone()], [len, short.len()]);
    let other = distance(&other.row(len - 1).to_owned(), &at_end);
    let curve = |states: &Array2<Real>| -> Vec<(f64, f64)> {
        let rows = states.outer_iter().enumerate();
        let moved = rows
            .map(|(step, row)| (step as f64 + 1.0, distance(&row.to_owned(), &at_end)));
        moved.collect()
    };
    let (right, wrong) = (curve(&right), curve(&wrong));
    let last = width as f64;
    Plot::new(
        "tokens read (the sentence has 4, with <eos>)",
        "Euclidean distance from the state at the end",
    )
    .line(
        Look::reference().dash(Dash::Dashed),
        "",
        [(3.4, other), (last, other)],
    )
    .line_with_markers(Look::series(2), "padding is read", wrong[end..].to_vec())
    .line_with_markers(Look::series(1), "frozen at the end", right[end..].to_vec())
    .note(
        last,
        other - 0.4,
        &format!("end of “{OTHER}”"),
        TextLook::end(Role::Muted),
    )
    .x_range(3.4, last + 0.4)
    .x_ticks(&[4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0, 18.0])
    .y_range(-0.4, 6.0)
    .y_ticks(&[0.0, 2.0, 4.0, 6.0])
    .figure(
        "encoder-decoder/frozen.svg",
        "How far padding moves the state of a short sentence",
    )
}

/// The states of the first sentence after each token of the batch: `[steps, hidden]`.
fn read(trained: &Trained, sentences: &[Vec<usize>], lens: [usize; 2]) -> Array2<Real> {
    let vocab = trained.fixed_context.vocabularies.source.len();
    let mut source = Padded::new(sentences, vocab).expect("the sentences have tokens");
    source.lens = lens.to_vec();
    let tape = Tape::new(Mode::Eval, 0);
    let read = trained.fixed_context.model.encoder.forward(&tape, &source);
    let states = read.outputs.value().into_owned();
    let states = states
        .into_dimensionality::<Ix3>()
        .expect("batch, steps, hidden");
    states.index_axis(Axis(0), 0).to_owned()
}

fn distance(a: &Array1<Real>, b: &Array1<Real>) -> f64 {
    f64::from((a - b).pow2().sum().sqrt())
}
