//! Training all models together.

use attention::Real;
use attention::encoder_decoder::evaluate;

use super::*;
use crate::Saved;
use crate::saved::tests::Outcome;

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

/// Steps of a thousand, which overflow unless a layer normalizes.
fn overflowing() -> Settings {
    Settings { blocks: 8, epochs: 1, learning_rate: 1e3, ..settings() }
}

#[test]
fn the_models_of_the_first_seed_are_kept() -> Outcome {
    let (experiment, settings) = (experiment()?, settings());
    let variants = [Variant::PostNorm, Variant::PreNorm];
    let train = |variants: &[Variant], seeds: &[u64]| {
        train_models("small", &experiment, settings, variants, seeds, |_, _| ())
    };
    let (all, first) = (train(&variants, &[5, 6])?, train(&variants[..1], &[5])?);
    assert_eq!(state(&all.transformer.model), state(&first.transformer.model));
    assert_eq!(state(&all.language_model), state(&first.language_model));
    for variant in variants {
        let runs = all.card.runs(variant);
        assert_eq!(runs.iter().map(|run| run.seed).collect::<Vec<_>>(), [5, 6]);
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
    let scores = evaluate(&all.transformer, &experiment.held_out, Experiment::BAND)?;
    assert_eq!(run.held_out, scores);

    let run = &all.card.language_model;
    assert_eq!((run.seed, run.losses.len()), (5, 3));
    let held_out = texts(&experiment, &experiment.held_out);
    let loss = mean_loss(&all.language_model, &held_out, [vocabs[0]; 2])?;
    assert_eq!(run.held_out_loss, loss);
    assert_eq!(all.words(), &experiment.vocabularies.source);
    Ok(())
}

/// Also where a training breaks off.
#[test]
fn two_threads_train_the_same_models_bit_for_bit() -> Outcome {
    let mut experiment = experiment()?;
    let variants = [Variant::PostNorm, Variant::WithoutNorm];
    let mut train = |threads| {
        experiment.threads = threads;
        let (settings, seeds) = (overflowing(), [5, 6]);
        train_models("", &experiment, settings, &variants, &seeds, |_, _| ())
    };
    let [one, two] = [train(1)?, train(2)?];
    assert_eq!(one.card, two.card);
    assert_eq!(one.card.diverged.len(), 2);
    let [one, two] = [one, two].map(|trained| {
        let translator = state(&trained.transformer.model);
        (translator, state(&trained.language_model))
    });
    assert_eq!(one, two);
    Ok(())
}

/// From the first translator on, all that is finished can be saved and loaded.
#[test]
fn finished_models_can_be_saved_at_once() -> Outcome {
    let folder = tempfile::tempdir()?;
    let variants = [Variant::PostNorm, Variant::LooksAhead];
    let (mut names, mut counts) = (Vec::new(), Vec::new());
    let watch = |line: &str, so_far: &Trained| {
        names.extend(line.split(": ").next().map(str::to_owned));
        if !Trained::has_scores(&so_far.card) {
            return;
        }
        so_far.save(folder.path()).expect("the folder exists");
        let loaded = Trained::load(folder.path()).expect("they are whole");
        assert_eq!(loaded.card, so_far.card);
        counts.push(variants.map(|variant| loaded.card.runs(variant).len()));
    };
    train_models("small", &experiment()?, settings(), &variants, &[0, 1], watch)?;
    let expected = [
        "language model, seed 0",
        "post-norm, seed 0",
        "without mask, seed 0",
        "post-norm, seed 1",
        "without mask, seed 1",
    ];
    assert_eq!(names, expected);
    assert_eq!(counts, [[1, 0], [1, 1], [2, 1], [2, 2]]);
    Ok(())
}

#[test]
fn a_training_that_breaks_off_costs_no_other() -> Outcome {
    let variants = [Variant::PostNorm, Variant::WithoutNorm];
    let mut lines = Vec::new();
    let trained =
        train_models("small", &experiment()?, overflowing(), &variants, &[0, 1], |line, _| {
            lines.push(line.to_owned());
        })?;
    assert_eq!(trained.card.runs(Variant::PostNorm).len(), 2);
    assert_eq!(trained.card.runs(Variant::WithoutNorm), []);
    let diverged = &trained.card.diverged;
    assert_eq!(diverged.len(), 2);
    for (seed, diverged) in diverged.iter().enumerate() {
        let Diverged { variant, reason, .. } = diverged;
        assert_eq!(*variant, Variant::WithoutNorm);
        assert_eq!(diverged.seed, seed as u64);
        assert!(reason.starts_with("step "), "{reason}");
        let line = format!("{variant}, seed {seed}: broke off at {reason}");
        assert!(lines.contains(&line), "{lines:?}");
    }
    let text = serde_json::to_string(&trained.card)?;
    assert_eq!(serde_json::from_str::<Card>(&text)?, trained.card);

    // A model that is kept must not break off.
    let settings = Settings { learning_rate: Real::MAX.sqrt(), ..overflowing() };
    let error = train_models("", &experiment()?, settings, &variants, &[0], |_, _| ());
    let error = error.expect_err("it overflows").to_string();
    let expected = "language model, seed 0: step ";
    assert!(error.starts_with(expected), "{error}");
    Ok(())
}

#[test]
fn impossible_settings_are_errors() -> Outcome {
    let experiment = experiment()?;
    let small = settings();
    for (settings, expected) in [
        (Settings { dropout: 1.5, ..small }, "settings: dropout"),
        (Settings { blocks: 0, ..small }, "settings: number of blocks"),
        (Settings { heads: 3, ..small }, "settings: hidden size 4 is not divisible by 3 heads"),
        (Settings { batch: 0, ..small }, "language model, seed 0: "),
    ] {
        let variants = [Variant::PostNorm];
        let error = train_models("", &experiment, settings, &variants, &[0], |_, _| ());
        let error = error.expect_err("this cannot be trained with");
        assert!(error.to_string().starts_with(expected), "{error}");
    }
    Ok(())
}

#[test]
#[should_panic(expected = "train_models: the first variant")]
fn another_first_variant_is_refused() {
    let experiment = experiment().expect("there are sentences enough");
    let variants = [Variant::OneHead];
    let _ = train_models("", &experiment, settings(), &variants, &[0], |_, _| ());
}

/// All variants are different trainings, and the one without a mask trains the wrong model.
#[test]
fn all_variants_are_trained() -> Outcome {
    let (experiment, settings) = (experiment()?, settings());
    let all = &Variant::ALL;
    let trained = train_models("all", &experiment, settings, all, &[0], |_, _| ())?;
    let losses = all.map(|variant| trained.card.runs(variant)[0].losses.clone());
    for (place, losses_of_one) in losses.iter().enumerate() {
        assert!(!losses[..place].contains(losses_of_one), "{}", all[place]);
    }
    let config = settings.config(Variant::LooksAhead)?;
    let rng = &mut ChaCha8Rng::seed_from_u64(0);
    let vocabs = experiment.vocabularies.sizes();
    let wrong = Changed(Transformer::new(&config, vocabs, rng)?, LooksAhead);
    let (run, _) = experiment.run(&wrong, &settings.recipe(Variant::LooksAhead, 0), None)?;
    assert_eq!(trained.card.runs(Variant::LooksAhead), [run]);
    Ok(())
}
