//! The effect of three encodings on the scores of a causal layer.

use attention::newer_transformer::{alibi_slopes, bucket, rotate_rows};
use attention::nn::Pairing;

use crate::prelude::*;

const TOKENS: usize = 10;

pub(crate) fn three_kinds() -> String {
    let each =
        |value: &dyn Fn(usize, usize) -> f64| {
            Array2::from_shape_fn((TOKENS, TOKENS), |(query, key)| {
                if key > query { 0.0 } else { value(query, key) }
            })
        };
    let same =
        Array2::from_shape_fn((TOKENS, 2), |(_, column)| if column == 0 { 1.0 } else { 0.0 });
    let turn = std::f64::consts::TAU / 12.0;
    let turned = rotate_rows(&same, 0, &[turn as Real], Pairing::Interleaved);
    let products = turned.dot(&turned.t());
    let slope = f64::from(alibi_slopes(8)[0]);
    let seen = Array2::from_shape_fn((TOKENS, TOKENS), |(query, key)| key <= query);
    let maps = [
        ("bucket", 7.0, each(&|query, key| bucket(query - key, 8, 16) as f64)),
        ("slope 1/2", 4.5, each(&|query, key| -slope * (query - key) as f64)),
        ("rotation", 1.0, each(&|query, key| products[[query, key]].into())),
    ];
    let words: Vec<String> =
        (0..TOKENS).map(|at| if at % 3 == 0 { at.to_string() } else { String::new() }).collect();
    let maps = maps.map(|(heading, full, values)| {
        HeatMap::diverging(values.view())
            .full_at(full)
            .names("", "")
            .words(&words, &words)
            .mask(seen.view())
            .heading(heading)
            .without_bar()
    });
    heat_maps(3, &maps, "Bucket, bias, and rotated product of each pair of positions")
}
