//! The lists of the card, and short runs of its trials.

use crate::attention_as_memory::recall::{COUNTS, Rule};
use crate::attention_as_memory::{
    Experiments, induction, recall, sinks, trained,
};
use crate::trials::Trials;

#[test]
fn the_card_holds_five_seeds_of_each_trial() {
    let card = trained().expect("the card is complete").card;
    let seeds = [0, 1, 2, 3, 4];
    let runs = card.induction.iter();
    let runs = runs.map(|run| (run.layers, run.heads, run.seed));
    let sizes = [(1, 2), (2, 2), (2, 4)].into_iter();
    let expected = sizes.flat_map(|(layers, heads)| {
        seeds.map(|seed| (layers, heads, seed))
    });
    assert!(runs.eq(expected));
    let runs = card.sinks.iter().map(|run| (run.sink, run.seed));
    let expected = [false, true].into_iter();
    assert!(
        runs.eq(
            expected.flat_map(|sink| seeds.map(|seed| (sink, seed)))
        )
    );
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
    assert_eq!(Experiments::trials(&seeds).len(), trials);
}

fn share(x: crate::Real) -> bool {
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
    assert!(results.clone().all(|head| {
        [head.previous, head.induction, head.without]
            .into_iter()
            .all(share)
    }));
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
