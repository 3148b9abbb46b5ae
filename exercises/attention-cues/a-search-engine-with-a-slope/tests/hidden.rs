use a_search_engine_with_a_slope::{count_words, importance_slope, ranking_weights};
use attention::{Real, array::assert_close};
use ndarray::{Array1, Array2, array};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

#[test]
fn words_are_whole_words() {
    let vocabulary = ["the", "747", "a"];
    let counts: Array1<Real> =
        count_words("Other pilots (than a 747's) bathe: the-the 7470", &vocabulary);
    assert_close(&counts, &array![2.0, 1.0, 1.0], 0.0);
    let nothing: Array1<Real> = count_words("", &vocabulary);
    assert_close(&nothing, &array![0.0, 0.0, 0.0], 0.0);
}

#[test]
fn letters_of_other_languages() {
    let vocabulary = ["caf", "café", "öl", "l"];
    let counts: Array1<Real> = count_words("Le café: CAFÉ et Öl", &vocabulary);
    assert_close(&counts, &array![0.0, 2.0, 1.0, 0.0], 0.0);
}

fn counts(shape: (usize, usize), rng: &mut ChaCha8Rng) -> Array2<Real> {
    Array2::from_shape_simple_fn(shape, || rng.random_range(0..3_u8).into())
}

/// Computes -ln of the weight of the wanted text in double precision.
fn loss(
    question: &Array1<Real>,
    texts: &Array2<Real>,
    importance: &Array1<f64>,
    wanted: usize,
) -> f64 {
    let question = question.mapv(f64::from) * importance;
    let scores: Array1<f64> = texts.mapv(f64::from).dot(&question);
    scores.mapv(f64::exp).sum().ln() - scores[wanted]
}

#[test]
fn slope_agrees_with_small_steps() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    for (texts, vocab) in [(4, 6), (6, 3), (5, 5)] {
        let question: Array1<Real> = counts((1, vocab), &mut rng).row(0).to_owned();
        let texts: Array2<Real> = counts((texts, vocab), &mut rng);
        let importance: Array1<Real> =
            Array1::from_shape_simple_fn(vocab, || rng.random_range(-0.5..1.0));
        for wanted in 0..texts.nrows() {
            let want: Array1<Real> = (0..vocab)
                .map(|word| {
                    let mut above = importance.mapv(f64::from);
                    let mut below = above.clone();
                    above[word] += 1e-4;
                    below[word] -= 1e-4;
                    let change = loss(&question, &texts, &above, wanted)
                        - loss(&question, &texts, &below, wanted);
                    (change / 2e-4) as Real
                })
                .collect();
            let got: Array1<Real> =
                importance_slope(&question, &texts, &importance, wanted);
            assert_close(&got, &want, 1e-4);
        }
    }
}

#[test]
fn descent_finds_the_wanted_text() {
    let question: Array1<Real> = array![2.0, 1.0, 0.0];
    let texts = array![[3.0, 0.0, 1.0], [1.0, 1.0, 0.0], [2.0, 0.0, 2.0]];
    let mut importance: Array1<Real> = Array1::ones(3);
    let mut before: Real = ranking_weights(&question, &texts, &importance)[1];
    for step in 0..100 {
        let slope: Array1<Real> = importance_slope(&question, &texts, &importance, 1);
        importance = importance - slope * 0.02;
        let after: Real = ranking_weights(&question, &texts, &importance)[1];
        assert!(
            after > before,
            "step {step}: the weight falls from {before} to {after}"
        );
        before = after;
    }
    assert!(before > 0.8, "the last weight should be above 0.8, not {before}");
}
