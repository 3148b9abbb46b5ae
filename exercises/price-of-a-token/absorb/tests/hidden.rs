use absorb::{Head, absorbed};
use attention::{Real, array::assert_close, array::softmax, nn::init::normal};
use ndarray::{Array1, Array2, Axis, concatenate};
use rand::{SeedableRng, rngs::ChaCha8Rng};

struct Example {
    heads: Vec<Head>,
    latents: Array2<Real>,
    rotated_keys: Array2<Real>,
}

/// Returns the sizes `[heads, tokens, latent, dim, rotated]`.
fn random(sizes: [usize; 5], large: Real) -> Example {
    let [heads, tokens, latent, dim, rotated] = sizes;
    let mut rng = ChaCha8Rng::seed_from_u64(99);
    let mut head = |_| Head {
        query: normal(dim, 1.0, &mut rng),
        rotated_query: normal(rotated, 1.0, &mut rng),
        key_up: normal((latent, dim), 1.0, &mut rng),
        value_up: normal((latent, dim), 1.0, &mut rng),
    };
    Example {
        heads: (0..heads).map(&mut head).collect(),
        latents: normal((tokens, latent), 1.0, &mut rng),
        rotated_keys: normal((tokens, rotated), large, &mut rng),
    }
}

/// Computes keys `[dim + rotated]` and values `[dim]` of each token.
fn projected(example: &Example) -> Array1<Real> {
    let mut outputs = vec![];
    for head in &example.heads {
        let projected = example.latents.dot(&head.key_up);
        let keys = concatenate![Axis(1), projected, example.rotated_keys];
        let query = concatenate![Axis(0), head.query, head.rotated_query];
        let weights = softmax(&(keys.dot(&query) / (query.len() as Real).sqrt()));
        outputs.extend(weights.dot(&example.latents.dot(&head.value_up)));
    }
    Array1::from(outputs)
}

fn check(sizes: [usize; 5], large: Real) {
    let example = random(sizes, large);
    let Example { heads, latents, rotated_keys } = &example;
    assert_close(&absorbed(heads, latents, rotated_keys), &projected(&example), 1e-3);
}

#[test]
fn several_heads_share_the_latents() {
    for sizes in [[3, 6, 5, 2, 0], [2, 4, 3, 4, 0], [4, 3, 2, 1, 0]] {
        check(sizes, 1.0);
    }
}

#[test]
fn with_a_rotated_part() {
    for sizes in [[1, 5, 4, 2, 2], [3, 6, 5, 2, 4], [2, 4, 3, 3, 1]] {
        for large in [1.0, 4.0] {
            check(sizes, large);
        }
    }
}

#[test]
fn a_text_of_one_token() {
    let Example { heads, latents, rotated_keys } = random([2, 1, 4, 3, 2], 1.0);
    let got: Array1<Real> = absorbed(&heads, &latents, &rotated_keys);
    let want = heads.iter().flat_map(|head| latents.row(0).dot(&head.value_up));
    assert_close(&got, &Array1::from_iter(want), 1e-4);
}
