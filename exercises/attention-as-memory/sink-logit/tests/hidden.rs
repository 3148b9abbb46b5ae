use attention::nn::init::normal;
use attention::{
    Real, array::assert_close, array::masked_softmax, assert_near, mask::Mask,
};
use ndarray::{Array2, array};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use sink_logit::{sink_gradient, with_sink};

fn random(rows: usize, columns: usize, seed: u64) -> Array2<Real> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    normal((rows, columns), 1.0, &mut rng)
}

/// Computes the sink as an additional first key.
fn with_a_column(scores: &Array2<Real>, sink: Real, mask: &Mask) -> Array2<Real> {
    let (queries, keys) = scores.dim();
    let wider = Array2::from_shape_fn((queries, keys + 1), |(query, key)| {
        if key == 0 { sink } else { scores[[query, key - 1]] }
    });
    let pairs = Array2::from_shape_fn((queries, keys + 1), |(query, key)| {
        key == 0 || mask.allows(0, query, key - 1)
    });
    let weights = masked_softmax(&wider, &Mask::allowed(pairs));
    Array2::from_shape_fn((queries, keys), |(query, key)| weights[[query, key + 1]])
}

#[test]
fn a_key_with_value_zero() {
    let scores = random(4, 6, 10);
    let nothing = Mask::allowed(Array2::from_elem((4, 6), false));
    let window = Mask::window(1, 0).starting_at(2);
    for mask in [Mask::all(), Mask::causal(), window, nothing] {
        for sink in [-2.0, 0.0, 1.5] {
            let got: Array2<Real> = with_sink(&scores, sink, &mask);
            assert_close(&got, &with_a_column(&scores, sink, &mask), 1e-5);
        }
    }
}

#[test]
fn high_and_low() {
    let cases = [
        (array![[1000.0, 1001.0]], 0.0, array![[0.26894, 0.73106]]),
        (array![[-1000.0, -1001.0]], 0.0, array![[0.0, 0.0]]),
        (array![[-1000.0, -1001.0]], -1000.0, array![[0.42232, 0.15536]]),
        (array![[0.0, 1.0]], 1000.0, array![[0.0, 0.0]]),
        (array![[0.0, 1.0]], -1000.0, array![[0.26894, 0.73106]]),
    ];
    for (scores, sink, want) in cases {
        let scores: Array2<Real> = scores;
        assert_close(&with_sink(&scores, sink, &Mask::all()), &want, 1e-4);
    }
    let masked = Mask::allowed(array![[false, true]]);
    let got: Array2<Real> = with_sink(&array![[1000.0, 0.0]], 0.0, &masked);
    assert_close(&got, &array![[0.0, 0.5]], 1e-4);
    let nothing = Mask::allowed(array![[false, false]]);
    let none = with_sink(&array![[1.0, 0.0]], Real::NEG_INFINITY, &nothing);
    assert_close(&none, &array![[0.0, 0.0]], 1e-6);
}

#[test]
fn the_slope_of_the_sink() {
    let (scores, gradient) = (random(5, 4, 11), random(5, 4, 12));
    for mask in [Mask::all(), Mask::causal()] {
        for sink in [-1.0, 0.5, 2.0] {
            let loss =
                |sink: Real| (with_a_column(&scores, sink, &mask) * &gradient).sum();
            let want = (loss(sink + 0.02) - loss(sink - 0.02)) / 0.04;
            let weights = with_a_column(&scores, sink, &mask);
            let got: Real = sink_gradient(&weights, &gradient);
            assert_near!(got, want, 2e-3, "sink {sink}, by differences");
        }
    }
}
