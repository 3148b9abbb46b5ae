use attention::{Real, array::assert_close};
use folded_groups::grouped_attention;
use ndarray::Array3;
use rand::{SeedableRng, rngs::ChaCha8Rng};
use rand_distr::{Distribution, StandardNormal};

/// Of `[heads, steps, keys, key_heads, dim]`.
fn random(sizes: [usize; 5]) -> [Array3<Real>; 3] {
    let [heads, steps, keys, key_heads, dim] = sizes;
    let mut rng = ChaCha8Rng::seed_from_u64(95);
    let shapes = [
        (heads, steps, dim),
        (key_heads, keys, dim),
        (key_heads, keys, dim),
    ];
    shapes.map(|shape| {
        Array3::from_shape_simple_fn(shape, || StandardNormal.sample(&mut rng))
    })
}

/// Number by number.
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
    for sizes in [
        [4, 3, 3, 2, 2],
        [6, 2, 7, 2, 4],
        [2, 4, 4, 1, 3],
        [3, 5, 9, 3, 1],
    ] {
        let inputs = random(sizes);
        let [queries, keys, values] = &inputs;
        let got: Array3<Real> = grouped_attention(queries, keys, values);
        assert_close(&got, &plain(&inputs), 1e-4);
    }
}

#[test]
fn each_head_has_its_group() {
    for sizes in [[6, 1, 4, 2, 2], [8, 1, 3, 2, 4], [12, 1, 5, 4, 2]] {
        let inputs = random(sizes);
        let [queries, keys, values] = &inputs;
        let got: Array3<Real> = grouped_attention(queries, keys, values);
        assert_close(&got, &plain(&inputs), 1e-4);
    }
}
