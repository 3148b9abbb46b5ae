//! Where the shipped model looks while it translates.

use super::super::Figure;
use super::super::heat_map::HeatMap;
use super::super::heat_maps::HeatMaps;
use super::shipped;

/// The weights for a sentence with adjectives before and after their nouns.
///
/// ```
/// let figure = figures::bahdanau::align_adjective();
/// assert!(figure.svg.contains(">maison</text>"));
/// ```
pub fn align_adjective() -> Figure {
    map("the small black cat sees the big red house.").figure(
        "bahdanau/align-adjective.svg",
        "Where the decoder looks: adjectives",
    )
}

/// The weights for a negated sentence with a pronoun as its object.
///
/// ```
/// let figure = figures::bahdanau::align_negation();
/// assert!(figure.svg.contains(">pas</text>"));
/// ```
pub fn align_negation() -> Figure {
    map("the big dog does not find them.").figure(
        "bahdanau/align-negation.svg",
        "Where the decoder looks: a negation and a pronoun",
    )
}

/// The weights for a sentence of two clauses, which no model has learned from.
///
/// ```
/// let figure = figures::bahdanau::align_long();
/// assert!(figure.svg.contains(">maison</text>"));
/// ```
pub fn align_long() -> Figure {
    let text =
        "the tired girl does not watch the small red house and you do not watch them.";
    HeatMaps::new(1, [map(text).row_height(18.0)])
        .without_bar()
        .figure(
            "bahdanau/align-long.svg",
            "Where the decoder looks: two clauses",
        )
}

/// The weights of a translation, with its tokens. Those below 0.01 are left out.
fn map(text: &str) -> HeatMap {
    let translated = shipped()
        .bahdanau
        .translate(text)
        .expect("the words are known");
    let weights = translated.weights.expect("the model has attention");
    let weights = weights.mapv(|weight| if weight < 0.01 { 0.0 } else { weight });
    let rows: Vec<&str> = translated.target.iter().map(String::as_str).collect();
    let columns: Vec<&str> = translated.source.iter().map(String::as_str).collect();
    HeatMap::new(weights.view())
        .names("French (queries)", "English (keys)")
        .row_words(&rows)
        .column_words(&columns)
}
