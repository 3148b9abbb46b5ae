//! Softmax and attention under each mask that `golden.py` has.

use attention::mask::Mask;
use attention::tape::attention;
use ndarray::{Array2, Array3, array};

use super::comparison::{function, operation};
use crate::compositions::attend_with_heads;
use crate::proof::Proof;

pub(super) fn proofs() -> Vec<Proof> {
    let heads = 2;
    let with = |(softmax, attended, mask): (&'static str, &'static str, Mask)| {
        let (first, second, third) = (mask.clone(), mask.clone(), mask);
        [
            operation("softmax", softmax, move |x| {
                vec![("weights", x.get("scores").softmax(&first))]
            }),
            operation("attention", attended, move |x| {
                let [q, k, v] = ["queries", "keys", "values"].map(|name| x.get(name));
                vec![("output", attention(q, k, v, heads, &second))]
            }),
            function("attend", attended, move |x| {
                let [q, k, v] = ["queries", "keys", "values"].map(|name| x.get(name));
                vec![("output", attend_with_heads(q, k, v, heads, &third))]
            }),
        ]
    };
    masks().into_iter().flat_map(with).collect()
}

/// The same masks as in `golden.py`, made by the constructors of this crate.
fn masks() -> [(&'static str, &'static str, Mask); 9] {
    let pairs = array![[1, 0, 1, 0, 0], [0, 1, 1, 1, 0], [1, 0, 0, 0, 1]];
    let pairs: Array2<bool> = pairs.mapv(|pair| pair == 1);
    let per_example = Array3::from_shape_fn((2, 3, 5), |(batch, query, key)| {
        pairs[[if batch == 0 { query } else { 2 - query }, key]]
    });
    let lens_per_query = array![[1, 3, 5], [2, 4, 1]];
    let causal_and_lens = Mask::causal().and(Mask::valid_lens([2, 5]));
    [
        ("softmax_all", "attention_all", Mask::all()),
        ("softmax_causal", "attention_causal", Mask::causal()),
        (
            "softmax_causal_from_2",
            "attention_causal_from_2",
            Mask::causal().starting_at(2),
        ),
        (
            "softmax_window_1_2",
            "attention_window_1_2",
            Mask::window(1, 2),
        ),
        (
            "softmax_valid_lens",
            "attention_valid_lens",
            Mask::valid_lens([2, 5]),
        ),
        (
            "softmax_valid_lens_per_query",
            "attention_valid_lens_per_query",
            Mask::valid_lens_per_query(lens_per_query),
        ),
        ("softmax_allowed", "attention_allowed", Mask::allowed(pairs)),
        (
            "softmax_allowed_per_example",
            "attention_allowed_per_example",
            Mask::allowed_per_example(per_example),
        ),
        (
            "softmax_causal_and_valid_lens",
            "attention_causal_and_valid_lens",
            causal_and_lens,
        ),
    ]
}
