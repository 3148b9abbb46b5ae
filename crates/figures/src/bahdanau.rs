//! Figures of the chapter on Bahdanau attention.

mod batch;
mod decoder;
mod free;
pub(crate) mod scores;

use attention::bahdanau::{TrainedRecurrent, trained};
use attention::encoder_decoder::Translated;

pub(crate) use self::{batch::*, decoder::*, free::*, scores::*};
use crate::prelude::*;

/// The models of the book.
pub(crate) fn shipped() -> TrainedRecurrent {
    trained().expect("the repository has the models")
}

/// What the model of the book makes of a sentence, and where it looks: `[queries, keys]`.
fn translate(sentence: &str) -> (Translated, Array2<Real>) {
    let translated = shipped().bahdanau.translate(sentence);
    let mut translated = translated.expect("the words are known");
    let weights = translated.weights.take();
    (translated, weights.expect("the model has attention"))
}

pub(crate) fn align_adjective() -> String {
    map("the small black cat sees the big red house.")
        .svg("Where the decoder looks: adjectives")
}

pub(crate) fn align_negation() -> String {
    map("the big dog does not find them.")
        .svg("Where the decoder looks: a negation and a pronoun")
}

/// The weights for a sentence of two clauses, which no model has learned from.
pub(crate) fn align_long() -> String {
    let first = "the tired girl does not watch the small red house";
    map(&format!("{first} and you do not watch them."))
        .row_height(18.0)
        .without_bar()
        .svg("Where the decoder looks: two clauses")
}

/// The weights of a translation, with its tokens. Those below 0.01 are left out.
fn map(sentence: &str) -> HeatMap {
    let (translated, weights) = translate(sentence);
    let weights = weights.mapv(|weight| if weight < 0.01 { 0.0 } else { weight });
    HeatMap::new(weights.view())
        .names("French (queries)", "English (keys)")
        .words(&translated.target, &translated.source)
}
