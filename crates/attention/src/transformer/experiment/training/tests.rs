//! Training all models together.

use super::*;
use crate::Real;
use crate::encoder_decoder::evaluate;
use crate::encoder_decoder::testing::trained::Outcome;
use crate::nn::{ConfigError, Module};
use crate::tape::Value;

fn experiment() -> Outcome<Experiment> {
    Ok(Experiment::new(&Corpus::generated(40, 0)?, 8, 1, 0)?)
}

fn settings() -> Settings {
    Settings {
        hidden: 4,
        heads: 2,
        feed_forward: 6,
        blocks: 1,
        epochs: 2,
        epochs_of_language_model: 3,
        batch: 10,
        warmup: 0.5,
        ..Settings::default()
    }
}

fn numbers(model: &dyn Module) -> Vec<Value> {
    let params = model.params().into_iter();
    params.map(|(_, param)| param.value()).collect()
}

#[test]
fn the_models_of_the_first_seed_are_kept() -> Outcome {
    let (experiment, settings) = (experiment()?, settings());
    let kinds = [Variant::PostNorm, Variant::PreNorm];
    let train = |kinds: &[Variant], seeds: &[u64]| {
        train_models(
            "small",
            &experiment,
            settings,
            kinds,
            seeds,
            |_, _| (),
        )
    };
    let (all, first) =
        (train(&kinds, &[5, 6])?, train(&kinds[..1], &[5])?);
    assert_eq!(
        numbers(&all.transformer.model),
        numbers(&first.transformer.model)
    );
    assert_eq!(
        numbers(&all.language_model),
        numbers(&first.language_model)
    );
    for kind in kinds {
        let runs = all.card.runs(kind);
        assert_eq!(
            runs.iter().map(|run| run.seed).collect::<Vec<_>>(),
            [5, 6]
        );
        assert_ne!(runs[0].losses, runs[1].losses);
        assert_eq!(runs[0].losses.len(), 2);
    }
    let run = &all.card.runs(Variant::PostNorm)[0];
    assert_eq!(first.card.runs(Variant::PostNorm)[0], *run);
    assert_eq!(first.card.runs(Variant::PreNorm), []);
    let vocabs = experiment.vocabularies.sizes();
    let model = &all.transformer.model;
    let loss = mean_loss(model, &experiment.examples, vocabs)?;
    assert_eq!(run.training_loss, loss);
    let scores = evaluate(
        &all.transformer,
        &experiment.held_out,
        Experiment::BAND,
    )?;
    assert_eq!(run.held_out, scores);

    let run = &all.card.language_model;
    assert_eq!((run.seed, run.losses.len()), (5, 3));
    let held_out = experiment.held_out.sentences().iter();
    let held_out = held_out.map(|sentence| {
        let text =
            experiment.vocabularies.encode_source(&sentence.source);
        LanguageModel::example(text)
    });
    let held_out: Vec<_> = held_out.collect();
    let loss =
        mean_loss(&all.language_model, &held_out, [vocabs[0]; 2])?;
    assert_eq!(run.held_out_loss, loss);
    assert_eq!(all.words(), &experiment.vocabularies.source);
    Ok(())
}

/// Also where a training breaks off.
#[test]
fn two_threads_train_the_same_models_bit_for_bit() -> Outcome {
    let mut experiment = experiment()?;
    let settings = Settings {
        blocks: 8,
        epochs: 1,
        learning_rate: 1e3,
        ..settings()
    };
    let kinds = [Variant::PostNorm, Variant::WithoutNorm];
    let mut train = |threads| {
        experiment.threads = threads;
        let mut told = Vec::new();
        let watch = |finished: Finished<'_>, _: Option<&_>| {
            told.push(match finished {
                Finished::LanguageModel { report, .. }
                | Finished::Translator { report, .. } => {
                    report.losses()
                }
                Finished::Diverged(_) => Vec::new(),
            });
        };
        train_models("", &experiment, settings, &kinds, &[5, 6], watch)
            .map(|trained| (trained, told))
    };
    let (one, told_by_one) = train(1)?;
    let (two, told_by_two) = train(2)?;
    assert_eq!(one.card, two.card);
    assert_eq!(one.card.diverged.len(), 2);
    assert_eq!(told_by_one, told_by_two);
    let [one, two] = [one, two].map(|trained| {
        let translator = numbers(&trained.transformer.model);
        (translator, numbers(&trained.language_model))
    });
    assert_eq!(one, two);
    Ok(())
}

/// From the first translator on, all that is finished can be saved and loaded.
#[test]
fn what_is_finished_can_be_saved_at_once() -> Outcome {
    let folder = tempfile::tempdir()?;
    let kinds = [Variant::PostNorm, Variant::LooksAhead];
    let (mut told, mut counts) = (Vec::new(), Vec::new());
    let watch = |finished: Finished<'_>,
                 so_far: Option<&TrainedTransformer>| {
        told.push(match finished {
            Finished::LanguageModel { .. } => {
                "language model".to_owned()
            }
            Finished::Translator { variant, run, .. } => {
                format!("{variant} {}", run.seed)
            }
            Finished::Diverged(diverged) => diverged.reason.clone(),
        });
        let Some(trained) = so_far else { return };
        trained.save(folder.path()).expect("the folder exists");
        let loaded = TrainedTransformer::load(folder.path())
            .expect("they are whole");
        assert_eq!(loaded.card, trained.card);
        counts.push(kinds.map(|kind| loaded.card.runs(kind).len()));
    };
    train_models(
        "small",
        &experiment()?,
        settings(),
        &kinds,
        &[0, 1],
        watch,
    )?;
    let expected = [
        "language model",
        "post-norm 0",
        "without mask 0",
        "post-norm 1",
        "without mask 1",
    ];
    assert_eq!(told, expected);
    assert_eq!(counts, [[1, 0], [1, 1], [2, 1], [2, 2]]);
    Ok(())
}

/// Steps of a thousand: what is normalized bears them, what is not overflows.
#[test]
fn a_training_that_breaks_off_costs_no_other() -> Outcome {
    let settings = Settings {
        blocks: 8,
        epochs: 1,
        learning_rate: 1e3,
        ..settings()
    };
    let kinds = [Variant::PostNorm, Variant::WithoutNorm];
    let mut reasons = Vec::new();
    let watch = |finished: Finished<'_>,
                 so_far: Option<&TrainedTransformer>| {
        if let (Finished::Diverged(diverged), Some(trained)) =
            (finished, so_far)
        {
            assert_eq!(trained.card.diverged.last(), Some(diverged));
            reasons.push(diverged.reason.clone());
        }
    };
    let trained = train_models(
        "small",
        &experiment()?,
        settings,
        &kinds,
        &[0, 1],
        watch,
    )?;
    assert_eq!(trained.card.runs(Variant::PostNorm).len(), 2);
    assert_eq!(trained.card.runs(Variant::WithoutNorm), []);
    let diverged = &trained.card.diverged;
    for (seed, diverged) in diverged.iter().enumerate() {
        assert_eq!(diverged.variant, Variant::WithoutNorm);
        assert_eq!(diverged.seed, seed as u64);
        assert!(
            diverged.reason.starts_with("step "),
            "{}",
            diverged.reason
        );
    }
    assert_eq!((diverged.len(), reasons.len()), (2, 2));
    let text = serde_json::to_string(&trained.card)?;
    assert_eq!(
        serde_json::from_str::<TransformerModelCard>(&text)?,
        trained.card
    );

    // A model that is kept must not break off.
    let settings = Settings {
        learning_rate: Real::MAX.sqrt(),
        ..settings
    };
    let error = train_models(
        "",
        &experiment()?,
        settings,
        &kinds,
        &[0],
        |_, _| (),
    );
    let error = error.expect_err("it overflows");
    assert!(matches!(error.error, TrainError::Stopped(_)), "{error}");
    assert_eq!(error.job, "language model seed 0");
    Ok(())
}

#[test]
fn impossible_settings_are_errors() -> Outcome {
    let experiment = experiment()?;
    let refused = |settings| {
        let kinds = [Variant::PostNorm];
        let error = train_models(
            "",
            &experiment,
            settings,
            &kinds,
            &[0],
            |_, _| (),
        );
        error.expect_err("this cannot be trained with")
    };
    let small = settings();
    for (settings, expected) in [
        (
            Settings {
                dropout: 1.5,
                ..small
            },
            ConfigError::DropoutRate(1.5),
        ),
        (
            Settings { blocks: 0, ..small },
            ConfigError::Zero("number of blocks"),
        ),
        (
            Settings { heads: 3, ..small },
            ConfigError::HeadsMustDivide {
                hidden: 4,
                heads: 3,
            },
        ),
    ] {
        let error = refused(settings);
        let TrainError::Config(error) = error.error else {
            panic!("{error}");
        };
        assert_eq!(error, expected);
    }
    let error = refused(Settings { batch: 0, ..small });
    assert!(
        matches!(error.error, TrainError::Empty { batch: 0, .. }),
        "{error}"
    );
    Ok(())
}

#[test]
#[should_panic(expected = "train_models: there are no seeds")]
fn no_seeds_are_refused() {
    let experiment = experiment().expect("there are sentences enough");
    let kinds = [Variant::PostNorm];
    let _ = train_models(
        "",
        &experiment,
        settings(),
        &kinds,
        &[],
        |_, _| (),
    );
}

#[test]
#[should_panic(expected = "train_models: the first kind")]
fn another_first_kind_is_refused() {
    let experiment = experiment().expect("there are sentences enough");
    let kinds = [Variant::OneHead];
    let _ = train_models(
        "",
        &experiment,
        settings(),
        &kinds,
        &[0],
        |_, _| (),
    );
}

/// All kinds are different trainings, and the one without a mask is that of the wrong model.
#[test]
fn all_kinds_are_trained() -> Outcome {
    let (experiment, settings) = (experiment()?, settings());
    let all = &Variant::ALL;
    let trained = train_models(
        "all",
        &experiment,
        settings,
        all,
        &[0],
        |_, _| (),
    )?;
    let losses =
        all.map(|variant| trained.card.runs(variant)[0].losses.clone());
    for (place, losses_of_one) in losses.iter().enumerate() {
        assert!(
            !losses[..place].contains(losses_of_one),
            "{}",
            all[place]
        );
    }
    let config = settings.config(Variant::LooksAhead)?;
    let rng = &mut ChaCha8Rng::seed_from_u64(0);
    let vocabs = experiment.vocabularies.sizes();
    let wrong = LooksAhead(Transformer::new(&config, vocabs, rng)?);
    let (run, _) = experiment
        .run(&wrong, &settings.recipe(Variant::LooksAhead, 0))?;
    assert_eq!(trained.card.runs(Variant::LooksAhead), [run]);
    Ok(())
}
