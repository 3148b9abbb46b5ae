use attention::{Real, array::assert_close, array::softmax, nn::init::normal};
use folded_groups::{grouped_attention, moved};
use ndarray::{Array3, s};
use rand::{SeedableRng, rngs::ChaCha8Rng};

/// Returns the sizes `[heads, steps, keys, key_heads, dim]`.
fn random(sizes: [usize; 5]) -> [Array3<Real>; 3] {
    let [heads, steps, keys, key_heads, dim] = sizes;
    let mut rng = ChaCha8Rng::seed_from_u64(95);
    let shapes = [(heads, steps, dim), (key_heads, keys, dim), (key_heads, keys, dim)];
    shapes.map(|shape| normal(shape, 1.0, &mut rng))
}

/// Compares each output with the softmax over the keys that its step sees.
fn check(sizes: [usize; 5]) {
    let [queries, keys, values] = random(sizes);
    let got: Array3<Real> = grouped_attention(&queries, &keys, &values);
    let [heads, steps, positions, key_heads, dim] = sizes;
    for (head, step) in (0..heads).flat_map(|h| (0..steps).map(move |s| (h, s))) {
        let seen = s![head / (heads / key_heads), ..=positions - steps + step, ..];
        let products = keys.slice(seen).dot(&queries.slice(s![head, step, ..]));
        let weights = softmax(&(products / (dim as Real).sqrt()));
        let want = weights.dot(&values.slice(seen));
        assert_close(&got.slice(s![head, step, ..]), &want, 1e-4);
    }
}

#[test]
fn no_step_sees_a_later_one() {
    for sizes in [[4, 3, 3, 2, 2], [6, 2, 7, 2, 4], [2, 4, 4, 1, 3], [3, 5, 9, 3, 1]] {
        check(sizes);
    }
}

#[test]
fn one_step_with_a_cache() {
    for sizes in [[6, 1, 4, 2, 2], [8, 1, 3, 2, 4], [12, 1, 5, 4, 2]] {
        check(sizes);
    }
}

#[test]
fn entries_with_and_without_copies() {
    for (shape, copies, want) in [
        ([1, 8, 2, 2048, 64], false, 524_288),
        ([1, 8, 2, 2048, 64], true, 4_718_592),
        ([3, 6, 6, 5, 2], false, 360),
        ([3, 6, 1, 5, 2], false, 60),
        ([3, 6, 1, 5, 2], true, 780),
    ] {
        assert_eq!(moved(shape, copies), want, "moved({shape:?}, {copies})");
    }
}
