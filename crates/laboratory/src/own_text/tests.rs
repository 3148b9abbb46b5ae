use std::fmt::Write;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::data::split;
use super::{
    Prepared, Sample, Settings, TextError, TextModel, Trained, Training, frequencies, times, train,
};
use attention::nn::state;
use attention::transformer::Sampling;

use crate::Saved;
use crate::saved::tests::Outcome;

const SMALL: Settings = Settings {
    vocab: 270,
    hidden: 8,
    heads: 2,
    key_heads: 1,
    blocks: 1,
    context: 6,
    batch: 4,
    steps: 24,
    learning_rate: 0.05,
};

fn text() -> String {
    let lines = ["The men see the girl.\n", "The girl sees 東京.\n"];
    lines.concat().repeat(8)
}

fn trained(
    folder: Option<&Path>,
    threads: usize,
    watch: impl Fn(&Sample) + Sync,
) -> Outcome<Trained> {
    let prepared = Prepared::new(&text(), &SMALL)?;
    let training = Training { seeds: &[5, 6], threads, checkpoints: folder, every: Duration::ZERO };
    let ended = |_: &str| ();
    let trained = train("small", &prepared, SMALL, &training, watch, ended);
    Ok(trained?)
}

#[test]
#[should_panic(expected = "train: equal seeds")]
fn equal_seeds_are_refused() {
    let prepared = Prepared::new(&text(), &SMALL).expect("it is long");
    let training =
        Training { seeds: &[5, 6, 5], threads: 1, checkpoints: None, every: Duration::ZERO };
    let ended = |_: &str| ();
    let _ = train("small", &prepared, SMALL, &training, |_| (), ended);
}

fn assert_same(one: &Trained, other: &Trained) {
    assert_eq!(one.card, other.card);
    assert_eq!(state(&one.model.model), state(&other.model.model));
    assert_eq!(one.model.tokenizer, other.model.tokenizer);
}

#[test]
fn threads_and_interruptions_change_no_bit() -> Outcome {
    let one = trained(None, 1, |_| ())?;
    assert_same(&one, &trained(None, 2, |_| ())?);
    let [first, second] = &one.card.runs[..] else { panic!("there are two seeds") };
    assert_ne!(first.losses, second.losses);
    assert_eq!(first.held_out_losses.len(), first.losses.len());
    assert_eq!(first.held_out_losses.last(), Some(&first.held_out_loss));

    let folder = tempfile::tempdir()?;
    // Of another training, whose checkpoint is gone.
    fs::write(folder.path().join("language model, seed 5.held-out.json"), r#"{"1":0.5}"#)?;
    let stop = |sample: &Sample| assert!(sample.step < 9, "stopped");
    let stopped = catch_unwind(AssertUnwindSafe(|| trained(Some(folder.path()), 1, stop).is_ok()));
    assert!(stopped.is_err());
    let steps = std::sync::Mutex::new(Vec::new());
    let again = trained(Some(folder.path()), 2, |sample| {
        steps.lock().expect("no panic").push(sample.step);
    })?;
    assert_same(&again, &one);
    assert_eq!(steps.into_inner()?, [9, 12, 15, 18, 21]);
    Ok(())
}

#[test]
fn a_saved_model_has_its_tokenizer() -> Outcome {
    let (one, folder) = (trained(None, 1, |_| ())?, tempfile::tempdir()?);
    one.save(folder.path())?;
    assert_same(&Trained::load(folder.path())?, &one);
    Ok(())
}

/// Every token but the first is predicted once, in the order of the text.
#[test]
fn the_held_out_loss_covers_each_token() -> Outcome {
    let TextModel { tokenizer, model, .. } = trained(None, 1, |_| ())?.model;
    let text = tokenizer.encode("The men see 東京.\nThe men see.");
    // A context of the whole text, and one that cuts it into three parts.
    for context in [text.len(), 6] {
        let model =
            TextModel { tokenizer: tokenizer.clone(), model: model.clone(), context, start: 0 };
        let mut nats = 0.0;
        for place in 1..text.len() {
            let start = (place - 1) / context * context;
            let tape = attention::tape::Tape::new(attention::tape::Mode::Eval, 0);
            let read = &text[start..=place];
            let before = read.len() - 1;
            let all = model.loss(&tape, &[read]).item() as f64;
            let rest = match before {
                1 => 0.0,
                _ => model.loss(&tape, &[&read[..before]]).item() as f64,
            };
            nats += all * before as f64 - rest * (before - 1) as f64;
        }
        let held = model.held_out(&text);
        let mean = nats / (text.len() - 1) as f64;
        assert!((held.loss - mean).abs() < 1e-4, "{held:?}, {mean}");
        let bytes = tokenizer.decode(&text[1..]).len() as f64;
        let bits = nats / bytes / 2.0_f64.ln();
        assert!((held.bits_per_byte - bits).abs() < 1e-4, "{bits}");
    }
    Ok(())
}

/// Returns 40 tokens after a prompt.
fn written(model: &TextModel, prompt: &str, seed: u64) -> Outcome<String> {
    let (mut text, rng) = (String::new(), &mut ChaCha8Rng::seed_from_u64(seed));
    model.write(prompt, 40, &Sampling::default(), rng, |new| text.write_str(new))?;
    Ok(text)
}

/// Far beyond its context, the model still writes as many tokens.
#[test]
fn a_text_may_be_longer_than_the_context() -> Outcome {
    let model = trained(None, 1, |_| ())?.model;
    for prompt in ["", "The girl", "東京 sees the men and the girl."] {
        let first = written(&model, prompt, 0)?;
        assert!(first.len() >= 40);
        assert_eq!(first, written(&model, prompt, 0)?);
        assert_ne!(first, written(&model, prompt, 1)?);
    }
    Ok(())
}

#[test]
fn the_shipped_frequencies_belong_to_the_shipped_text() -> Outcome {
    let card = super::trained()?.card;
    let (training, held_out) = split(include_str!("../../data/pride-and-prejudice.txt"));
    let bits = frequencies(training.as_bytes(), held_out.as_bytes(), 2);
    for (bits, shipped) in bits.into_iter().zip(card.frequencies) {
        assert!((bits - shipped).abs() < 1e-6, "{bits}, {shipped}");
    }
    Ok(())
}

/// A line break would be a token that no model of a single line has read.
#[test]
fn texts_start_with_a_token_of_the_text() -> Outcome {
    let lines = Prepared::new(&text(), &SMALL)?;
    assert_eq!(lines.start(), usize::from(b'\n'));
    let line = text().replace('\n', " ") + "\n";
    let prepared = Prepared::new(&line, &SMALL)?;
    let start = prepared.start();
    assert!(prepared.training.contains(&start));

    let training = Training { seeds: &[5], threads: 1, checkpoints: None, every: Duration::ZERO };
    let one = train("line", &prepared, SMALL, &training, |_| (), |_| ())?;
    assert_eq!((one.model.start, one.card.start), (start, start));
    let token = std::str::from_utf8(one.model.tokenizer.token(start))?;
    assert_eq!(written(&one.model, "", 0)?, written(&one.model, token, 0)?);
    Ok(())
}

#[test]
fn writing_ends_with_the_first_error() -> Outcome {
    let model = trained(None, 1, |_| ())?.model;
    let mut told = 0;
    let tell = |_: &str| {
        told += 1;
        if told < 3 { Ok(()) } else { Err("closed") }
    };
    let rng = &mut ChaCha8Rng::seed_from_u64(0);
    let written = model.write("", 40, &Sampling::new(1.0)?, rng, tell);
    assert_eq!((written, told), (Err("closed"), 3));
    Ok(())
}

#[test]
fn a_text_that_cannot_be_learned_from_is_refused() {
    let refused = |text: &str, settings| Prepared::new(text, &settings).expect_err("it is refused");
    assert_eq!(refused("", SMALL), TextError::Empty);
    let short = "The men see the girl. ";
    let TextError::Short { part, .. } = refused(short, SMALL) else {
        panic!("the text is long enough");
    };
    assert_eq!(part, "held-out");
    let none = Settings { batch: 0, ..SMALL };
    let error = refused(&text(), none).to_string();
    assert_eq!(error, "batch size must be at least 1");
    let few = Settings { vocab: 255, ..SMALL };
    assert_eq!(refused(&text(), few), TextError::Vocabulary(255));
}

/// The only line that ends is a title.
#[test]
fn a_long_line_is_split() -> Outcome {
    let line = "The men see the girl. ".repeat(20);
    let text = format!("A title\n{line}");
    let prepared = Prepared::new(&text, &SMALL)?;
    let bytes = prepared.tokenizer.decode(&prepared.training);
    assert_eq!(bytes.len(), text.len() / 10 * 9);
    Ok(())
}

#[test]
fn a_context_longer_than_the_prepared_text_is_refused() -> Outcome {
    let prepared = Prepared::new(&text(), &SMALL)?;
    for (context, expected) in [
        (prepared.training.len(), "training part has"),
        (prepared.held_out.len(), "held-out part has"),
        (0, "context must be at least 1"),
    ] {
        let settings = Settings { context, ..SMALL };
        let error = times(&prepared, &settings);
        let error = error.expect_err("it is refused").to_string();
        assert!(error.contains(expected), "{error}");
    }
    Ok(())
}
