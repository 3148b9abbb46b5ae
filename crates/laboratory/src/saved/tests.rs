//! Every model and card of the book survives a round trip, and a damaged file is named.

use std::fs;
use std::path::Path;

use super::{Saved, TrainedError, shipped};
use crate::{
    attention_as_memory, bahdanau, newer_transformer, own_text, price_of_a_token, transformer,
};

pub(crate) type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

#[track_caller]
pub(crate) fn assert_near(left: f64, right: f64, tolerance: f64) {
    assert!((left - right).abs() <= tolerance, "{left} and {right}");
}

/// Returns the error of loading what the book ships after a change to one of its files.
fn damaged<S: Saved>(file: &str, change: impl FnOnce(Vec<u8>) -> Vec<u8>) -> Outcome<TrainedError> {
    let folder = tempfile::tempdir()?;
    shipped::<S>()?.save(folder.path())?;
    let path = folder.path().join(file);
    fs::write(&path, change(fs::read(&path)?))?;
    let error = S::load(folder.path()).err().ok_or("a file is damaged")?;
    let (text, path) = (error.to_string(), path.display().to_string());
    assert!(text.starts_with(&path), "{text} does not name {path}");
    Ok(error)
}

/// Returns the same error after a change to the text of the card.
fn card_with<S: Saved>(old: &str, new: &str) -> Outcome<TrainedError> {
    damaged::<S>(S::CARD, |card| {
        let card = String::from_utf8(card).expect("the card is a text");
        assert!(card.contains(old), "{old} is not in {}", S::CARD);
        card.replacen(old, new, 1).into_bytes()
    })
}

/// Runs a test for all that the book ships.
macro_rules! for_all {
    ($($test:ident)*) => {$(
        #[test]
        fn $test() -> Outcome {
            each::$test::<bahdanau::Trained>()?;
            each::$test::<transformer::Trained>()?;
            each::$test::<own_text::Trained>()?;
            each::$test::<attention_as_memory::Trained>()?;
            each::$test::<newer_transformer::Card>()?;
            each::$test::<price_of_a_token::Card>()
        }
    )*};
}

for_all! {
    saved_files_are_loaded_with_the_same_bytes
    a_missing_file_is_named
    a_damaged_card_is_an_error
    a_damaged_model_is_an_error
    a_folder_that_does_not_exist_is_an_error
}

mod each {
    use super::*;

    fn files<S: Saved>() -> impl Iterator<Item = &'static str> {
        [S::CARD].into_iter().chain(S::MODELS.iter().copied())
    }

    pub(super) fn saved_files_are_loaded_with_the_same_bytes<S: Saved>() -> Outcome {
        let (first, second) = (tempfile::tempdir()?, tempfile::tempdir()?);
        shipped::<S>()?.save(first.path())?;
        S::load(first.path())?.save(second.path())?;
        let models = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../models"));
        for file in files::<S>() {
            let bytes = fs::read(first.path().join(file))?;
            assert!(bytes == fs::read(second.path().join(file))?, "{file}");
            assert!(bytes == fs::read(models.join(file))?, "{file}");
        }
        Ok(())
    }

    pub(super) fn a_missing_file_is_named<S: Saved>() -> Outcome {
        let folder = tempfile::tempdir()?;
        shipped::<S>()?.save(folder.path())?;
        for file in files::<S>() {
            let path = folder.path().join(file);
            let bytes = fs::read(&path)?;
            fs::remove_file(&path)?;
            let error = S::load(folder.path()).err().ok_or("a file is missing")?;
            let text = format!("{}: cannot be read: ", path.display());
            assert!(error.to_string().starts_with(&text), "{error}");
            fs::write(&path, bytes)?;
        }
        S::load(folder.path())?;
        Ok(())
    }

    pub(super) fn a_damaged_card_is_an_error<S: Saved>() -> Outcome {
        let half = |card: Vec<u8>| card[..card.len() / 2].to_vec();
        let cut = damaged::<S>(S::CARD, half)?.to_string();
        assert!(cut.contains("line "), "{cut}");
        let empty = damaged::<S>(S::CARD, |_| Vec::new())?;
        assert!(matches!(empty, TrainedError::Card { .. }), "{empty}");
        let unknown = card_with::<S>("{", "{\"unknown\": 1, ")?;
        let text = unknown.to_string();
        assert!(text.contains("unknown field `unknown`"), "{text}");
        Ok(())
    }

    pub(super) fn a_damaged_model_is_an_error<S: Saved>() -> Outcome {
        for file in S::MODELS {
            let cut = damaged::<S>(file, |bytes| bytes[..bytes.len() - 4].to_vec())?;
            assert!(matches!(cut, TrainedError::Model(_)), "{cut}");
            let not_finite = damaged::<S>(file, |mut bytes| {
                let last = bytes.len() - 8..;
                bytes[last].fill(0xff);
                bytes
            })?;
            let text = not_finite.to_string();
            assert!(text.contains("is not finite"), "{text}");
        }
        Ok(())
    }

    pub(super) fn a_folder_that_does_not_exist_is_an_error<S: Saved>() -> Outcome {
        let folder = tempfile::tempdir()?;
        let shipped = shipped::<S>()?;
        let error = shipped.save(folder.path().join("none"));
        let text = error.expect_err("there is no folder").to_string();
        let first = S::MODELS.first().unwrap_or(&S::CARD);
        assert!(text.contains(first), "{text}");
        // The models can be written, but the path of the card is a folder.
        fs::create_dir(folder.path().join(S::CARD))?;
        let error = shipped.save(folder.path());
        let error = error.expect_err("a folder is no file");
        let TrainedError::Write { path, .. } = &error else {
            panic!("{error}");
        };
        assert_eq!(path, &folder.path().join(S::CARD));
        Ok(())
    }
}

#[test]
fn impossible_values_on_a_card_are_errors_with_their_problem() -> Outcome {
    use self::{bahdanau as b, own_text as o, transformer as t};
    let too_large = "more parameters than";
    let none = "a model has no scores";
    for (error, expected) in [
        (card_with::<b::Trained>("\"epochs\": 20", "\"epochs\": -1")?, "line "),
        (card_with::<b::Trained>("\"the\"", "\".\"")?, "\".\""),
        (card_with::<b::Trained>("\"dropout\": 0.1", "\"dropout\": 1.5")?, "dropout"),
        (card_with::<b::Trained>("\"layers\": 1", "\"layers\": 0")?, "number of layers"),
        (card_with::<b::Trained>("\"hidden\": 64", "\"hidden\": 2000")?, too_large),
        (card_with::<b::Trained>("\"hidden\": 64", "\"hidden\": 9000000000000000000")?, too_large),
        (card_with::<t::Trained>("\"heads\": 4", "\"heads\": 5")?, "not divisible by 5 heads"),
        (card_with::<t::Trained>("\"blocks\": 2", "\"blocks\": 0")?, "number of blocks"),
        (card_with::<t::Trained>("\"hidden\": 32", "\"hidden\": 10000")?, too_large),
        (
            card_with::<t::Trained>(
                "\"feed_forward\": 128",
                "\"feed_forward\": 18000000000000000000",
            )?,
            too_large,
        ),
        (card_with::<t::Trained>("\"blocks\": 2", "\"blocks\": 100000000")?, too_large),
        (card_with::<t::Trained>("\"post_norm\"", "\"sandwich_norm\"")?, "unknown variant"),
        (card_with::<t::Trained>("\"post_norm\"", "\"one_head\"")?, none),
        (card_with::<o::Trained>("version 1", "version 9")?, "line 1: "),
        (
            card_with::<o::Trained>("\"hidden\": 64", "\"hidden\": 60")?,
            "hidden size 60 leaves an odd",
        ),
        (card_with::<o::Trained>("\"hidden\": 64", "\"hidden\": 8000000")?, too_large),
        (
            card_with::<o::Trained>("\"context\": 64", "\"context\": 0")?,
            "context must be at least 1",
        ),
        (
            card_with::<o::Trained>("\"start\": 10", "\"start\": 1024")?,
            "texts start with token 1024 of 1024",
        ),
    ] {
        assert!(error.to_string().contains(expected), "{error}");
    }
    Ok(())
}

/// The card has other sizes than the files, or the files are swapped.
#[test]
fn models_of_another_size_or_kind_are_errors() -> Outcome {
    fn swapped<S: Saved>(expected: &str) -> Outcome {
        let folder = tempfile::tempdir()?;
        shipped::<S>()?.save(folder.path())?;
        let [first, second] = [0, 1].map(|at| folder.path().join(S::MODELS[at]));
        fs::copy(first, &second)?;
        let error = S::load(folder.path()).err().ok_or("they are the same file")?;
        let text = error.to_string();
        assert!(text.contains(S::MODELS[1]) && text.contains(expected), "{text}");
        Ok(())
    }
    swapped::<bahdanau::Trained>("attention.score")?;
    swapped::<transformer::Trained>("decoder.blocks.0")?;
    let folder = tempfile::tempdir()?;
    let mut trained = bahdanau::trained()?;
    trained.card.settings.hidden = 32;
    trained.save(folder.path())?;
    let error = bahdanau::Trained::load(folder.path()).expect_err("the sizes differ");
    let text = error.to_string();
    assert!(text.contains("attention.score: saved with shape [64]"), "{text}");
    Ok(())
}

#[test]
fn a_score_that_cannot_be_read_again_is_not_written() -> Outcome {
    let folder = tempfile::tempdir()?;
    let mut card = price_of_a_token::card()?;
    card.save(folder.path())?;
    let path = folder.path().join("price-of-a-token.json");
    let before = fs::read(&path)?;
    card.reach[1].accuracy[0] = f64::NAN;
    let error = card.save(folder.path()).expect_err("NaN is no score");
    let text = error.to_string();
    let expected = "price-of-a-token.json: not written: \"accuracy\": [: ";
    assert!(text.contains(expected), "{text}");
    assert_eq!(fs::read(&path)?, before);
    Ok(())
}
