//! The lists of the card, and short runs of its trials.

use attention::attention_as_memory::recall::{COUNTS, Pairs, Recall, Rule};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::induction::{accuracy, scores, without_heads};
use super::{Trained, induction, recall, sinks, trained};
use crate::trials::Trials;

#[test]
fn the_card_holds_five_seeds_of_each_trial() {
    let card = trained().expect("the card is complete").card;
    let seeds = [0, 1, 2, 3, 4];
    let runs = card.induction.iter();
    let runs = runs.map(|run| (run.layers, run.heads, run.seed));
    let sizes = [(1, 2), (2, 2), (2, 4)].into_iter();
    let expected = sizes.flat_map(|(layers, heads)| seeds.map(|seed| (layers, heads, seed)));
    assert!(runs.eq(expected));
    let runs = card.sinks.iter().map(|run| (run.sink, run.seed));
    let expected = [false, true].into_iter();
    assert!(runs.eq(expected.flat_map(|sink| seeds.map(|seed| (sink, seed)))));
    let runs = card.recall.iter();
    let runs = runs.map(|run| (run.dim, run.twice, run.rule, run.seed));
    let mut expected = Vec::new();
    for (dim, twice) in [(8, false), (16, false), (16, true)] {
        for rule in Rule::ALL {
            expected.extend(seeds.map(|seed| (dim, twice, rule, seed)));
        }
    }
    assert_eq!(runs.collect::<Vec<_>>(), expected);
    let trials = (3 + 2 + 3 * Rule::ALL.len()) * seeds.len();
    assert_eq!(Trained::trials(&seeds).len(), trials);
}

fn share(x: attention::Real) -> bool {
    (0.0..=1.0).contains(&x)
}

#[test]
fn a_short_induction_run_measures_every_head() {
    let (run, model) = induction::run(2, 2, 2, 7).expect("finite");
    assert_eq!((run.layers, run.heads, run.seed), (2, 2, 7));
    assert_eq!((run.losses.len(), run.cliff), (1, None));
    assert_eq!(run.accuracy, induction::accuracy(&model));
    let heads: Vec<usize> = run.by_head.iter().map(Vec::len).collect();
    assert_eq!(heads, [2, 2]);
    let results = run.by_head.iter().flatten();
    assert!(
        results
            .clone()
            .all(|head| { [head.previous, head.induction, head.without].into_iter().all(share) })
    );
    assert!(results.clone().all(|head| head.previous > 0.0));
    assert_eq!(run.without_layer.len(), 2);
    assert!(run.without_layer.into_iter().all(share));
}

#[test]
fn a_short_sink_run_keeps_all_weight_without_a_sink() {
    for sink in [false, true] {
        let run = sinks::run(sink, 2, 7).expect("the loss is finite");
        assert_eq!((run.sink, run.steps, run.seed), (sink, 2, 7));
        for weights in [run.triggers, run.others] {
            assert_eq!((weights.sum - 1.0).abs() < 1e-4, !sink);
            assert!(share(weights.bos) && share(weights.own));
        }
        assert!(share(run.copied));
        assert!(run.bos_length > 0.0 && run.other_length > 0.0);
    }
}

#[test]
fn a_short_recall_run_tests_all_numbers_of_writes() {
    for rule in Rule::ALL {
        let run = recall::run(rule, 8, true, 2, 7).expect("finite");
        let settings = (run.rule, run.dim, run.twice, run.seed);
        assert_eq!(settings, (rule, 8, true, 7));
        assert_eq!(run.accuracy.len(), COUNTS.len());
        assert!(run.accuracy.into_iter().all(share));
    }
}

/// Some seeds learn little in so few steps, but not all of them.
#[test]
fn a_memory_learns_to_recall_a_few_pairs() {
    let gain = |seed| {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let model = Recall::new(Rule::Delta, 16, rng);
        let pairs = Pairs::draw(50, 4, false, rng);
        let before = recall::accuracy(&model, &pairs);
        recall::train(&model, 80, false, rng).expect("the loss is finite");
        recall::accuracy(&model, &pairs) - before
    };
    let gains = [0, 1, 2, 3, 4].map(gain);
    let mean = gains.iter().sum::<attention::Real>() / 5.0;
    assert!(mean > 0.2, "{gains:?}");
}

#[test]
fn the_shipped_model_has_the_scores_of_its_card() {
    let Trained { card, induction } = trained().expect("the shipped files are complete");
    let run = card.induction(2, 2)[3];
    assert!((accuracy(&induction) - run.accuracy).abs() < 0.005);
    for (heads, results) in scores(&induction).iter().zip(&run.by_head) {
        for ([previous, found], result) in heads.iter().zip(results) {
            assert!((previous - result.previous).abs() < 0.005);
            assert!((found - result.induction).abs() < 0.005);
        }
    }
    let cut = without_heads(&induction, &[(1, 0), (1, 1)]);
    assert!(accuracy(&cut) < 0.1);
}
