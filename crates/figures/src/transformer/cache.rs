//! What a step costs, by what is kept of the steps before.

use attention::transformer::Variant;
use attention::transformer::cost::{Kept, step_multiplications};

use super::super::Figure;
use super::super::plot::Plot;
use super::super::style::{Dash, Look};
use super::shipped;

/// The steps of the figure, and the tokens of the source.
const STEPS: usize = 100;
const SOURCE: usize = 12;

/// The multiplications of each step of the decoder of the book, for three things that it can keep.
///
/// ```
/// let figure = figures::transformer::cache();
/// assert!(figure.svg.contains(">keys, values</text>"));
/// ```
pub fn cache() -> Figure {
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
    let solid = |series: usize| Look::series(series).dash(Dash::Solid);
    Plot::new("position of the new token", "millions of multiplications")
        .line(solid(2), "only tokens", curve(Kept::Tokens))
        .line(solid(4), "block inputs", curve(Kept::BlockInputs))
        .line(solid(1), "keys, values", curve(Kept::KeysAndValues))
        .x_range(0.0, STEPS as f64)
        .x_ticks(&[0.0, 50.0, 100.0])
        .y_range(-2.0, 1.0)
        .y_ticks(&[-2.0, -1.0, 0.0, 1.0])
        .heights_are_powers_of_ten()
        .direct_labels()
        .figure(
            "transformer/cache.svg",
            "The multiplications of each step, with a cache and without",
        )
}
