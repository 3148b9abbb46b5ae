//! The split of a corpus, and the results of training on it.

use attention::data::Corpus;
use attention::encoder_decoder::{Experiment, Recipe, mean_loss};

use super::*;

/// The loss of an epoch is the mean over its tokens, and not over its batches.
#[test]
fn an_experiment_measures_what_it_trains() -> Result<(), Box<dyn std::error::Error>> {
    let experiment = Experiment::new(&Corpus::generated(40, 0)?, 8, 1, 3)?;
    let vocabs = experiment.vocabularies.sizes();
    let config = RecurrentConfig::new(vocabs[0], vocabs[1]).sizes(4, 5);
    let model = FixedContext::new(&config, &mut rng(0));
    let recipe = Recipe { epochs: 3, batch: 10, seed: 7, ..Recipe::default() };
    let (run, report) = experiment.run(&model, &recipe, None)?;
    assert_eq!((run.seed, run.losses.len()), (7, 3));
    let steps = &report.steps[..report.steps.len() / 3];
    let tokens: usize = steps.iter().map(|step| step.tokens).sum();
    let sum: f64 = steps.iter().map(|step| step.loss as f64 * step.tokens as f64).sum();
    assert!((run.losses[0] - sum / tokens as f64).abs() < 1e-9);
    assert_eq!(run.training_loss, mean_loss(&model, &experiment.examples, vocabs)?);
    let bands = run.held_out.bands.iter();
    assert_eq!(bands.map(|band| band.sentences).sum::<usize>(), 8);
    let known = experiment.training.sentences();
    for sentence in experiment.held_out.sentences() {
        assert!(known.iter().all(|other| other.source != sentence.source));
    }
    Ok(())
}
