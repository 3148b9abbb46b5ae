//! Rules that the layer obeys for all inputs, and that the mistakes in `wrong` break.

use ndarray::{Array3, ArrayD, Axis};

use super::super::wrong::{
    forward_with_wrong_merge, forward_without_permute,
};
use super::{MultiHead, MultiHeadConfig, random, rng};
use crate::Real;
use crate::mask::Mask;
use crate::tape::{Attended, Mode, Tape, Var};

type Forward = for<'t> fn(
    &MultiHead,
    Var<'t>,
    Var<'t>,
    Var<'t>,
    &Mask,
) -> Attended<'t>;

const ORDER: [usize; 6] = [3, 5, 0, 2, 4, 1];

fn run(
    forward: Forward,
    queries: &Array3<Real>,
    pairs: &Array3<Real>,
    mask: &Mask,
) -> ArrayD<Real> {
    let layer =
        MultiHead::new(&MultiHeadConfig::new(6, 3), &mut rng(1))
            .unwrap();
    let tape = Tape::new(Mode::Eval, 0);
    let queries = tape.constant(queries.clone());
    let pairs = tape.constant(pairs.clone());
    let output = forward(&layer, queries, pairs, pairs, mask).output;
    output.value().to_owned()
}

fn distance(left: &ArrayD<Real>, right: &ArrayD<Real>) -> Real {
    let distances = (left - right).mapv(Real::abs);
    distances.into_iter().fold(0.0, Real::max)
}

/// Returns how far the output moves if pairs are permuted, if queries are permuted and the outputs
/// permuted back, and if a masked pair changes.
fn moves(forward: Forward) -> [Real; 3] {
    let (queries, pairs) = (random((2, 6, 6), 2), random((2, 6, 6), 3));
    let output = run(forward, &queries, &pairs, &Mask::all());

    let shuffled = pairs.select(Axis(1), &ORDER);
    let by_pairs = distance(
        &run(forward, &queries, &shuffled, &Mask::all()),
        &output,
    );

    let shuffled = queries.select(Axis(1), &ORDER);
    let moved = run(forward, &shuffled, &pairs, &Mask::all());
    let by_queries = distance(&moved, &output.select(Axis(1), &ORDER));

    let mask = Mask::valid_lens([5, 4]);
    let mut changed = pairs.clone();
    changed.index_axis_mut(Axis(1), 5).fill(7.0);
    let hidden = run(forward, &queries, &pairs, &mask);
    let by_hidden =
        distance(&run(forward, &queries, &changed, &mask), &hidden);
    [by_pairs, by_queries, by_hidden]
}

#[test]
fn the_layer_obeys_them() {
    for moved in moves(MultiHead::forward) {
        assert!(moved < 1e-5, "{moved}");
    }
}

#[test]
fn they_find_missing_permutations() {
    for moved in moves(forward_without_permute) {
        assert!(moved > 0.1, "{moved}");
    }
}

/// One rule is not enough: only the order of the queries reveals a wrong merge.
#[test]
fn they_find_a_wrong_merge() {
    let [pairs, queries, hidden] = moves(forward_with_wrong_merge);
    assert!(queries > 0.1, "{queries}");
    assert!(pairs < 1e-5 && hidden < 1e-5, "{pairs} {hidden}");
}
