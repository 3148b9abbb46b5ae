//! Softmax, attention and its layers under each mask that `golden.py` has.

use attention::mask::Mask;
use attention::multi_head::{MultiHead, MultiHeadConfig, merge_heads, split_heads};
use attention::nn::Dropout;
use attention::scoring_functions::{AdditiveAttention, BilinearAttention, DotProductAttention};
use attention::tape::{Attended, Var, attend, fused_attend};
use ndarray::{Array2, Array3, array};

use super::comparison::{Outputs, function, layer, operation};
use super::fixture::Inputs;
use crate::proof::Proof;

pub(super) fn proofs() -> Vec<Proof> {
    let each = |(name, mask): (&'static str, Mask)| {
        let layers = layers(name, mask.clone());
        operations(name, mask).into_iter().chain(layers)
    };
    let grouped = [("3", 3), ("2", 2), ("1", 1)].map(|(name, key_heads)| {
        let mask = Mask::causal().starting_at(1);
        let case = case("grouped_attention", name);
        operation("fused_attend", case, move |x| {
            let [q, k, v] = three(x);
            vec![("output", fused_attend(q, k, v, 6, key_heads, &mask))]
        })
    });
    masks().into_iter().flat_map(each).chain(grouped).collect()
}

fn operations(name: &str, mask: Mask) -> [Proof; 3] {
    let heads = 2;
    let (softmax, attended) = (case("softmax", name), case("attention", name));
    let (first, second, third) = (mask.clone(), mask.clone(), mask);
    [
        operation("softmax", softmax, move |x| vec![("weights", x.get("scores").softmax(&first))]),
        operation("fused_attend", attended, move |x| {
            let [q, k, v] = three(x);
            vec![("output", fused_attend(q, k, v, heads, heads, &second))]
        }),
        function("attend", attended, move |x| {
            let [q, k, v] = three(x);
            vec![("output", attend_with_heads(q, k, v, heads, &third))]
        }),
    ]
}

fn layers(name: &'static str, mask: Mask) -> [Proof; 4] {
    let [first, second, third, fourth] = [(); 4].map(|()| mask.clone());
    [
        layer(
            case("additive", name),
            |rng| AdditiveAttention::new(4, 3, 5, Dropout::off(), rng),
            move |layer, x| both(three(x), |[q, k, v]| layer.forward(q, k, v, &first)),
        ),
        layer(
            case("dot_product", name),
            |_| DotProductAttention::new(Dropout::off()),
            move |layer, x| both(three(x), |[q, k, v]| layer.forward(q, k, v, &second)),
        ),
        layer(
            case("bilinear", name),
            |rng| BilinearAttention::new(4, 3, Dropout::off(), rng),
            move |layer, x| both(three(x), |[q, k, v]| layer.forward(q, k, v, &third)),
        ),
        layer(
            case("multi_head", name),
            move |rng| {
                let config = MultiHeadConfig::new(6, 3).inputs(6, 5, 4);
                // One of the cases is without a bias.
                let config = if name == "allowed" { config } else { config.bias() };
                MultiHead::new(&config, rng).expect("3 divides 6")
            },
            move |layer, x| both(three(x), |[q, k, v]| layer.forward(q, k, v, &fourth)),
        ),
    ]
}

/// Attention of several heads by [`attend`], with the heads on an axis of their own.
pub(crate) fn attend_with_heads<'t>(
    queries: Var<'t>,
    keys: Var<'t>,
    values: Var<'t>,
    heads: usize,
    mask: &Mask,
) -> Var<'t> {
    let split = |x| split_heads(x, heads);
    merge_heads(attend(split(queries), split(keys), split(values), mask, 0.0).output)
}

/// Returns the name of a case. There are few, and each lives as long as the test.
fn case(what: &str, mask: &str) -> &'static str {
    format!("{what}_{mask}").leak()
}

fn three<'t>(x: &Inputs<'t>) -> [Var<'t>; 3] {
    ["queries", "keys", "values"].map(|name| x.get(name))
}

fn both<'t>(
    inputs: [Var<'t>; 3],
    attend: impl FnOnce([Var<'t>; 3]) -> Attended<'t>,
) -> Outputs<'t> {
    let attended = attend(inputs);
    vec![("output", attended.output), ("weights", attended.weights)]
}

/// The same masks as in `golden.py`, made by the constructors of this crate.
fn masks() -> [(&'static str, Mask); 9] {
    let pairs = array![[1, 0, 1, 0, 0], [0, 1, 1, 1, 0], [1, 0, 0, 0, 1]];
    let pairs: Array2<bool> = pairs.mapv(|pair| pair == 1);
    let per_example = Array3::from_shape_fn((2, 3, 5), |(batch, query, key)| {
        pairs[[if batch == 0 { query } else { 2 - query }, key]]
    });
    let lens_per_query = array![[1, 3, 5], [2, 4, 1]];
    let causal_and_lens = Mask::causal().and(Mask::valid_lens([2, 5]));
    [
        ("all", Mask::all()),
        ("causal", Mask::causal()),
        ("causal_from_2", Mask::causal().starting_at(2)),
        ("window_1_2", Mask::window(1, 2)),
        ("valid_lens", Mask::valid_lens([2, 5])),
        ("valid_lens_per_query", Mask::valid_lens_per_query(lens_per_query)),
        ("allowed", Mask::allowed(pairs)),
        ("allowed_per_example", Mask::allowed_per_example(per_example)),
        ("causal_and_valid_lens", causal_and_lens),
    ]
}
