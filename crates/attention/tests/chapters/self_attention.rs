//! Chapter 6: self-attention and positional encoding.

use attention::Real;
use attention::array::{assert_close, softmax};
use attention::mask::Mask;
use attention::nn::{SinusoidalPositions, Tokens, init};
use attention::self_attention::*;
use attention::tape::check;
use engine::testing::{assert_panics, random, rng};
use ndarray::{Array2, Axis, array};
use proptest::prelude::*;

fn words() -> Array2<Real> {
    array![[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
}

#[test]
fn three_tokens_by_hand() {
    let attended = self_attend(&words(), &Mask::all());
    let exponentials: Array2<Real> =
        array![[0.5, 0.0, 0.5], [0.0, 0.5, 0.5], [0.5, 0.5, 1.0]] * Real::sqrt(2.0);
    let weights = softmax(&exponentials);
    assert_close(&attended.weights, &weights, 1e-6);
    assert_close(&attended.output, &weights.dot(&words()), 1e-6);
}

proptest! {
    #[test]
    fn tokens_in_another_order_give_the_outputs_in_this_order(
        seed: u64,
        order in Just((0..6).collect::<Vec<usize>>()).prop_shuffle(),
        window in 0_usize..6,
    ) {
        let rng = &mut rng(seed);
        let tokens: Array2<Real> = init::normal((6, 4), 1.0, rng);
        let pairs = Array2::from_shape_fn((6, 6), |(i, j)| i.abs_diff(j) <= window);
        let moved_pairs = pairs.select(Axis(0), &order).select(Axis(1), &order);

        let first = self_attend(&tokens, &Mask::allowed(pairs));
        let moved = self_attend(&tokens.select(Axis(0), &order), &Mask::allowed(moved_pairs));
        assert_close(&moved.output, &first.output.select(Axis(0), &order), 1e-5);
        let weights = first.weights.select(Axis(0), &order).select(Axis(1), &order);
        assert_close(&moved.weights, &weights, 1e-6);
    }
}

#[test]
fn the_formulas_count_what_is_done() {
    let (steps, dim) = (7, 4);
    let random = |rows, columns| random((rows, columns), 0);
    let x = random(steps, dim);
    let (mut by_weights, mut by_pairs) = (ProductCounter::default(), ProductCounter::default());
    let queries = by_weights.product(&x, &random(dim, dim));
    let keys = by_weights.product(&x, &random(dim, dim));
    let values = by_weights.product(&x, &random(dim, dim));
    let scores = by_pairs.product(&queries, &keys.reversed_axes());
    let output = by_pairs.product(&softmax(&scores), &values);
    by_weights.product(&output, &random(dim, dim));

    let cost = Layer::SelfAttention.multiplications(steps, dim);
    assert_eq!(by_weights.multiplications(), cost.by_weights);
    assert_eq!(by_pairs.multiplications(), cost.by_pairs);
}

#[test]
fn a_product_that_counts_is_a_product() {
    let rng = &mut rng(1);
    let left: Array2<Real> = init::normal((3, 5), 1.0, rng);
    let right: Array2<Real> = init::normal((5, 2), 1.0, rng);
    let product = ProductCounter::default().product(&left, &right);
    assert_close(&product, &left.dot(&right), 1e-5);
}

#[test]
fn local_pairs_equal_the_pairs_of_the_mask() {
    for (before, after) in [(0, 0), (1, 1), (3, 0), (2, 9), (usize::MAX, 0)] {
        let mask = Mask::window(before, after).to_array([1, 6, 6]);
        let allowed = mask.iter().filter(|&&pair| pair).count();
        let layer = Layer::LocalSelfAttention { before, after };
        assert_eq!(layer.multiplications(6, 10).by_pairs, 2 * 10 * allowed);
    }
}

/// Finds by trial the number of layers until one output depends on the first and the last token.
fn layers_by_trying(steps: usize, before: usize, after: usize) -> usize {
    let mut sees: Vec<Vec<bool>> =
        (0..steps).map(|output| (0..steps).map(|token| token == output).collect()).collect();
    for layers in 1.. {
        let window = |output: usize| output.saturating_sub(before)..(output + after + 1).min(steps);
        let any = |output, token| window(output).any(|input| sees[input][token]);
        sees =
            (0..steps).map(|output| (0..steps).map(|token| any(output, token)).collect()).collect();
        if sees.iter().any(|row| row[0] && row[steps - 1]) {
            return layers;
        }
    }
    unreachable!()
}

#[test]
fn layers_to_meet_are_as_many_as_by_trying() {
    for steps in 1..12 {
        for reach in 1..4 {
            let width = 2 * reach + 1;
            let layers = layers_by_trying(steps, reach, reach);
            assert_eq!(Layer::Convolution { width }.layers_to_meet(steps), layers);
            let (before, after) = (reach, reach - 1);
            let local = Layer::LocalSelfAttention { before, after };
            let layers = layers_by_trying(steps, before, after);
            assert_eq!(local.layers_to_meet(steps), layers, "{local:?}, {steps} steps");
        }
    }
}

#[test]
fn the_table_agrees_with_the_layer() {
    for dim in [1, 2, 5, 32] {
        let rows = SinusoidalPositions::new(dim).rows(90, 20);
        let rows = rows.mapv(|entry| entry as f64);
        assert_close(&rows, &encode(90, 20, dim), 1e-6);
    }
}

#[test]
fn a_shift_moves_every_row_to_another_position() {
    for dim in [2, 6, 32] {
        for offset in [-40, -1, 0, 1, 3, 500] {
            let moved = encode(40, 48, dim).dot(&shift(offset, dim));
            let there = encode((40 + offset) as usize, 48, dim);
            assert_close(&moved, &there, 1e-12);
        }
    }
    assert_close(&shift(3, 8).dot(&shift(-3, 8)), &Array2::eye(8), 1e-15);
    assert_close(&shift(3, 8).t().to_owned(), &shift(-3, 8), 1e-15);
}

#[test]
fn dot_products_depend_on_the_offset_only() {
    let table = encode(0, 48, 32);
    let products = table.dot(&table.t());
    let want = Array2::from_shape_fn((48, 48), |(i, k)| {
        let offset = k as f64 - i as f64;
        frequencies(32).mapv(|turn| (offset * turn).cos()).sum()
    });
    assert_close(&products, &want, 1e-12);
}

#[test]
fn misuse_is_refused() {
    assert_panics("product: [2, 3] x [4, 5]: inner sizes 3 and 4 differ", || {
        ProductCounter::default().product(&Array2::zeros((2, 3)), &Array2::zeros((4, 5)));
    });
    assert_panics("layers_to_meet: Convolution { width: 1 }: tokens never meet", || {
        Layer::Convolution { width: 1 }.stack(2, 4);
    });
    assert_panics("shift: dim 5 is odd", || drop(shift(1, 5)));
    assert_panics("period: pair 3, but width 4 has 2 pairs", || {
        period(3, 4);
    });
    assert_panics("train: 0 positions to start at", || drop(trained(Positions::Sinusoidal, 0)));
}

fn trained(positions: Positions, starts: usize) -> PreviousToken {
    let rng = &mut rng(0);
    let model = PreviousToken::new(positions, rng);
    model.train(150, starts, rng).expect("the loss is finite");
    model
}

fn accuracy(model: &PreviousToken, len: usize, range: std::ops::Range<usize>) -> Real {
    let rng = &mut rng(1);
    let accuracy = model.accuracy(len, 200, rng).expect("there are positions");
    let part = accuracy.iter().skip(range.start - 1).take(range.len());
    part.sum::<Real>() / range.len() as Real
}

#[test]
fn without_positions_nothing_beats_the_most_frequent_token() {
    let accuracy = accuracy(&trained(Positions::None, 1), 16, 1..16);
    let best = best_guess(16, 2000, &mut rng(1));
    assert!((accuracy - best).abs() < 0.02, "{accuracy} and {best}");
}

#[test]
fn with_positions_the_previous_token_is_learned() {
    let rng = &mut rng(2);
    for positions in [Positions::Sinusoidal, Positions::learned(16, rng)] {
        let model = trained(positions, 1);
        assert!(accuracy(&model, 16, 1..16) > 0.99);
    }
}

#[test]
fn only_positions_that_were_trained_work() {
    let once = trained(Positions::Sinusoidal, 1);
    assert!(accuracy(&once, 32, 16..32) < 0.7);
    let shifted = trained(Positions::Sinusoidal, 17);
    assert!(accuracy(&shifted, 32, 16..32) > 0.95);
}

#[test]
fn the_model_has_the_gradients_of_small_differences() {
    let rng = &mut rng(0);
    let tokens = Tokens::new(array![[0, 1, 2, 3], [4, 5, 6, 7]], VOCAB).unwrap();
    let learned = Positions::learned(5, rng);
    for positions in [Positions::None, Positions::Sinusoidal, learned] {
        let model = PreviousToken::new(positions, rng);
        let error = check::parameters(&model, |tape| {
            let attended = model.forward(tape, &tokens, 1);
            attended.expect("there are positions").output
        });
        error.unwrap_or_else(|mismatch| panic!("{mismatch}"));
    }
}
