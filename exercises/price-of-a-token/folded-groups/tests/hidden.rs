use attention::{Real, array::assert_close, nn::init::normal};
use folded_groups::{grouped_attention, moved};
use ndarray::Array3;
use rand::{SeedableRng, rngs::ChaCha8Rng};

/// Returns the sizes `[heads, steps, keys, key_heads, dim]`.
fn random(sizes: [usize; 5]) -> [Array3<Real>; 3] {
    let [heads, steps, keys, key_heads, dim] = sizes;
    let mut rng = ChaCha8Rng::seed_from_u64(95);
    let shapes = [(heads, steps, dim), (key_heads, keys, dim), (key_heads, keys, dim)];
    shapes.map(|shape| normal(shape, 1.0, &mut rng))
}

/// Computes the attention with loops.
fn plain([queries, keys, values]: &[Array3<Real>; 3]) -> Array3<Real> {
    let (heads, steps, dim) = queries.dim();
    let (key_heads, positions, _) = keys.dim();
    Array3::from_shape_fn((heads, steps, dim), |(head, step, entry)| {
        let key_head = head / (heads / key_heads);
        let (mut above, mut below) = (0.0, 0.0);
        for key in 0..=positions - steps + step {
            let product: Real = (0..dim)
                .map(|e| queries[[head, step, e]] * keys[[key_head, key, e]])
                .sum();
            let power = (product / (dim as Real).sqrt()).exp();
            above += power * values[[key_head, key, entry]];
            below += power;
        }
        above / below
    })
}

#[test]
fn no_step_sees_a_later_one() {
    for sizes in [[4, 3, 3, 2, 2], [6, 2, 7, 2, 4], [2, 4, 4, 1, 3], [3, 5, 9, 3, 1]] {
        let inputs = random(sizes);
        let [queries, keys, values] = &inputs;
        assert_close(&grouped_attention(queries, keys, values), &plain(&inputs), 1e-4);
    }
}

#[test]
fn one_step_with_a_cache() {
    for sizes in [[6, 1, 4, 2, 2], [8, 1, 3, 2, 4], [12, 1, 5, 4, 2]] {
        let inputs = random(sizes);
        let [queries, keys, values] = &inputs;
        assert_close(&grouped_attention(queries, keys, values), &plain(&inputs), 1e-4);
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
