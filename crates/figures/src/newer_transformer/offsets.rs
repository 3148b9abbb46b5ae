//! The effect of three encodings on the scores of a causal layer.

use attention::newer_transformer::{alibi_slopes, bucket, rotate_rows};
use attention::nn::Pairing;

use crate::prelude::*;

const TOKENS: usize = 10;

pub(crate) fn three_kinds() -> String {
    let same = Array2::from_shape_fn((TOKENS, 2), |(_, column)| [1.0, 0.0][column]);
    let turn = std::f64::consts::TAU / 12.0;
    let turned = rotate_rows(&same, 0, &[turn as Real], Pairing::Interleaved);
    let products = turned.dot(&turned.t());
    let slope = f64::from(alibi_slopes(8)[0]);
    let words = ["0", "", "", "3", "", "", "6", "", "", "9"];
    let map = |heading: &str, full: f64, value: &dyn Fn(usize, usize) -> f64| {
        let values = Array2::from_shape_fn((TOKENS, TOKENS), |(query, key)| {
            if key > query { 0.0 } else { value(query, key) }
        });
        HeatMap::diverging(values.view())
            .full_at(full)
            .names("", "")
            .words(&words, &words)
            .mask(|(query, key)| key <= query)
            .heading(heading)
            .without_bar()
    };
    let maps = [
        map("bucket", 7.0, &|query, key| bucket(query - key, 8, 16) as f64),
        map("slope 1/2", 4.5, &|query, key| -slope * (query - key) as f64),
        map("rotation", 1.0, &|query, key| products[[query, key]].into()),
    ];
    heat_maps(3, &maps, "Bucket, bias, and rotated product of each pair of positions")
}
