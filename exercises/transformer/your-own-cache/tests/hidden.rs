use attention::array::{assert_close, masked_softmax};
use attention::nn::init::normal;
use attention::{Real, mask::Mask};
use ndarray::{Array1, Array2, Axis, Slice, concatenate};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use your_own_cache::{Cache, Layer};

//@ param seed
const SEED: u64 = 71;

fn layer(hidden: usize, heads: usize, rng: &mut ChaCha8Rng) -> Layer {
    let [query, key, value, output] =
        [(); 4].map(|()| normal((hidden, hidden), 1.0, rng));
    Layer { query, key, value, output, heads }
}

/// Returns all outputs at once, from the projected queries, keys and values.
fn attend(layer: &Layer, projected: [Array2<Real>; 3], mask: &Mask) -> Array2<Real> {
    let dim = layer.query.ncols() / layer.heads;
    let heads: Vec<Array2<Real>> = (0..layer.heads)
        .map(|head| {
            let columns = Slice::from(head * dim..(head + 1) * dim);
            let [q, k, v] =
                [0, 1, 2].map(|i| projected[i].slice_axis(Axis(1), columns));
            let scores = q.dot(&k.t()) / (dim as Real).sqrt();
            masked_softmax(&scores, mask).dot(&v)
        })
        .collect();
    let heads: Vec<_> = heads.iter().map(|head| head.view()).collect();
    let joined = concatenate(Axis(1), &heads).expect("heads of one length");
    joined.dot(&layer.output)
}

fn project(layer: &Layer, tokens: &Array2<Real>) -> [Array2<Real>; 3] {
    [&layer.query, &layer.key, &layer.value].map(|weight| tokens.dot(weight))
}

#[test]
fn old_tokens_are_not_read_again() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let first = layer(6, 3, &mut rng);
    let mut second = layer(6, 3, &mut rng);
    second.output = first.output.clone();
    let tokens = 0.5 * normal((5, 6), 1.0, &mut rng);
    let mut cache = Cache::new(6);
    let mut last = Array1::zeros(6);
    for (place, token) in tokens.rows().into_iter().enumerate() {
        last = cache.step(if place < 3 { &first } else { &second }, &token);
    }
    let (old, new) = (project(&first, &tokens), project(&second, &tokens));
    let mixed = [0, 1, 2].map(|i| {
        Array2::from_shape_fn((5, 6), |(row, column)| {
            [&old, &new][usize::from(row >= 3)][i][[row, column]]
        })
    });
    let want = attend(&second, mixed, &Mask::causal());
    assert_close(&last, &want.row(4), 1e-4);
}

#[test]
fn a_cache_that_forgets() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let layer = layer(6, 2, &mut rng);
    let tokens = 0.5 * normal((8, 6), 1.0, &mut rng);
    for window in [0, 1, 3, 20] {
        let mask = Mask::window(window, 0);
        let want = attend(&layer, project(&layer, &tokens), &mask);
        let mut cache = Cache::new(6);
        for (place, token) in tokens.rows().into_iter().enumerate() {
            assert_close(&cache.step(&layer, &token), &want.row(place), 1e-4);
            cache.keep_last(window);
            let kept = [&cache.keys, &cache.values].map(|rows| rows.dim());
            let tokens = window.min(place + 1);
            assert_eq!(kept, [(tokens, 6); 2], "keep_last({window})");
        }
    }
}

#[test]
fn one_head_and_many() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    for heads in [1, 2, 4, 8] {
        let layer = layer(8, heads, &mut rng);
        let tokens = 0.5 * normal((6, 8), 1.0, &mut rng);
        let want = attend(&layer, project(&layer, &tokens), &Mask::causal());
        let mut cache = Cache::new(8);
        for (place, token) in tokens.rows().into_iter().enumerate() {
            assert_close(&cache.step(&layer, &token), &want.row(place), 1e-4);
        }
    }
}
