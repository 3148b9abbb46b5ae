use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

use attention::data::{Corpus, Pair};
use attention::nn::{ConfigError, Module, init, state};
use attention::price_of_a_token::quantize;
use attention::train::Checkpoint;
use ndarray::Axis;

use super::*;
use crate::saved::Saved;

type Outcome<T = ()> = Result<T, crate::saved::Problem>;

const STEPS: usize = 21;

fn small(kind: Kind) -> Settings {
    Settings {
        vocab: 300,
        embed: 16,
        hidden: 16,
        heads: 2,
        feed_forward: 20,
        parts: 3,
        tokens: 40,
        steps: STEPS,
        ..Settings::new(kind)
    }
}

fn pairs() -> Vec<Pair> {
    let corpus = Corpus::generated(150, 0).expect("the grammar has more sentences");
    let pairs = corpus.pairs().map(|(source, target)| Pair {
        source: source.replace('.', " !"),
        target: target.replace('.', "\u{202f}!"),
    });
    pairs.collect()
}

fn prepared(settings: &Settings) -> Result<Prepared, PrepareError> {
    Prepared::new("generated", "none", pairs(), 10, settings)
}

fn untrained() -> Outcome<Translator> {
    let settings = small(Kind::Transformer);
    let subwords = prepared(&settings)?.subwords;
    let model = settings.model(subwords.vocab(), &mut engine::testing::rng(0))?;
    Ok(Translator { subwords, model })
}

fn trained(
    kind: Kind,
    threads: usize,
    folder: Option<&Path>,
    watch: impl FnMut(&Progress<'_>),
) -> Outcome<Trained> {
    let settings = small(kind);
    let checkpoint = folder
        .map(|folder| Checkpoint { path: folder.join("small.safetensors"), every: Duration::ZERO });
    let training = Training { seed: 5, threads, checkpoint };
    let (trained, report) = train(&prepared(&settings)?, settings, &training, watch)?;
    assert_eq!(report.steps.len(), STEPS);
    Ok(trained)
}

/// The durations and the number of threads may differ.
#[track_caller]
fn assert_same(one: &Trained, other: &Trained) {
    let card = |trained: &Trained| {
        let mut card = trained.card.clone();
        (card.training.seconds, card.training.threads) = (0.0, 1);
        card
    };
    assert_eq!(card(one), card(other));
    assert_eq!(state(&one.translator.model), state(&other.translator.model));
    assert_eq!(one.translator.subwords, other.translator.subwords);
}

#[test]
fn threads_and_interruptions_change_no_bit() -> Outcome {
    let mut watched = Vec::new();
    let one = trained(Kind::Transformer, 1, None, |progress| watched.push(progress.step))?;
    assert_eq!(watched, [2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
    let losses = &one.card.training.validation;
    watched.push(STEPS);
    assert!(losses.keys().eq(&watched));
    assert!(losses[&STEPS] < losses[&watched[0]], "{losses:?}");
    assert_same(&one, &trained(Kind::Transformer, 2, None, |_| ())?);

    let folder = tempfile::tempdir()?;
    let stop = |progress: &Progress<'_>| assert!(progress.step < 9, "stopped");
    let stopped = catch_unwind(AssertUnwindSafe(|| {
        trained(Kind::Transformer, 1, Some(folder.path()), stop).is_ok()
    }));
    assert!(stopped.is_err());
    let mut steps = Vec::new();
    let watch = |progress: &Progress<'_>| steps.push(progress.step);
    let again = trained(Kind::Transformer, 3, Some(folder.path()), watch)?;
    assert_same(&again, &one);
    assert_eq!(steps, [10, 12, 14, 16, 18, 20]);
    Ok(())
}

#[test]
fn each_kind_is_saved_with_its_vocabulary() -> Outcome {
    for kind in [Kind::FixedContext, Kind::Bahdanau, Kind::Transformer] {
        let one = trained(kind, 1, None, |_| ())?;
        let folder = tempfile::tempdir()?;
        one.save(folder.path())?;
        let loaded = Trained::load(folder.path())?;
        assert_same(&loaded, &one);
        assert_eq!(one.card.parameters, loaded.translator.model.param_count());
        let scores = one.card.scores.as_ref().ok_or("no scores")?;
        assert_eq!(scores.sentences, 10);
        assert_eq!(scores.bands.iter().map(|band| band.sentences).sum::<usize>(), 10);
        for texts in [&["the men see the girl !", "Go!", ""][..], &[]] {
            let translated = loaded.translator.translate_all(texts)?;
            assert_eq!(translated, one.translator.translate_all(texts)?);
            assert_eq!(translated.len(), texts.len());
        }
    }
    Ok(())
}

/// No sentence is in two parts, whatever its capital letters and spaces.
#[test]
fn parts_share_no_sentence() -> Outcome {
    let mut pairs = pairs();
    let again = pairs.clone().into_iter().map(|pair| Pair {
        source: pair.source.to_uppercase().replace(' ', "\u{a0}"),
        target: pair.target.to_uppercase(),
    });
    pairs.extend(again);
    let prepared = Prepared::new("twice", "none", pairs, 40, &small(Kind::Transformer))?;
    let decode = |tokens: &[usize]| {
        String::from_utf8_lossy(&prepared.subwords.decode(tokens)).to_lowercase()
    };
    let known: Vec<_> = prepared.examples.iter().map(|example| decode(&example.source)).collect();
    for held_out in [&prepared.validation, &prepared.test] {
        assert_eq!(held_out.sentences().len(), 40);
        for sentence in held_out.sentences() {
            assert!(!known.contains(&sentence.source.to_lowercase()), "{}", sentence.source);
            assert!(sentence.translations.len() > 1);
        }
    }
    let validation = prepared.validation.sentences();
    assert!(prepared.test.sentences().iter().all(|test| !validation.contains(test)));
    Ok(())
}

/// Fewer training sentences are some of all, and the held-out ones stay the same.
#[test]
fn a_part_of_the_training_sentences_leaves_the_others_out() -> Outcome {
    let sources = |prepared: &Prepared| -> BTreeSet<_> {
        let tokens = prepared.examples.iter().map(|example| &example.source);
        tokens.map(|tokens| prepared.subwords.decode(tokens)).collect()
    };
    let settings = small(Kind::Transformer);
    let all = prepared(&settings)?;
    let half = prepared(&Settings { percent: 50, ..settings })?;
    let tenth = prepared(&Settings { percent: 10, ..settings })?;
    assert_eq!([&all, &half, &tenth].map(|part| sources(part).len()), [130, 65, 13]);
    assert!(sources(&half).is_subset(&sources(&all)));
    assert!(sources(&tenth).is_subset(&sources(&half)));
    assert_eq!((&half.validation, &half.test), (&all.validation, &all.test));
    let none = prepared(&Settings { percent: 0, ..settings });
    assert!(matches!(none, Err(PrepareError::Corpus(_))));
    Ok(())
}

#[test]
fn the_models_of_the_chapter_have_similar_sizes() -> Outcome {
    for (run, kind) in [
        (Run::FixedContext, Kind::FixedContext),
        (Run::Bahdanau, Kind::Bahdanau),
        (Run::Transformer, Kind::Transformer),
    ] {
        let card = run.card()?;
        let (training, defaults) = (card.settings, Settings::new(kind));
        let Settings { parts, tokens, steps, .. } = training;
        assert_eq!(training, Settings { parts, tokens, steps, ..defaults });
        assert_eq!((parts, tokens, steps), (2, 1_024, 9_000));
        let model = training.model(training.vocab, &mut *init::rng(0))?;
        assert_eq!(model.param_count(), card.parameters, "{kind:?}");
        assert!((2_000_000..2_500_000).contains(&card.parameters), "{kind:?}");
    }
    for (run, pre_norm) in [(Run::Short, true), (Run::ShortPostNorm, false)] {
        let trained = Run::Transformer.card()?.settings;
        assert_eq!(run.card()?.settings, Settings { steps: 1_000, pre_norm, ..trained });
    }
    Ok(())
}

#[test]
fn impossible_trainings_and_translations_are_refused() -> Outcome {
    let settings = small(Kind::Transformer);
    let few = Settings { vocab: 259, ..settings };
    let error = prepared(&few).expect_err("too few tokens");
    assert_eq!(error, PrepareError::Vocabulary { vocab: 259, least: 260 });
    let none = Prepared::new("none", "none", Vec::new(), 10, &settings);
    assert!(matches!(none, Err(PrepareError::Corpus(_))));

    let training = Training { seed: 0, threads: 1, checkpoint: None };
    for (settings, message) in [
        (Settings { steps: 0, ..settings }, "number of steps"),
        (Settings { parts: 0, ..settings }, "number of parts"),
        (Settings { tokens: 0, ..settings }, "number of tokens"),
        (Settings { hidden: 0, ..settings }, "hidden size"),
        (Settings { hidden: 0, kind: Kind::Bahdanau, ..settings }, "hidden size"),
        (Settings { heads: 3, ..settings }, "heads"),
    ] {
        let error = train(&prepared(&settings)?, settings, &training, |_| ()).err();
        let error = error.ok_or("no error")?.to_string();
        assert!(error.contains(message), "{error}");
    }
    let zero = ConfigError::Zero("hidden size");
    let rng = &mut engine::testing::rng(0);
    let model = Settings { hidden: 0, ..settings }.model(300, rng);
    assert_eq!(model.err(), Some(zero));

    let translator = untrained()?;
    let long = "é".repeat(10_000);
    let error = translator.translate_all(&["Go!", &long]).expect_err("too long");
    assert!(error.0 > MOST_TOKENS);
    assert_eq!(translator.search(&long, 2), Err(error));
    Ok(())
}

/// The beam finds a translation that is at least as probable.
#[test]
fn a_search_is_no_worse_than_the_most_probable_tokens() -> Outcome {
    let translator = untrained()?;
    let text = "the men see the girl !";
    let greedy = translator.translate_all(&[text])?.remove(0);
    let one = translator.search(text, 1)?;
    assert_eq!((one.len(), &one[0].target), (1, &greedy.target));
    let mean = |found: &Translated| found.log_probability / (found.target.len() + 1) as f64;
    let four = translator.search(text, 4)?;
    assert_eq!(four.len(), 4);
    assert!(mean(&four[0]) >= mean(&greedy) - 1e-6);
    Ok(())
}

/// Chapter 9 rounds the same numbers.
#[test]
fn a_rounded_translator_has_the_quantized_numbers() -> Outcome {
    let (one, settings) = (untrained()?, small(Kind::Transformer));
    for bits in [2, 7, 8] {
        let bytes = round(&one.subwords, &one.model, &settings, bits).ok_or("a Transformer")?;
        let read = Translator::from_rounded(&bytes).ok_or("it is whole")?;
        assert_eq!(read.subwords, one.subwords);
        let params = one.model.params().into_iter().zip(read.model.params());
        for ((name, param), (_, rounded)) in params {
            let value = param.value().to_owned();
            let expected = match value.ndim() {
                2 => quantize(&value, Axis(1), bits),
                _ => value,
            };
            assert_eq!(rounded.value().to_owned(), expected, "{name}, {bits} bits");
        }
    }
    let recurrent = small(Kind::Bahdanau);
    assert!(round(&one.subwords, &one.model, &recurrent, 8).is_none());
    Ok(())
}

#[test]
fn damaged_bytes_are_refused() -> Outcome {
    let settings = small(Kind::Transformer);
    let translator = untrained()?;
    let whole =
        round(&translator.subwords, &translator.model, &settings, 8).ok_or("a Transformer")?;
    let text = whole.windows(2).position(|two| two == b"\n\n").ok_or("text")?;
    let with = |first: &str| {
        let line = whole.iter().position(|byte| *byte == b'\n').expect("a line");
        [first.as_bytes(), &whole[line..]].concat()
    };
    for damaged in [
        Vec::new(),
        whole[..whole.len() - 1].to_vec(),
        [&whole[..], &[0]].concat(),
        whole[..text].to_vec(),
        with("8 16 2 20 2"),
        with("9 16 2 20 2 1"),
        with("8 16 3 20 2 1"),
        with("8 0 2 20 2 1"),
        with("8 99999999999 1 20 2 1"),
        with("8 16 2 99999999999 2 1"),
        with("8 16 2 20 4000000000 1"),
        with("8 16 2 20 3 1"),
        [&whole[..text - 1], b"x", &whole[text..]].concat(),
        [&whole[..text + 2], &f32::NAN.to_le_bytes(), &whole[text + 6..]].concat(),
    ] {
        assert!(Translator::from_rounded(&damaged).is_none());
    }
    assert!(Translator::from_rounded(&with("8 16 2 20 2 1")).is_some());
    Ok(())
}
