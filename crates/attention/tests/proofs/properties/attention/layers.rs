//! The layers in the form for which the rules are written, and rules for their parts.

use attention::Real;
use attention::mask::Mask;
use attention::multi_head::{MultiHead, MultiHeadConfig, merge_heads, split_heads};
use attention::nn::Dropout;
use attention::scoring_functions::{
    AdditiveAttention, BilinearAttention, DotProductAttention,
};
use attention::tape::{self, Mode, Tape, Var};
use ndarray::ArrayD;

use super::inputs;
use crate::proof::{Proof, assert_close, rng};
use crate::properties::{Case, ROUNDING, assert_same, property};

const MULTI_HEAD: &str = "multi_head::MultiHead";

pub(super) fn proofs() -> Vec<Proof> {
    vec![
        property(
            MULTI_HEAD,
            "merging_undoes_splitting",
            merging_undoes_splitting,
        ),
        property(
            MULTI_HEAD,
            "heads_are_slices_of_columns_to_rounding",
            heads_are_slices,
        ),
        property(
            MULTI_HEAD,
            "weights_of_each_head_sum_to_1_or_0",
            weights_of_each_head,
        ),
        property(MULTI_HEAD, "a_head_can_be_taken_out", a_head_taken_out),
        property(
            MULTI_HEAD,
            "equal_keys_share_the_weight_of_each_head",
            equal_keys,
        ),
        property(
            MULTI_HEAD,
            "the_bias_of_the_keys_changes_no_weight_to_rounding",
            bias_of_the_keys,
        ),
        property(
            "scoring_functions::AdditiveAttention",
            "large_scores_pick_the_best_key",
            additive_picks_the_best,
        ),
        property(
            "scoring_functions::BilinearAttention",
            "large_scores_pick_the_best_key",
            bilinear_picks_the_best,
        ),
    ]
}

/// Queries, keys and values.
fn on_tape<'t>(tape: &'t Tape, case: &Case) -> [Var<'t>; 3] {
    inputs(case).map(|array| tape.constant(array))
}

/// Returns the size of the last axis.
fn columns(x: Var<'_>) -> usize {
    x.dims::<3>()[2]
}

pub(super) fn dot_product<'t>(
    queries: Var<'t>,
    keys: Var<'t>,
    values: Var<'t>,
    _: usize,
    mask: &Mask,
) -> Var<'t> {
    let layer = DotProductAttention::new(Dropout::off());
    layer.forward(queries, keys, values, mask).output
}

pub(super) fn bilinear<'t>(
    queries: Var<'t>,
    keys: Var<'t>,
    values: Var<'t>,
    _: usize,
    mask: &Mask,
) -> Var<'t> {
    let (dim, off) = (columns(queries), Dropout::off());
    let layer = BilinearAttention::new(dim, dim, off, &mut rng(1));
    layer.forward(queries, keys, values, mask).output
}

pub(super) fn additive<'t>(
    queries: Var<'t>,
    keys: Var<'t>,
    values: Var<'t>,
    heads: usize,
    mask: &Mask,
) -> Var<'t> {
    let (dim, off) = (columns(queries), Dropout::off());
    let layer = AdditiveAttention::new(dim, dim, heads + 2, off, &mut rng(1));
    layer.forward(queries, keys, values, mask).output
}

pub(super) fn multi_head<'t>(
    queries: Var<'t>,
    keys: Var<'t>,
    values: Var<'t>,
    heads: usize,
    mask: &Mask,
) -> Var<'t> {
    let layer = multi_head_layer(columns(queries), columns(values), heads);
    layer.forward(queries, keys, values, mask).output
}

/// Creates a layer whose `dim` differs from all inputs, so that no sizes agree by chance.
fn multi_head_layer(dim: usize, value_dim: usize, heads: usize) -> MultiHead {
    let config = MultiHeadConfig::new(5 * heads, heads).inputs(dim, dim, value_dim);
    MultiHead::new(&config, &mut rng(1)).expect("the heads divide")
}

fn merging_undoes_splitting(case: Case) {
    let shape = [case.batch, case.queries, case.heads * case.dim];
    let x = case.numbers(1, &shape);
    let tape = Tape::new(Mode::Eval, 0);
    let merged = merge_heads(split_heads(tape.constant(x.clone()), case.heads));
    assert_same("the merged heads", &merged.value().to_owned(), &x);
}

/// The operation of the tape takes slices of columns, and splits nothing.
fn heads_are_slices(case: Case) {
    let (tape, mask) = (Tape::new(Mode::Eval, 0), case.mask(0..case.batch));
    let [q, k, v] = on_tape(&tape, &case);
    let layer = multi_head_layer(columns(q), columns(v), case.heads);
    let output = layer.forward(q, k, v, &mask).output;
    let slices = tape::fused_attend(
        layer.query.forward(q),
        layer.key.forward(k),
        layer.value.forward(v),
        case.heads,
        case.heads,
        &mask,
    );
    let expected = layer.output.forward(slices).value().to_owned();
    assert_close(
        "the output",
        &output.value().to_owned(),
        &expected,
        ROUNDING,
    );
}

fn weights_of_each_head(case: Case) {
    let (tape, mask) = (Tape::new(Mode::Eval, 0), case.mask(0..case.batch));
    let [q, k, v] = on_tape(&tape, &case);
    let layer = multi_head_layer(columns(q), columns(v), case.heads);
    let weights = layer.forward(q, k, v, &mask).weights;
    let shape = [case.batch, case.heads, case.queries, case.keys];
    assert_eq!(weights.shape(), shape);
    for (place, &sum) in weights.sum_axis(3).value().indexed_iter() {
        let (batch, query) = (place[0], place[2]);
        let any = (0..case.keys).any(|key| mask.allows(batch, query, key));
        let expected = if any { 1.0 } else { 0.0 };
        assert!((sum - expected).abs() <= ROUNDING * expected, "{sum}");
    }
}

/// Without a bias, the output is the sum of the outputs of the single heads.
fn a_head_taken_out(case: Case) {
    let (tape, mask) = (Tape::new(Mode::Eval, 0), case.mask(0..case.batch));
    let [q, k, v] = on_tape(&tape, &case);
    let layer = multi_head_layer(columns(q), columns(v), case.heads);
    let head = case.pick(60, 0..case.heads);
    let without = layer.without_head(head);
    let mut alone = layer.clone();
    for other in (0..case.heads).filter(|&other| other != head) {
        alone = alone.without_head(other);
    }
    let [all, without, alone] =
        [layer, without, alone].map(|layer| layer.forward(q, k, v, &mask).output);
    let sum = (without + alone).value().to_owned();
    assert_close("the output", &sum, &all.value().to_owned(), ROUNDING);
}

fn equal_keys(case: Case) {
    let ([queries, keys, values], mask) = (inputs(&case), case.mask(0..case.batch));
    let equal = ArrayD::from_elem(keys.raw_dim(), 0.5);
    let tape = Tape::new(Mode::Eval, 0);
    let [q, k, v] = [queries, equal, values].map(|array| tape.constant(array));
    let layer = multi_head_layer(columns(q), columns(v), case.heads);
    let weights = layer.forward(q, k, v, &mask).weights.value();
    for (place, &weight) in weights.indexed_iter() {
        let may = |key: usize| mask.allows(place[0], place[2], key);
        let allowed = (0..case.keys).filter(|&key| may(key)).count();
        let expected = if may(place[3]) {
            1.0 / allowed as Real
        } else {
            0.0
        };
        assert!(
            (weight - expected).abs() <= ROUNDING,
            "{weight}, not {expected}"
        );
    }
}

/// It adds the same number to all scores of a query.
fn bias_of_the_keys(case: Case) {
    let (tape, mask) = (Tape::new(Mode::Eval, 0), case.mask(0..case.batch));
    let [q, k, v] = on_tape(&tape, &case);
    let (dim, value_dim) = (columns(q), columns(v));
    let config = MultiHeadConfig::new(5 * case.heads, case.heads);
    let config = config.inputs(dim, dim, value_dim).bias();
    let layer = MultiHead::new(&config, &mut rng(1)).expect("the heads divide");
    let before = layer.forward(q, k, v, &mask).weights.value().to_owned();
    let bias = layer.key.bias.as_ref().expect("it was asked for");
    let moved = case.numbers(61, &bias.shape());
    bias.update(|value| *value = moved.into_shared());
    let tape = Tape::new(Mode::Eval, 0);
    let [q, k, v] = on_tape(&tape, &case);
    let after = layer.forward(q, k, v, &mask).weights.value().to_owned();
    assert_close("the weights", &after, &before, ROUNDING);
}

fn additive_picks_the_best(case: Case) {
    let (tape, mask) = (Tape::new(Mode::Eval, 0), case.mask(0..case.batch));
    let [q, k, v] = on_tape(&tape, &case);
    let dim = columns(q);
    let layer = AdditiveAttention::new(dim, dim, 5, Dropout::off(), &mut rng(1));
    layer.score.update(|score| score.mapv_inplace(|w| 1e6 * w));
    let queries = layer.query.forward(q).insert_axis(2);
    let sums = queries + layer.key.forward(k).insert_axis(1);
    let scores = (sums.tanh() * tape.param(&layer.score)).sum_axis(3);
    let weights = layer.forward(q, k, v, &mask).weights;
    assert_best(&case, &mask, scores, weights);
}

fn bilinear_picks_the_best(case: Case) {
    let (tape, mask) = (Tape::new(Mode::Eval, 0), case.mask(0..case.batch));
    let [q, k, v] = on_tape(&tape, &case);
    let dim = columns(q);
    let layer = BilinearAttention::new(dim, dim, Dropout::off(), &mut rng(1));
    layer
        .matrix
        .weight
        .update(|matrix| matrix.mapv_inplace(|m| 1e6 * m));
    let products = q
        .matmul(tape.param(&layer.matrix.weight))
        .matmul(k.transpose());
    let scores = products / (dim as Real).sqrt();
    let weights = layer.forward(q, k, v, &mask).weights;
    assert_best(&case, &mask, scores, weights);
}

/// Panics unless a key whose score is far above all others that count has all the weight.
fn assert_best(case: &Case, mask: &Mask, scores: Var<'_>, weights: Var<'_>) {
    let (scores, weights) = (scores.value(), weights.value());
    for batch in 0..case.batch {
        for query in 0..case.queries {
            let score = |key: usize| scores[[batch, query, key]];
            let allowed = (0..case.keys).filter(|&key| mask.allows(batch, query, key));
            let mut allowed: Vec<usize> = allowed.collect();
            allowed.sort_by(|&one, &other| score(other).total_cmp(&score(one)));
            let far = match allowed[..] {
                [] => false,
                [_] => true,
                [best, next, ..] => score(best) - score(next) > 100.0,
            };
            if far {
                let weight = weights[[batch, query, allowed[0]]];
                assert!(
                    (weight - 1.0).abs() <= ROUNDING,
                    "{weight} for the best key"
                );
            }
        }
    }
}
