//! Where the shipped model looks while it translates.

use drawing::prelude::*;

use super::shipped;

/// The weights for a sentence with adjectives before and after their nouns.
pub fn align_adjective() -> String {
    map("the small black cat sees the big red house.")
        .svg("Where the decoder looks: adjectives")
}

/// The weights for a negated sentence with a pronoun as its object.
pub fn align_negation() -> String {
    map("the big dog does not find them.")
        .svg("Where the decoder looks: a negation and a pronoun")
}

/// The weights for a sentence of two clauses, which no model has learned from.
pub fn align_long() -> String {
    let map = map(
        "the tired girl does not watch the small red house and you do not watch them.",
    );
    let map = map.row_height(18.0).without_bar();
    heat_maps(1, [map], "Where the decoder looks: two clauses")
}

/// The weights of a translation, with its tokens. Those below 0.01 are left out.
fn map(text: &str) -> HeatMap {
    let translated = shipped().bahdanau.translate(text);
    let translated = translated.expect("the words are known");
    let weights = translated.weights.expect("the model has attention");
    let weights = weights.mapv(|weight| if weight < 0.01 { 0.0 } else { weight });
    HeatMap::new(weights.view())
        .names("French (queries)", "English (keys)")
        .words(&translated.target, &translated.source)
}
