//! Training models with attention, and both kinds together.

use crate::bahdanau::{
    Bahdanau, Finished, Settings, TrainedRecurrent, train_models,
};
use crate::data::{Corpus, Pair, Vocabularies, tokenize};
use crate::encoder_decoder::testing::{rng, unigram_entropy};
use crate::encoder_decoder::{
    Experiment, Recipe, RecurrentConfig, TrainError, Translator,
    evaluate, mean_loss, train,
};
use crate::nn::{ConfigError, Module};
use crate::tape::Value;

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// Returns sentences of the grammar with at most five tokens, each with
/// one translation.
fn short_sentences(
    count: usize,
) -> Result<Corpus, Box<dyn std::error::Error>> {
    let all = Corpus::generated(1_500, 0)?;
    let short = all.sentences().iter();
    let short =
        short.filter(|sentence| tokenize(&sentence.source).len() <= 5);
    let pair = |sentence: &crate::data::Sentence| Pair {
        source: sentence.source.clone(),
        target: sentence.translations[0].clone(),
    };
    Ok(Corpus::from_pairs(short.take(count).map(pair)))
}

#[test]
fn a_short_training_translates_short_sentences() -> Outcome {
    let corpus = short_sentences(150)?;
    assert_eq!(corpus.sentences().len(), 150);
    let vocabularies = Vocabularies::new(&corpus, 1);
    let (examples, vocabs) =
        (vocabularies.examples(&corpus), vocabularies.sizes());
    let config =
        RecurrentConfig::new(vocabs[0], vocabs[1]).sizes(16, 32);
    let model = Bahdanau::new(&config, &mut rng(0));
    let recipe = Recipe {
        epochs: 30,
        batch: 16,
        learning_rate: 0.015,
        ..Recipe::default()
    };
    train(&model, &examples, vocabs, &recipe)?;
    let loss = mean_loss(&model, &examples, vocabs)?;
    let unigrams = unigram_entropy(&examples, vocabs[1]);
    assert!(
        loss < 0.1 * unigrams,
        "{loss}, where unigrams have {unigrams}"
    );
    let translator = Translator {
        model,
        vocabularies,
    };
    let scores = evaluate(&translator, &corpus, 4)?;
    assert!(scores.exact > 0.75, "{scores:?}");
    Ok(())
}

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

fn small(
    seeds: &[u64],
) -> Result<(Experiment, TrainedRecurrent), Box<dyn std::error::Error>>
{
    let experiment =
        Experiment::new(&Corpus::generated(40, 0)?, 8, 1, 0)?;
    let trained =
        train_models("small", &experiment, SMALL, seeds, &[], |_| ())?;
    Ok((experiment, trained))
}

fn numbers(model: &dyn Module) -> Vec<Value> {
    let params = model.params().into_iter();
    params.map(|(_, param)| param.value()).collect()
}

#[test]
fn the_models_of_the_first_seed_are_kept() -> Outcome {
    let (experiment, both) = small(&[5, 6])?;
    let (_, first) = small(&[5])?;
    assert_eq!(
        numbers(&both.bahdanau.model),
        numbers(&first.bahdanau.model)
    );
    let fixed = [&both, &first]
        .map(|trained| numbers(&trained.fixed_context.model));
    assert_eq!(fixed[0], fixed[1]);
    let card = both.card;
    for (runs, of_first) in [
        (&card.with_attention, &first.card.with_attention),
        (&card.without_attention, &first.card.without_attention),
    ] {
        assert_eq!(
            runs.iter().map(|run| run.seed).collect::<Vec<_>>(),
            [5, 6]
        );
        assert_eq!(runs[0], of_first[0]);
        assert_ne!(runs[0].losses, runs[1].losses);
    }
    assert_eq!(card.training_pairs, experiment.examples.len());
    assert_eq!(card.held_out_sentences, 8);
    assert_eq!(card.floor, experiment.floor);
    let loss = mean_loss(
        &both.bahdanau.model,
        &experiment.examples,
        experiment.vocabularies.sizes(),
    )?;
    assert_eq!(card.with_attention[0].training_loss, loss);
    let scores = evaluate(
        &both.fixed_context,
        &experiment.held_out,
        Experiment::BAND,
    )?;
    assert_eq!(card.without_attention[0].held_out, scores);
    Ok(())
}

/// Also models of which only the scores are kept.
#[test]
fn two_threads_train_the_same_models_bit_for_bit() -> Outcome {
    let mut experiment =
        Experiment::new(&Corpus::generated(40, 0)?, 8, 1, 0)?;
    let mut train = |threads| {
        experiment.threads = threads;
        let (mut told, seeds) = (Vec::new(), [5, 6]);
        let watch = |finished: Finished<'_>| {
            let losses = finished.report.losses();
            told.push((finished.attention, finished.hidden, losses));
        };
        train_models("", &experiment, SMALL, &seeds, &[7], watch)
            .map(|trained| (trained, told))
    };
    let (one, told_by_one) = train(1)?;
    let (two, told_by_two) = train(2)?;
    assert_eq!(one.card, two.card);
    assert_eq!(told_by_one, told_by_two);
    let [one, two] = [one, two].map(|trained| {
        let with = numbers(&trained.bahdanau.model);
        (with, numbers(&trained.fixed_context.model))
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
    let experiment =
        Experiment::new(&Corpus::generated(40, 0)?, 8, 1, 0)?;
    let refused = |settings| {
        let error = train_models(
            "none",
            &experiment,
            settings,
            &[0],
            &[],
            |_| (),
        );
        error.expect_err("this cannot be trained with")
    };
    let book = Settings::default();
    let error = refused(Settings {
        dropout: 1.5,
        ..book
    });
    let expected = "with attention hidden 64 seed 0: dropout";
    assert!(error.to_string().starts_with(expected), "{error}");
    let TrainError::Config(ConfigError::DropoutRate(rate)) =
        error.error
    else {
        panic!("{error}");
    };
    assert_eq!(rate, 1.5);
    let error = refused(Settings { layers: 0, ..book });
    assert!(
        matches!(
            error.error,
            TrainError::Config(ConfigError::Zero("number of layers"))
        ),
        "{error}"
    );
    let error = refused(Settings { batch: 0, ..book });
    assert!(
        matches!(error.error, TrainError::Empty { batch: 0, .. }),
        "{error}"
    );
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
