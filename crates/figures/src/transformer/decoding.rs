//! The cost of a decoding step.

use attention::transformer::cost::{Cached, step_multiplications};
use laboratory::transformer::Variant;

use crate::models::trained_transformer;
use crate::prelude::*;

pub(crate) fn cache() -> String {
    let trained = trained_transformer();
    let [_, vocab] = trained.transformer.vocabularies.sizes();
    let config = trained.card.settings.config(Variant::PostNorm);
    let config = config.expect("settings that a model was trained with");
    let curve = |kept: Cached| {
        // The source has twelve tokens.
        (0..100).step_by(3).map(move |position| {
            let cost = step_multiplications(&config, vocab, 12, position, kept);
            (position as f64, (cost.total() as f64 / 1e6).log10())
        })
    };
    let [tokens, inputs, keys] = [Series2, Series4, Series1].map(Look::solid);
    Plot::new("position of the new token", "millions of multiplications")
        .line(tokens, "only tokens", curve(Cached::Tokens))
        .line(inputs, "block inputs", curve(Cached::BlockInputs))
        .line(keys, "keys, values", curve(Cached::KeysAndValues))
        .x_axis(0.0, 100.0, [0.0, 50.0, 100.0])
        .y_axis(-2.0, 1.0, [-2.0, -1.0, 0.0, 1.0])
        .powers_of_ten([false, true])
        .direct_labels()
        .svg("The multiplications of each step, with a cache and without")
}
