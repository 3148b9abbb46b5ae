//! Training rejects invalid input, is reproducible, and reduces the loss.

use std::cell::Cell;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use translation::train_with;

use crate::data::{
    Batch, BatchError, Corpus, EOS, Example, Vocabularies,
};
use crate::encoder_decoder::testing::{
    SOURCE_VOCAB, TARGET_VOCAB, config, examples, fixed_context, rng,
    unigram_entropy,
};
use crate::encoder_decoder::{
    EncoderDecoder, FixedContext, Recipe, RecurrentConfig, TrainError,
    Wrapper, mean_loss, train,
};
use crate::nn::{Dropout, Module, Visitor};
use crate::tape::{Tape, Value, Var};
use crate::train::{Checkpoint, SettingError};

const VOCABS: [usize; 2] = [SOURCE_VOCAB, TARGET_VOCAB];

fn short() -> Recipe {
    Recipe {
        epochs: 2,
        batch: 3,
        ..Recipe::default()
    }
}

fn numbers(model: &dyn Module) -> Vec<Value> {
    let params = model.params().into_iter();
    params.map(|(_, param)| param.value()).collect()
}

/// Returns the error, and checks that no parameter has changed.
fn refused(examples: &[Example], recipe: Recipe) -> TrainError {
    let model = fixed_context(1, 0);
    let before = numbers(&model);
    let error = train(&model, examples, VOCABS, &recipe);
    assert_eq!(numbers(&model), before);
    error.expect_err("this cannot be trained with")
}

#[test]
fn nothing_to_train_on_is_an_error() {
    let error = refused(&[], short());
    assert!(
        matches!(
            error,
            TrainError::Empty {
                batch: 3,
                examples: 0
            }
        ),
        "{error}"
    );
    let error = refused(
        &examples(4, 0),
        Recipe {
            batch: 0,
            ..short()
        },
    );
    assert!(
        matches!(
            error,
            TrainError::Empty {
                batch: 0,
                examples: 4
            }
        ),
        "{error}"
    );
    let text = "batch size 0, 4 examples: there is nothing to train on";
    assert_eq!(error.to_string(), text);
}

#[test]
fn settings_outside_their_range_are_errors() {
    let examples = examples(4, 0);
    for learning_rate in [-0.1, crate::Real::NAN, crate::Real::INFINITY]
    {
        let error = refused(
            &examples,
            Recipe {
                learning_rate,
                ..short()
            },
        );
        let TrainError::Setting(SettingError::Number {
            setting, ..
        }) = error
        else {
            panic!("{error}");
        };
        assert!(setting.contains("learning rate"), "{setting}");
    }
    for clip in [0.0, -1.0, crate::Real::NAN] {
        let error = refused(&examples, Recipe { clip, ..short() });
        assert!(
            matches!(error, TrainError::Setting(_)),
            "{clip}: {error}"
        );
    }
    let error = refused(
        &examples,
        Recipe {
            epochs: 0,
            ..short()
        },
    );
    assert!(
        matches!(
            error,
            TrainError::Setting(SettingError::Steps { .. })
        ),
        "{error}"
    );
}

#[test]
fn tokens_outside_the_vocabulary_are_errors() {
    let mut examples = examples(4, 0);
    examples[2].target = vec![TARGET_VOCAB, EOS];
    let error = refused(&examples, short());
    let TrainError::Data(BatchError::Side { side, .. }) = error else {
        panic!("{error}");
    };
    assert_eq!(side, "targets");
}

fn trained(
    model_seed: u64,
    seed: u64,
    dropout: Dropout,
) -> Result<Vec<Value>, TrainError> {
    let model = FixedContext::new(
        &config(2).dropout(dropout),
        &mut rng(model_seed),
    );
    train(
        &model,
        &examples(7, 0),
        VOCABS,
        &Recipe { seed, ..short() },
    )?;
    Ok(numbers(&model))
}

#[test]
fn the_same_seed_gives_the_same_bits() -> Result<(), TrainError> {
    let dropout = Dropout::new(0.3)?;
    let first = trained(0, 1, dropout)?;
    assert_eq!(first, trained(0, 1, dropout)?);
    assert_ne!(first, trained(0, 2, dropout)?);
    assert_ne!(first, trained(1, 1, dropout)?);
    // Without dropout, the seed still determines the order of the examples.
    assert_ne!(
        trained(0, 1, Dropout::off())?,
        trained(0, 2, Dropout::off())?
    );
    Ok(())
}

/// One example has one order, so only dropout can tell the seeds apart.
#[test]
fn dropout_has_the_seed_of_the_recipe() -> Result<(), TrainError> {
    let of_seed = |seed, rate| -> Result<_, TrainError> {
        let dropout = Dropout::new(rate)?;
        let model =
            FixedContext::new(&config(1).dropout(dropout), &mut rng(0));
        train(
            &model,
            &examples(1, 0),
            VOCABS,
            &Recipe { seed, ..short() },
        )?;
        Ok(numbers(&model))
    };
    assert_ne!(of_seed(1, 0.3)?, of_seed(2, 0.3)?);
    assert_eq!(of_seed(1, 0.0)?, of_seed(2, 0.0)?);
    Ok(())
}

/// Adam is invariant to a constant factor of all gradients, but not to a factor that changes with
/// each step.
#[test]
fn gradients_are_clipped() -> Result<(), TrainError> {
    let clipped = |clip| -> Result<_, TrainError> {
        let model = fixed_context(1, 0);
        let recipe = Recipe { clip, ..short() };
        let report = train(&model, &examples(7, 0), VOCABS, &recipe)?;
        let norms = report.steps.iter().map(|step| step.gradient_norm);
        Ok((numbers(&model), norms.fold(0.0, crate::Real::max)))
    };
    let (never, largest) = clipped(100.0)?;
    assert!(largest < 100.0, "{largest}");
    assert_eq!(never, clipped(1_000.0)?.0);
    assert_ne!(never, clipped(largest / 2.0)?.0);
    Ok(())
}

/// Seven examples in batches of three are three steps an epoch, and every token counts once.
#[test]
fn each_epoch_sees_each_example_once() -> Result<(), TrainError> {
    let examples = examples(7, 0);
    let report =
        train(&fixed_context(1, 0), &examples, VOCABS, &short())?;
    let tokens: Vec<usize> =
        report.steps.iter().map(|step| step.tokens).collect();
    assert_eq!(tokens.len(), 2 * 3);
    let all: usize =
        examples.iter().map(|example| example.target.len()).sum();
    assert_eq!(tokens[..3].iter().sum::<usize>(), all);
    assert_eq!(tokens[3..].iter().sum::<usize>(), all);
    Ok(())
}

/// Up to the rate in the first twentieth of the steps, then down to nearly 0.
#[test]
fn the_rate_rises_and_falls() -> Result<(), TrainError> {
    let recipe = Recipe {
        epochs: 20,
        ..short()
    };
    let report =
        train(&fixed_context(1, 0), &examples(6, 0), VOCABS, &recipe)?;
    let rates: Vec<_> =
        report.steps.iter().map(|step| step.learning_rate).collect();
    assert_eq!(rates.len(), 40);
    assert_eq!((rates[0], rates[1], rates[2]), (0.0025, 0.005, 0.005));
    assert!(
        rates[2..].windows(2).all(|two| two[1] < two[0]),
        "{rates:?}"
    );
    assert!(rates[39] < 1e-4);
    Ok(())
}

#[test]
fn a_short_training_learns_what_follows_what()
-> Result<(), Box<dyn std::error::Error>> {
    let corpus = Corpus::generated(200, 0)?;
    let vocabularies = Vocabularies::new(&corpus, 1);
    let (examples, vocabs) =
        (vocabularies.examples(&corpus), vocabularies.sizes());
    let config =
        RecurrentConfig::new(vocabs[0], vocabs[1]).sizes(16, 32);
    let model = FixedContext::new(&config, &mut rng(0));
    let untrained = mean_loss(&model, &examples, vocabs)?;
    let recipe = Recipe {
        epochs: 6,
        batch: 16,
        learning_rate: 0.01,
        ..Recipe::default()
    };
    train(&model, &examples, vocabs, &recipe)?;
    let loss = mean_loss(&model, &examples, vocabs)?;
    let unigrams = unigram_entropy(&examples, vocabs[1]);
    assert!(
        (untrained - (vocabs[1] as f64).ln()).abs() < 1.0,
        "{untrained}"
    );
    assert!(
        loss < 0.6 * unigrams,
        "{loss}, where unigrams have {unigrams}"
    );
    Ok(())
}

/// A model that copies a file before it computes a certain loss.
struct Copies {
    model: FixedContext,
    files: [PathBuf; 2],
    losses_before: Cell<usize>,
}

impl Module for Copies {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        self.model.visit(visitor);
    }
}

impl Wrapper for Copies {
    type Inner = FixedContext;

    fn inner(&self) -> &FixedContext {
        &self.model
    }

    fn loss<'t>(&self, tape: &'t Tape, batch: &Batch) -> Var<'t> {
        if self
            .losses_before
            .replace(self.losses_before.get().wrapping_sub(1))
            == 0
        {
            fs::copy(&self.files[0], &self.files[1])
                .expect("a checkpoint");
        }
        self.model.loss(tape, batch)
    }
}

/// Training that stops, within an epoch or between two, resumes as if it had not stopped.
#[test]
fn a_stopped_training_ends_with_the_same_bits() {
    let (examples, recipe) = (examples(7, 0), short());
    let trained =
        |losses_before: usize, files: [PathBuf; 2], from: usize| {
            let model = Copies {
                model: fixed_context(1, 0),
                losses_before: Cell::new(losses_before),
                files: files.clone(),
            };
            let every = Duration::ZERO;
            let path = files[from].clone();
            let checkpoint = Checkpoint { path, every };
            let report = train_with(
                &model,
                &examples,
                VOCABS,
                &recipe,
                Some(checkpoint),
            );
            (numbers(&model), report.expect("it learns").losses())
        };
    let whole = fixed_context(1, 0);
    let report =
        train(&whole, &examples, VOCABS, &recipe).expect("it learns");
    let whole = (numbers(&whole), report.losses());
    for losses_before in 1..6 {
        let folder = tempfile::tempdir().expect("a folder");
        let files =
            ["whole", "stopped"].map(|name| folder.path().join(name));
        assert_eq!(trained(losses_before, files.clone(), 0), whole);
        let ended = trained(usize::MAX, files, 1);
        assert_eq!(
            ended, whole,
            "stopped after {losses_before} of 6 steps"
        );
    }
}
