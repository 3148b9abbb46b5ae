//! Training models with and without attention together.

use attention::data::{Corpus, Vocabularies};
use attention::encoder_decoder::{Experiment, Recipe, evaluate, mean_loss};
use attention::nn::state;

use crate::bahdanau::{Settings, Trained, train_models};
use crate::saved::tests::Outcome;

const SMALL: Settings = Settings {
    embed: 4,
    hidden: 6,
    layers: 1,
    dropout: 0.1,
    epochs: 2,
    epochs_without_attention: 3,
    batch: 10,
    learning_rate: 0.005,
    clip: 1.0,
};

fn small(seeds: &[u64]) -> Outcome<(Experiment, Trained)> {
    let experiment = Experiment::new(&Corpus::generated(40, 0)?, 8, 1, 0)?;
    let trained = train_models("small", &experiment, SMALL, seeds, &[], |_| ())?;
    Ok((experiment, trained))
}

#[test]
fn the_models_of_the_first_seed_are_kept() -> Outcome {
    let (experiment, both) = small(&[5, 6])?;
    let (_, first) = small(&[5])?;
    assert_eq!(state(&both.bahdanau.model), state(&first.bahdanau.model));
    let fixed = [&both, &first].map(|trained| state(&trained.fixed_context.model));
    assert_eq!(fixed[0], fixed[1]);
    let card = both.card;
    for (runs, of_first) in [
        (&card.with_attention, &first.card.with_attention),
        (&card.without_attention, &first.card.without_attention),
    ] {
        assert_eq!(runs.iter().map(|run| run.seed).collect::<Vec<_>>(), [5, 6]);
        assert_eq!(runs[0], of_first[0]);
        assert_ne!(runs[0].losses, runs[1].losses);
    }
    assert_eq!(card.training_pairs, experiment.examples.len());
    assert_eq!(card.held_out_sentences, 8);
    assert_eq!(card.floor, experiment.floor);
    let loss =
        mean_loss(&both.bahdanau.model, &experiment.examples, experiment.vocabularies.sizes())?;
    assert_eq!(card.with_attention[0].training_loss, loss);
    let scores = evaluate(&both.fixed_context, &experiment.held_out, Experiment::BAND)?;
    assert_eq!(card.without_attention[0].held_out, scores);
    Ok(())
}

/// Also models of which only the scores are kept.
#[test]
fn two_threads_train_the_same_models_bit_for_bit() -> Outcome {
    let mut experiment = Experiment::new(&Corpus::generated(40, 0)?, 8, 1, 0)?;
    let mut train = |threads| {
        experiment.threads = threads;
        let (mut names, seeds) = (Vec::new(), [5, 6]);
        let watch = |line: &str| {
            names.extend(line.split(": ").next().map(str::to_owned));
        };
        train_models("", &experiment, SMALL, &seeds, &[7], watch).map(|trained| (trained, names))
    };
    let (one, names) = train(1)?;
    let (two, names_of_two) = train(2)?;
    assert_eq!(one.card, two.card);
    assert_eq!(names, names_of_two);
    assert_eq!(names[0], "with attention, hidden size 6, seed 5");
    assert_eq!(names[5], "without attention, hidden size 7, seed 6");
    let [one, two] = [one, two].map(|trained| {
        let with = state(&trained.bahdanau.model);
        (with, state(&trained.fixed_context.model))
    });
    assert_eq!(one, two);
    Ok(())
}

#[test]
fn wider_models_are_trained_like_the_others() -> Outcome {
    let (experiment, _) = small(&[5])?;
    let trained = |hidden, wider: &[usize]| {
        let settings = Settings { hidden, ..SMALL };
        let seeds = [5, 6];
        train_models("", &experiment, settings, &seeds, wider, |_| ())
    };
    let card = trained(6, &[7, 8])?.card;
    let [seven, eight] = &card.wider_without_attention[..] else {
        panic!("{:?}", card.wider_without_attention);
    };
    assert_eq!([seven.hidden, eight.hidden], [7, 8]);
    let alone = trained(8, &[])?;
    assert_eq!(eight.runs, alone.card.without_attention);
    Ok(())
}

#[test]
fn impossible_settings_are_errors() -> Outcome {
    let experiment = Experiment::new(&Corpus::generated(40, 0)?, 8, 1, 0)?;
    let book = Settings::default();
    for (settings, expected) in [
        (Settings { dropout: 1.5, ..book }, "settings: dropout"),
        (Settings { layers: 0, ..book }, "settings: number of layers"),
        (Settings { batch: 0, ..book }, "with attention, hidden size 64, seed 0: "),
    ] {
        let error = train_models("", &experiment, settings, &[0], &[], |_| ());
        let error = error.expect_err("this cannot be trained with");
        assert!(error.to_string().starts_with(expected), "{error}");
    }
    Ok(())
}

#[test]
#[should_panic(expected = "train_models: there are no seeds")]
fn no_seeds_are_refused() {
    let _ = small(&[]);
}

#[test]
fn settings_become_sizes_and_a_recipe() -> Outcome {
    let vocabularies = Vocabularies::new(&Corpus::generated(40, 0)?, 1);
    let settings = Settings {
        embed: 3,
        hidden: 5,
        layers: 2,
        dropout: 0.25,
        epochs: 7,
        epochs_without_attention: 8,
        batch: 9,
        learning_rate: 0.125,
        clip: 2.0,
    };
    let config = settings.config(&vocabularies)?;
    assert_eq!((config.embed, config.hidden, config.layers), (3, 5, 2));
    assert_eq!(config.dropout.rate(), 0.25);
    let sizes = [config.source_vocab, config.target_vocab];
    assert_eq!(sizes, vocabularies.sizes());
    let expected = Recipe {
        epochs: 7,
        batch: 9,
        learning_rate: 0.125,
        clip: 2.0,
        seed: 3,
        ..Recipe::default()
    };
    assert_eq!(settings.recipe(3), expected);
    Ok(())
}
