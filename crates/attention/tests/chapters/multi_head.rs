//! Chapter 5: multi-head attention.

mod cache;
mod slope;

use attention::Real;
use attention::array::assert_close;
use attention::mask::Mask;
use attention::multi_head::wrong::{forward_with_wrong_merge, forward_without_permute};
use attention::multi_head::{MultiHead, MultiHeadConfig, merge_heads, split_heads};
use attention::nn::{ConfigError, Dropout};
use attention::tape::{Attended, Mode, Tape, Var};
use engine::testing::{assert_panics, random, rng};
use ndarray::{Array3, Array4, ArrayD, Axis};

fn layer(config: &MultiHeadConfig) -> MultiHead {
    MultiHead::new(config, &mut rng(1)).expect("the heads divide")
}

#[test]
fn entries_are_where_they_belong() {
    let x =
        Array3::from_shape_fn((2, 3, 8), |(b, row, column)| (100 * b + 10 * row + column) as Real);
    let tape = Tape::new(Mode::Eval, 0);
    let heads = split_heads(tape.constant(x.clone()), 4);
    let expected =
        Array4::from_shape_fn((2, 4, 3, 2), |(b, head, row, entry)| x[[b, row, 2 * head + entry]]);
    assert_eq!(heads.value(), expected.into_dyn());
    assert_eq!(merge_heads(heads).value(), x.into_dyn());
}

#[test]
fn misuse_is_refused() {
    for (hidden, heads) in [(10, 4), (10, 0), (2, 4)] {
        let error = MultiHead::new(&MultiHeadConfig::new(hidden, heads), &mut rng(0));
        assert_eq!(error.unwrap_err(), ConfigError::HeadsMustDivide { hidden, heads });
    }
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(Array3::zeros((2, 3, 10)));
    assert_panics("split_heads: [2, 3, 10]: 10 columns are not divisible by 4 heads", || {
        split_heads(x, 4);
    });
    let layer = layer(&MultiHeadConfig::new(6, 3));
    assert_panics("without_head: no head 3 among 3", || drop(layer.without_head(3)));
    assert_panics("keep_heads: cannot keep [0, 3] of 3 heads", || {
        drop(layer.keep_heads(&[0, 3]));
    });
    assert_panics("keep_heads: cannot keep [] of 3 heads", || drop(layer.keep_heads(&[])));
}

#[test]
fn a_head_is_taken_out_of_a_copy() {
    let layer = layer(&MultiHeadConfig::new(6, 3).bias());
    let before = layer.output.weight.value();
    let without = layer.without_head(1);
    assert_eq!(layer.output.weight.value(), before);
    for (place, &entry) in without.output.weight.value().indexed_iter() {
        assert_eq!(entry, if place[0] / 2 == 1 { 0.0 } else { before[place] });
    }
    without.query.weight.update(|weight| weight.fill(0.0));
    assert!(layer.query.weight.value().iter().all(|&entry| entry != 0.0));
}

#[test]
fn kept_heads_are_columns_and_rows() {
    let layer = layer(&MultiHeadConfig::new(6, 3).inputs(4, 5, 7).bias());
    let smaller = layer.keep_heads(&[2, 0]);
    assert_eq!(smaller.heads(), 2);
    let places = [4, 5, 0, 1];
    for (all, kept) in
        [(&layer.query, &smaller.query), (&layer.key, &smaller.key), (&layer.value, &smaller.value)]
    {
        let columns = all.weight.value().select(Axis(1), &places);
        assert_eq!(kept.weight.value(), columns.into_shared());
        assert_eq!(kept.bias.as_ref().unwrap().shape(), [4]);
    }
    let rows = layer.output.weight.value().select(Axis(0), &places);
    assert_eq!(smaller.output.weight.value(), rows.into_shared());
    assert_eq!(smaller.output.bias.as_ref().unwrap().shape(), [6]);
}

/// Removing a head and removing its contribution have the same output.
#[test]
fn heads_that_are_not_kept_contribute_nothing() {
    let layer = layer(&MultiHeadConfig::new(6, 3));
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(random((2, 4, 6), 2));
    let output = |layer: &MultiHead| layer.forward(x, x, x, &Mask::causal()).output;
    let kept = output(&layer.keep_heads(&[0, 2])).value();
    assert_close(&kept, &output(&layer.without_head(1)).value(), 1e-5);
    let parts = [0, 1, 2].map(|head| output(&layer.keep_heads(&[head])));
    let sum = (parts[0] + parts[1] + parts[2]).value();
    assert_close(&sum, &output(&layer).value(), 1e-5);
}

/// The returned weights are those before dropout, as without dropout.
#[test]
fn weights_do_not_show_dropout() {
    let layer = layer(&MultiHeadConfig::new(6, 3).dropout(Dropout::new(0.5).unwrap()));
    let run = |mode| {
        let tape = Tape::new(mode, 0);
        let x = tape.constant(random((2, 4, 6), 2));
        let attended = layer.forward(x, x, x, &Mask::all());
        (attended.output.value(), attended.weights.value())
    };
    let (with, weights) = run(Mode::Train);
    let (without, expected) = run(Mode::Eval);
    assert_eq!(weights, expected);
    assert_ne!(with, without);
}

type Forward = for<'t> fn(&MultiHead, Var<'t>, Var<'t>, Var<'t>, &Mask) -> Attended<'t>;

const ORDER: [usize; 6] = [3, 5, 0, 2, 4, 1];

/// Returns how far the output moves if pairs are permuted, if queries are permuted and the outputs
/// permuted back, and if a masked pair changes.
fn moves(forward: Forward) -> [Real; 3] {
    let layer = layer(&MultiHeadConfig::new(6, 3));
    let run = |queries: &Array3<Real>, pairs: &Array3<Real>, mask: &Mask| {
        let tape = Tape::new(Mode::Eval, 0);
        let [queries, pairs] = [queries, pairs].map(|x| tape.constant(x.clone()));
        forward(&layer, queries, pairs, pairs, mask).output.value().to_owned()
    };
    let distance = |left: ArrayD<Real>, right: ArrayD<Real>| {
        (left - right).iter().fold(0.0, |most: Real, x| most.max(x.abs()))
    };
    let (queries, pairs) = (random((2, 6, 6), 2), random((2, 6, 6), 3));
    let (all, some) = (Mask::all(), Mask::valid_lens([5, 4]));
    let output = run(&queries, &pairs, &all);
    let mut changed = pairs.clone();
    changed.index_axis_mut(Axis(1), 5).fill(7.0);
    [
        distance(run(&queries, &pairs.select(Axis(1), &ORDER), &all), output.clone()),
        distance(
            run(&queries.select(Axis(1), &ORDER), &pairs, &all),
            output.select(Axis(1), &ORDER),
        ),
        distance(run(&queries, &changed, &some), run(&queries, &pairs, &some)),
    ]
}

/// One rule is not enough: only the order of the queries reveals a wrong merge.
#[test]
fn orders_and_masks_find_mistakes() {
    assert!(moves(MultiHead::forward).iter().all(|&moved| moved < 1e-5));
    assert!(moves(forward_without_permute).iter().all(|&moved| moved > 0.1));
    let [pairs, queries, hidden] = moves(forward_with_wrong_merge);
    assert!(queries > 0.1, "{queries}");
    assert!(pairs < 1e-5 && hidden < 1e-5, "{pairs} {hidden}");
}
