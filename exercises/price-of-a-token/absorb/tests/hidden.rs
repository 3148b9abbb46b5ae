use absorb::{Head, absorbed};
use attention::{Real, array::assert_close, nn::init::normal};
use ndarray::{Array1, Array2};
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
    let mut random = |rows: usize, columns: usize| -> Array2<Real> {
        normal((rows, columns), 1.0, &mut rng)
    };
    Example {
        heads: (0..heads)
            .map(|_| Head {
                query: random(1, dim).into_flat(),
                rotated_query: random(1, rotated).into_flat(),
                key_up: random(latent, dim),
                value_up: random(latent, dim),
            })
            .collect(),
        latents: random(tokens, latent),
        rotated_keys: large * random(tokens, rotated),
    }
}

/// Computes keys `[dim + rotated]` and values `[dim]` of each token with loops.
fn projected(example: &Example) -> Array1<Real> {
    let mut outputs = vec![];
    for head in &example.heads {
        let (dim, rotated) = (head.query.len(), head.rotated_query.len());
        let keys = example.latents.dot(&head.key_up);
        let values = example.latents.dot(&head.value_up);
        let score = |token: usize| {
            let mut sum = 0.0;
            for entry in 0..dim {
                sum += head.query[entry] * keys[[token, entry]];
            }
            for entry in 0..rotated {
                sum += head.rotated_query[entry] * example.rotated_keys[[token, entry]];
            }
            sum / ((dim + rotated) as Real).sqrt()
        };
        let scores: Vec<Real> = (0..keys.nrows()).map(score).collect();
        let max = scores.iter().fold(Real::MIN, |max, &score| max.max(score));
        let powers: Vec<Real> = scores.iter().map(|s| (s - max).exp()).collect();
        let all: Real = powers.iter().sum();
        for entry in 0..dim {
            let column = values.column(entry);
            let mixed: Real = powers.iter().zip(column).map(|(p, v)| p * v).sum();
            outputs.push(mixed / all);
        }
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
