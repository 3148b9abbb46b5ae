//! Measurements of a model whose parameters are set by hand.

use ndarray::{Array1, Array2, array};

use super::*;
use attention::nn::{Linear, Pairing, Param, Rotary};

/// Returns a layer without a bias.
fn linear(weight: Array2<Real>) -> Linear {
    Linear { weight: Param::new(weight), bias: None }
}

/// Returns a model whose scores are ln 2 for `<bos>` and 0 for other tokens, and which always
/// predicts token 4.
fn by_hand(sink: bool) -> AttentionOnly {
    let config =
        AttentionOnlyConfig { vocab: VOCAB, hidden: 2, heads: 1, layers: 1, spread: 0.1, sink };
    let rng = &mut ChaCha8Rng::seed_from_u64(0);
    let mut model = AttentionOnly::new(&config, rng).expect("one head divides everything");
    let mut vectors = Array2::zeros((VOCAB, 2));
    vectors.column_mut(0).fill(1.0);
    vectors.row_mut(BOS).assign(&array![3.0, 4.0]);
    model.embedding.weight = Param::new(vectors);
    let layer = &mut model.layers[0];
    let root = (2.0 as Real).sqrt(); // of the size of a key
    layer.query = Linear {
        weight: Param::new(Array2::zeros((2, 2))),
        bias: Some(Param::new(array![0.0, root * root.ln() / 2.0])),
    };
    layer.key = linear(Array2::eye(2));
    layer.value = linear(Array2::eye(2));
    layer.output = linear(Array2::eye(2) * 2.0);
    model.rotary = Rotary::new([0.0], Pairing::HalfSplit);
    let mut bias = Array1::zeros(VOCAB);
    bias[4] = 1.0;
    model.output =
        Linear { weight: Param::new(Array2::zeros((2, VOCAB))), bias: Some(Param::new(bias)) };
    model
}

#[test]
fn a_model_has_the_weights_by_hand() {
    let rng = &mut ChaCha8Rng::seed_from_u64(TEST_SEED);
    let text = text(TESTED, LEN, rng);
    // Places of triggers and of other tokens, and what is to be copied.
    let (mut triggers, mut others) = (Vec::new(), Vec::new());
    let mut repeated = Vec::new();
    for row in text.rows() {
        for at in 1..LEN {
            if at > 1 && row[at] <= TRIGGERS {
                triggers.push(at);
                repeated.push(row[at - 1]);
            } else {
                others.push(at);
            }
        }
    }
    let fours = repeated.iter().filter(|&&token| token == 4).count();
    let copied = fours as Real / repeated.len() as Real;
    for sink in [false, true] {
        // Of the sum of all exponentials at position 0.
        let more = if sink { 3.0 } else { 2.0 };
        let run = measure(&by_hand(sink), sink, 0, 0);
        for (weights, places) in [(run.triggers, &triggers), (run.others, &others)] {
            let mean = |of: fn(Real, Real) -> Real| {
                let each = places.iter().map(|&at| of(at as Real, more));
                each.sum::<Real>() / places.len() as Real
            };
            let two = mean(|at, more| 2.0 / (at + more));
            let before = mean(|at, more| {
                let weight = if at == 1.0 { 2.0 } else { 1.0 };
                weight / (at + more)
            });
            let one = mean(|at, more| 1.0 / (at + more));
            let all = mean(|at, more| (at + 2.0) / (at + more));
            let Weights { bos, previous, own, sum } = weights;
            for (weight, expected) in [(bos, two), (previous, before), (own, one), (sum, all)] {
                assert!((weight - expected).abs() < 1e-4, "{weight} and {expected}");
            }
        }
        assert_eq!(run.copied, copied);
        assert!((run.bos_length - 10.0).abs() < 1e-4);
        assert!((run.other_length - 2.0).abs() < 1e-4);
    }
}
