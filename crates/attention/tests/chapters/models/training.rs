//! Training rejects invalid input and is reproducible.

use std::cell::Cell;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use attention::encoder_decoder::{
    Change, Changed, EncoderDecoder, RateCurve, Recipe, TrainError, mean_loss, train,
};
use attention::nn::{State, state};
use attention::tape::{Mode, Tape, Var};
use attention::train::Checkpoint;
use translation::train_with;

use super::*;

fn short() -> Recipe {
    Recipe { epochs: 2, batch: 3, ..Recipe::default() }
}

/// A recipe is checked before anything changes.
#[test]
fn unusable_settings_and_examples_are_errors() {
    let all = examples(4, 0);
    let mut unknown = all.clone();
    unknown[2].target = vec![TARGET_VOCAB, EOS];
    let share = |warmup| Recipe { curve: RateCurve::Cosine { warmup }, ..short() };
    let roots = Recipe { curve: RateCurve::InverseSqrt { warmup: 0 }, ..short() };
    let mut refused = vec![
        (&[][..], short(), "batch size 3, 0 examples: there is nothing to train on"),
        (&all[..], Recipe { batch: 0, ..short() }, "batch size 0, 4 examples: there is nothing to"),
        (&all[..], Recipe { epochs: 0, ..short() }, "steps must be at least"),
        (&unknown[..], short(), "in the targets of the batch: token 7"),
        (&all[..], share(2.0), "warm-up share 2 is not in [0, 1)"),
        (&all[..], roots, "must be at least 1, not 0"),
    ];
    for learning_rate in [-0.1, Real::NAN, Real::INFINITY] {
        refused.push((&all[..], Recipe { learning_rate, ..short() }, "learning rate"));
    }
    for clip in [0.0, -1.0, Real::NAN] {
        refused.push((&all[..], Recipe { clip, ..short() }, "is not"));
    }
    for warmup in [f64::NAN, -1.0, -1e-9, 1.0, f64::INFINITY] {
        refused.push((&all[..], share(warmup), "warm-up share"));
    }
    for (examples, recipe, message) in refused {
        let model = fixed_context(1, 0);
        let before = state(&model);
        let error = train(&model, examples, VOCABS, &recipe).expect_err(message).to_string();
        assert!(error.contains(message), "{error}, not {message}");
        assert_eq!(state(&model), before, "{message}");
    }
    let error = mean_loss(&fixed_context(1, 0), &unknown, VOCABS).expect_err("7 is not below 7");
    assert!(error.to_string().contains("in the targets of the batch: token 7"), "{error}");
}

/// Trains on so many examples.
fn trained(count: usize, (model_seed, seed): (u64, u64), rate: Real) -> Result<State, TrainError> {
    let model = FixedContext::new(&config(2, Dropout::new(rate)?), &mut rng(model_seed));
    train(&model, &examples(count, 0), VOCABS, &Recipe { seed, ..short() })?;
    Ok(state(&model))
}

#[test]
fn the_same_seed_gives_the_same_bits() -> Result<(), TrainError> {
    let first = trained(7, (0, 1), 0.3)?;
    assert_eq!(first, trained(7, (0, 1), 0.3)?);
    assert_ne!(first, trained(7, (0, 2), 0.3)?);
    assert_ne!(first, trained(7, (1, 1), 0.3)?);
    // Without dropout, the seed still determines the order of the examples.
    assert_ne!(trained(7, (0, 1), 0.0)?, trained(7, (0, 2), 0.0)?);
    // One example has one order, so only dropout can tell the seeds apart.
    assert_ne!(trained(1, (0, 1), 0.3)?, trained(1, (0, 2), 0.3)?);
    assert_eq!(trained(1, (0, 1), 0.0)?, trained(1, (0, 2), 0.0)?);
    Ok(())
}

/// Adam is invariant to a constant factor of all gradients, but not to a factor that changes with
/// each step.
#[test]
fn gradients_are_clipped() -> Result<(), TrainError> {
    let clipped = |clip| -> Result<_, TrainError> {
        let model = fixed_context(1, 0);
        let report = train(&model, &examples(7, 0), VOCABS, &Recipe { clip, ..short() })?;
        let norms = report.steps.iter().map(|step| step.gradient_norm);
        Ok((state(&model), norms.fold(0.0, Real::max)))
    };
    let (never, largest) = clipped(100.0)?;
    assert!(largest < 100.0, "{largest}");
    assert_eq!(never, clipped(1_000.0)?.0);
    assert_ne!(never, clipped(largest / 2.0)?.0);
    Ok(())
}

/// Seven examples in batches of three are three steps an epoch, and every token counts once, in
/// another order in each.
#[test]
fn each_epoch_sees_each_example_once() -> Result<(), TrainError> {
    let examples = examples(7, 0);
    let report = train(&fixed_context(1, 0), &examples, VOCABS, &short())?;
    let tokens: Vec<usize> = report.steps.iter().map(|step| step.tokens).collect();
    let all: usize = examples.iter().map(|example| example.target.len()).sum();
    assert_eq!(tokens.len(), 2 * 3);
    assert_ne!(tokens[..3], tokens[3..]);
    assert_eq!([&tokens[..3], &tokens[3..]].map(|epoch| epoch.iter().sum::<usize>()), [all; 2]);
    Ok(())
}

/// Returns the probabilities of the next token, which do not depend on the tokens before it.
fn always(_: &[usize], _: &[usize]) -> Vec<Real> {
    vec![0.4, 0.1, 0.1, 0.2, 0.05, 0.15, 0.0]
}

fn pair(target: &[usize]) -> Example {
    Example { source: vec![EOS], target: target.to_vec() }
}

/// Three tokens and one: the mean of four logarithms. The two positions of padding do not count. In
/// several batches, each token counts equally, and not each batch: 64 examples of one token in a
/// first batch, one of nine tokens in a second.
#[test]
fn the_loss_is_the_mean_over_tokens_without_padding() {
    let model = Scripted { vocab: TARGET_VOCAB, next: always };
    let examples = [pair(&[4, 5, EOS]), pair(&[EOS])];
    let loss = model.loss(&Tape::new(Mode::Eval, 0), &batch(&examples)).item() as f64;
    let [four, five, end] = [0.05, 0.15, 0.2].map(|p: f64| -p.ln());
    assert_eq!(close("one batch", loss, (four + five + 2.0 * end) / 4.0), Ok(()));
    let mut examples = vec![pair(&[EOS]); 64];
    examples.push(pair(&[4, 4, 4, 4, 4, 4, 4, 4, EOS]));
    let loss = mean_loss(&model, &examples, VOCABS).expect("all tokens are known");
    assert_eq!(close("two batches", loss, (65.0 * end + 8.0 * four) / 73.0), Ok(()));
}

/// Copies a file before a certain loss is computed.
struct Copies {
    files: [PathBuf; 2],
    losses_before: Cell<usize>,
}

impl<M: EncoderDecoder> Change<M> for Copies {
    fn loss<'t>(&self, model: &M, tape: &'t Tape, batch: &Batch) -> Var<'t> {
        if self.losses_before.replace(self.losses_before.get().wrapping_sub(1)) == 0 {
            fs::copy(&self.files[0], &self.files[1]).expect("a checkpoint");
        }
        model.loss(tape, batch)
    }
}

/// Training that stops, within an epoch or between two, resumes as if it had not stopped.
#[test]
fn a_stopped_training_ends_with_the_same_bits() {
    let (examples, recipe) = (examples(7, 0), short());
    let trained = |losses_before: usize, files: [PathBuf; 2], from: usize| {
        let checkpoint = Checkpoint { path: files[from].clone(), every: Duration::ZERO };
        let losses_before = Cell::new(losses_before);
        let model = Changed(fixed_context(1, 0), Copies { files, losses_before });
        let report = train_with(&model, &examples, VOCABS, &recipe, Some(checkpoint));
        (state(&model), report.expect("it learns").losses())
    };
    let whole = fixed_context(1, 0);
    let report = train(&whole, &examples, VOCABS, &recipe).expect("it learns");
    let whole = (state(&whole), report.losses());
    for losses_before in 1..6 {
        let folder = tempfile::tempdir().expect("a folder");
        let files = ["whole", "stopped"].map(|name| folder.path().join(name));
        assert_eq!(trained(losses_before, files.clone(), 0), whole);
        assert!(files[1].exists(), "no checkpoint was copied");
        let ended = trained(usize::MAX, files, 1);
        assert_eq!(ended, whole, "stopped after {losses_before} of 6 steps");
    }
}
