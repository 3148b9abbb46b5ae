//! Trials and their card.

use std::path::Path;

use ndarray::array;
use serde::{Deserialize, Serialize};

use super::{
    Trial, Trials, accuracy, read_card, right_answers, run, write_card,
};
use crate::Real;
use crate::encoder_decoder::TrainedError;
use crate::nn::Linear;
use crate::train::{Adam, Loss, Trainer};

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// The losses of a layer that learns from three random batches. Seed 9
/// fails.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Card {
    losses: Vec<Vec<Real>>,
}

impl Trials for Card {
    const CHAPTER: &'static str = "small";

    fn trials(seeds: &[u64]) -> Vec<Trial<Self>> {
        let each = seeds.iter().map(|&seed| {
            let name = format!("seed {seed}");
            let train = move || {
                if seed == 9 {
                    return Err("9 is no seed".into());
                }
                let rng =
                    &mut crate::encoder_decoder::testing::rng(seed);
                let layer = Linear::new(2, 1, rng);
                let mut adam = Adam::new(0.1)?;
                let report = Trainer::new(20).run(
                    &layer,
                    &mut adam,
                    |tape, _| {
                        let input = array![[1.0, 2.0]];
                        let output =
                            layer.forward(tape.constant(input));
                        let value = (output * output).sum();
                        Ok(Loss { value, tokens: 1 })
                    },
                )?;
                Ok(report.losses())
            };
            Trial::new(name, train, |card: &mut Self, losses| {
                card.losses.push(losses);
            })
        });
        each.collect()
    }

    fn save(&self, folder: &Path) -> Result<(), TrainedError> {
        write_card(&folder.join("small.json"), self)
    }
}

#[test]
fn a_card_has_the_order_and_every_bit_of_the_trials() -> Outcome {
    let seeds = [3, 1, 2, 5];
    let mut names = Vec::new();
    let two: Card = run(&seeds, 2, |name| names.push(name.to_owned()))?;
    assert_eq!(names, ["seed 3", "seed 1", "seed 2", "seed 5"]);
    let one: Card = run(&seeds, 1, |_| ())?;
    assert_eq!(one, two);
    let alone: Card = run(&[2], 1, |_| ())?;
    assert_eq!(alone.losses[0], one.losses[2]);

    let folder = tempfile::tempdir()?;
    one.save(folder.path())?;
    let path = folder.path().join("small.json");
    assert_eq!(read_card::<Card>(&path, &std::fs::read(&path)?)?, one);
    let error = read_card::<Card>(&path, b"{\"losses\": 3}");
    let error = error.expect_err("3 is no list").to_string();
    assert!(error.contains("small.json: invalid type"), "{error}");
    let two = vec![vec![1.0], vec![1.0, Real::NAN]];
    let error = Card { losses: two }.save(folder.path());
    let error = error.expect_err("NaN is no loss").to_string();
    let expected = "small.json: not written: \"losses\": [: ";
    assert!(error.contains(expected), "{error}");
    assert_eq!(read_card::<Card>(&path, &std::fs::read(&path)?)?, one);
    let error = one.save(&folder.path().join("nowhere"));
    let error = error.expect_err("there is no folder").to_string();
    assert!(error.contains("small.json: cannot be written"), "{error}");
    Ok(())
}

#[test]
fn a_trial_that_fails_is_named() {
    let error = run::<Card>(&[1, 9, 2], 2, |_| ()).err();
    let error = error.expect("seed 9 fails").to_string();
    assert_eq!(error, "seed 9: 9 is no seed");
}

#[test]
fn right_answers_have_the_largest_logit() {
    let logits = array![
        [[1.0, 3.0, 2.0], [0.0, 0.0, -1.0]],
        [[-3.0, -2.0, -1.0], [7.0, 0.0, 0.0]],
    ];
    let logits = logits.into_dyn();
    // Of equal logits, the last counts.
    let targets = array![[1, 1], [0, 0]];
    assert_eq!(right_answers(&logits, &targets, None), [3, 4]);
    assert_eq!(accuracy(&logits, &targets, None), 0.75);
    assert_eq!(right_answers(&logits, &targets, Some(1)), [1, 2]);
    let swapped = logits.permuted_axes(vec![1, 0, 2]);
    let targets = array![[1, 0], [1, 0]];
    assert_eq!(right_answers(&swapped, &targets, None), [3, 4]);
}

#[test]
#[should_panic(expected = "accuracy: there are no targets")]
fn no_target_has_no_accuracy() {
    accuracy(&array![[1.0, 2.0]].into_dyn(), &array![5], Some(5));
}

#[test]
#[should_panic(
    expected = "right_answers: [1, 2] x [2]: sizes do not fit"
)]
fn each_target_needs_its_logits() {
    let logits = array![[1.0, 2.0]].into_dyn();
    right_answers(&logits, &array![0, 1], None);
}
