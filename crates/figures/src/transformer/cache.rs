//! What a step costs, by what is kept of the steps before.

use attention::transformer::Variant;
use attention::transformer::cost::{Kept, step_multiplications};
use drawing::prelude::*;

use super::shipped;
use crate::prelude::*;

/// The steps of the figure, and the tokens of the source.
const STEPS: usize = 100;
const SOURCE: usize = 12;

/// The multiplications of each step of the decoder of the book, for three things that it can keep.
pub fn cache() -> String {
    let trained = shipped();
    let [_, vocab] = trained.transformer.vocabularies.sizes();
    let config = trained.card.settings.config(Variant::PostNorm);
    let config = config.expect("settings that a model was trained with");
    let curve = |kept: Kept| {
        (0..STEPS).step_by(3).map(move |position| {
            let cost = step_multiplications(&config, vocab, SOURCE, position, kept);
            (position as f64, (cost.total() as f64 / 1e6).log10())
        })
    };
    Plot::new("position of the new token", "millions of multiplications")
        .line(Look::solid(Series2), "only tokens", curve(Kept::Tokens))
        .line(
            Look::solid(Series4),
            "block inputs",
            curve(Kept::BlockInputs),
        )
        .line(
            Look::solid(Series1),
            "keys, values",
            curve(Kept::KeysAndValues),
        )
        .x_axis(0.0, STEPS as f64, [0.0, 50.0, 100.0])
        .y_axis(-2.0, 1.0, [-2.0, -1.0, 0.0, 1.0])
        .powers_of_ten([false, true])
        .direct_labels()
        .svg("The multiplications of each step, with a cache and without")
}
