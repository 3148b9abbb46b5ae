use std::cell::Cell;

use attention::Real;
use attention::nn::Linear;
use attention::train::{Adam, Loss, Trainer};
use ndarray::array;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::{
    Problem, Trial, Trials, accuracy, accuracy_by_position, right_answers, run, run_chapter,
};
use crate::Saved;
use crate::saved::tests::Outcome;

/// The losses of a layer that learns a line. Seed 9 fails.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Card {
    losses: Vec<Vec<Real>>,
}

impl Saved for Card {
    type Card = Self;

    const CARD: &'static str = "small.json";

    fn card(&self) -> &Self {
        self
    }

    fn untrained(card: Self) -> Result<Self, Problem> {
        Ok(card)
    }
}

impl Trials for Card {
    fn trials(seeds: &[u64]) -> Vec<Trial<'static, Self>> {
        let each = seeds.iter().map(|&seed| {
            let train = move || {
                if seed == 9 {
                    return Err("9 is no seed".into());
                }
                let rng = &mut ChaCha8Rng::seed_from_u64(seed);
                let layer = Linear::new(2, 1, rng);
                let mut adam = Adam::new(0.1)?;
                let report = Trainer::new(20).run(&layer, &mut adam, |tape, _| {
                    let input = tape.constant(array![[1.0, 2.0]]);
                    let output = layer.forward(input);
                    let value = (output * output).sum();
                    Ok(Loss { value, tokens: 1 })
                })?;
                Ok(report.losses())
            };
            let add = |card: &mut Self, losses| card.losses.push(losses);
            Trial::new(format!("seed {seed}"), train, add)
        });
        each.collect()
    }
}

#[test]
fn a_card_has_the_order_and_every_bit_of_the_trials() -> Outcome {
    let seeds = [3, 1, 2, 5];
    let mut names = Vec::new();
    let watch = |name: &str| names.push(name.to_owned());
    let two: Card = run_chapter(&seeds, 2, None, watch)?;
    assert_eq!(names, ["seed 3", "seed 1", "seed 2", "seed 5"]);
    let one: Card = run_chapter(&seeds, 1, None, |_| ())?;
    assert_eq!(one, two);
    let alone: Card = run_chapter(&[2], 1, None, |_| ())?;
    assert_eq!(alone.losses[0], one.losses[2]);
    Ok(())
}

#[test]
fn a_trial_that_fails_is_named() {
    let error = run_chapter::<Card>(&[1, 9, 2], 2, None, |_| ()).err();
    let error = error.expect("seed 9 fails").to_string();
    assert_eq!(error, "seed 9: 9 is no seed");
}

#[test]
fn an_interrupted_run_resumes_after_the_last_trial() -> Outcome {
    let folder = tempfile::tempdir()?;
    let finished = Some(folder.path());
    let stopped = run_chapter::<Card>(&[3, 1, 9, 2], 1, finished, |_| ());
    assert!(stopped.is_err());
    // A result that was not written to its end is measured again.
    std::fs::write(folder.path().join("seed 1.json"), "[0.5, 0.2")?;
    let measured = Cell::new(0);
    let resumed: Card = run_chapter(&[3, 1, 2], 1, finished, |_| {
        measured.set(measured.get() + 1);
    })?;
    assert_eq!(measured.get(), 3);
    assert_eq!(resumed, run_chapter(&[3, 1, 2], 1, None, |_| ())?);

    // Only what no earlier run has finished is measured.
    let trial = |seed: u64| {
        let measure = move || Err::<u64, _>(format!("{seed} runs").into());
        Trial::new(format!("number {seed}"), measure, |sum: &mut u64, n| {
            *sum += n;
        })
    };
    std::fs::write(folder.path().join("number 7.json"), "7")?;
    let mut sum = 0;
    run(vec![trial(7)], &mut sum, 1, finished, |_, _| ())?;
    assert_eq!(sum, 7);
    let error = run(vec![trial(8)], &mut sum, 1, finished, |_, _| ());
    let error = error.expect_err("it is not finished").to_string();
    assert_eq!(error, "number 8: 8 runs");
    Ok(())
}

#[test]
fn right_answers_have_the_largest_logit() {
    let logits =
        array![[[1.0, 3.0, 2.0], [0.0, 0.0, -1.0]], [[-3.0, -2.0, -1.0], [7.0, 0.0, 0.0]],];
    let logits = logits.into_dyn();
    // Of equal logits, the last counts.
    let targets = array![[1, 1], [0, 0]];
    assert_eq!(right_answers(&logits, &targets, None), [3, 4]);
    assert_eq!(accuracy(&logits, &targets, None), 0.75);
    assert_eq!(right_answers(&logits, &targets, Some(1)), [1, 2]);
    let swapped = logits.permuted_axes(vec![1, 0, 2]);
    let targets = array![[1, 0], [1, 0]];
    assert_eq!(right_answers(&swapped, &targets, None), [3, 4]);
    assert_eq!(accuracy_by_position(&swapped, &targets, None), [1.0, 0.5]);
    assert_eq!(accuracy_by_position(&swapped, &targets, Some(1)), [0.5]);
}

#[test]
#[should_panic(expected = "accuracy: there are no targets")]
fn without_targets_there_is_no_accuracy() {
    accuracy(&array![[1.0, 2.0]].into_dyn(), &array![5], Some(5));
}

#[test]
#[should_panic(expected = "right_answers: [1, 2] x [2]: sizes do not fit")]
fn each_target_needs_its_logits() {
    let logits = array![[1.0, 2.0]].into_dyn();
    right_answers(&logits, &array![0, 1], None);
}
