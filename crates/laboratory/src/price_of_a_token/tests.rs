//! The lists of the card, and short runs of its trials.

use ndarray::{ArrayD, Axis};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::{BITS, Card, GUESSES, bits, card, speculate_texts, train_copy, train_reach};
use crate::trials::Trials;
use attention::Real;
use attention::array::assert_close;
use attention::price_of_a_token::{Bigrams, NextToken, WithCache};
use attention::transformer::{Config, LanguageModel, Sampling};

#[test]
fn the_card_holds_five_seeds_of_each_trial() {
    let Card { reach, bits, speculation } = card().expect("the card is complete");
    let seeds = [0, 1, 2, 3, 4];
    let reach = reach.iter().map(|run| (run.layers, run.seed));
    let layers = [1, 2, 3].into_iter();
    let expected = layers.flat_map(|layers| seeds.map(|seed| (layers, seed)));
    assert!(reach.eq(expected));
    let bits = bits.iter().map(|run| (run.seed, run.large_column, run.per_column, run.bits));
    let mut expected = Vec::new();
    for seed in seeds {
        for large in [false, true] {
            for per_column in [false, true] {
                let with = |bits| (seed, large, per_column, bits);
                expected.extend(BITS.map(with));
            }
        }
    }
    assert_eq!(bits.collect::<Vec<_>>(), expected);
    let speculation = speculation.iter().map(|run| (run.guesses, run.seed));
    let expected = GUESSES.into_iter().flat_map(|guesses| seeds.map(|seed| (guesses, seed)));
    assert!(speculation.eq(expected));
    let trials = (3 + 1 + GUESSES.len()) * seeds.len();
    assert_eq!(Card::trials(&seeds).len(), trials);
}

#[test]
fn a_short_training_reaches_some_texts() {
    let run = train_reach(2, 21, 7).expect("the loss is finite");
    assert_eq!((run.layers, run.seed), (2, 7));
    assert_eq!(run.accuracy.len(), 18);
    assert!(run.accuracy.iter().all(|x| (0.0..=1.0).contains(x)));
    // Token 0 is its own answer, which embeddings tell.
    assert!(run.accuracy[0] > 0.2, "{}", run.accuracy[0]);
}

#[test]
fn a_large_column_changes_no_logit() {
    let rng = &mut ChaCha8Rng::seed_from_u64(0);
    let model = LanguageModel::new(&Config::new(32, 4), 10, rng).expect("4 divides 32");
    let read = || WithCache::new(&model, Sampling::default()).read(&[2, 7, 5, 8]);
    let keys = || model.blocks[0].attention.key.weight.value().to_owned();
    let (before, keys_before) = (read(), keys());
    bits::enlarge_key_columns(&model);
    assert_close(&read(), &before, 1e-5);
    let of = |keys: &ArrayD<Real>, column| keys.index_axis(Axis(1), column).to_owned();
    for (column, factor) in [(0, 16.0), (1, 1.0), (8, 16.0)] {
        let expected = of(&keys_before, column) * factor;
        assert_eq!(of(&keys(), column), expected);
    }
}

#[test]
fn short_copies_have_an_accuracy_for_each_cache() {
    let model = train_copy(21, 7).expect("the loss is finite");
    let runs = bits::measure(&model, 20, 7);
    assert_eq!(runs.len(), 4 * BITS.len());
    let share = |x: f64| (0.0..=1.0).contains(&x);
    assert!(runs.iter().all(|run| share(run.accuracy)));
    let exact = runs.iter().filter(|run| run.bits.is_none());
    let exact: Vec<f64> = exact.map(|run| run.accuracy).collect();
    assert_eq!(exact[0], exact[1]); // the axis of no rounding
}

#[test]
fn short_texts_count_their_guesses() {
    let rng = &mut ChaCha8Rng::seed_from_u64(0);
    let model = LanguageModel::new(&Config::new(8, 2), 6, rng).expect("2 divides 8");
    let draft = Bigrams::counted(&[], 6);
    let run = speculate_texts(&model, &draft, 2, 10, 3);
    assert_eq!((run.guesses, run.seed, run.texts), (2, 3, 10));
    assert!(run.calls >= run.texts && run.tokens >= run.calls);
    assert!(run.accepted <= run.checked);
    assert!(0.0 < run.overlap && run.overlap < 1.0);
}
