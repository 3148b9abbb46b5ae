//! Saving, loading, and damaged files.

use std::fs;
use std::path::Path;

use crate::bahdanau::{
    RecurrentModelCard, TrainedError, TrainedRecurrent, trained,
};
use crate::encoder_decoder::testing::trained::{
    self as files, Family, Outcome, replace,
};

impl Family for TrainedRecurrent {
    const FILES: [&str; 3] = [
        "bahdanau.json",
        "bahdanau.safetensors",
        "fixed-context.safetensors",
    ];
    type Card = RecurrentModelCard;

    fn shipped() -> Result<Self, TrainedError> {
        trained()
    }

    fn load(folder: &Path) -> Result<Self, TrainedError> {
        Self::load(folder)
    }

    fn save(&self, folder: &Path) -> Result<(), TrainedError> {
        self.save(folder)
    }

    fn card(&self) -> &RecurrentModelCard {
        &self.card
    }
}

/// Saved models load again with the same bytes and the same
/// translations.
#[test]
fn what_is_saved_is_loaded() -> Outcome {
    let [shipped, loaded] =
        files::what_is_saved_is_loaded::<TrainedRecurrent>()?;
    let text = "the small black cat does not see her.";
    assert_eq!(
        loaded.bahdanau.translate(text)?,
        shipped.bahdanau.translate(text)?
    );
    assert_eq!(
        loaded.fixed_context.translate(text)?,
        shipped.fixed_context.translate(text)?
    );
    Ok(())
}

#[test]
fn a_file_that_is_missing_is_named() -> Outcome {
    files::a_file_that_is_missing_is_named::<TrainedRecurrent>()
}

/// Parameters that cannot be stored are an error before anything is
/// stored.
#[test]
fn a_card_of_a_model_that_is_too_large_is_an_error() -> Outcome {
    for size in ["9000000000000000000", "100000000", "2000"] {
        let new = format!("\"hidden\": {size}");
        let error =
            TrainedRecurrent::described("\"hidden\": 64", &new)?;
        assert!(
            matches!(error, TrainedError::TooLarge { .. }),
            "{error}"
        );
    }
    Ok(())
}

#[test]
fn a_damaged_card_is_an_error() -> Outcome {
    files::a_damaged_description_is_an_error::<TrainedRecurrent>()?;
    let layers =
        TrainedRecurrent::described("\"layers\": 1", "\"layers\": 0")?;
    assert!(
        matches!(layers, TrainedError::Settings { .. }),
        "{layers}"
    );
    let unmeasured = TrainedRecurrent::damaged(
        TrainedRecurrent::FILES[0],
        |card| {
            let card =
                String::from_utf8(card).expect("the card is a text");
            let start = card
                .find("\"without_attention\": [")
                .expect("the runs");
            let end =
                card.find("\"source_tokens\"").expect("the tokens");
            let (before, after) = (&card[..start], &card[end..]);
            format!("{before}\"without_attention\": [], {after}")
                .into_bytes()
        },
    )?;
    assert!(
        matches!(unmeasured, TrainedError::NoRuns { .. }),
        "{unmeasured}"
    );
    Ok(())
}

#[test]
fn a_damaged_model_is_an_error() -> Outcome {
    files::a_damaged_model_is_an_error::<TrainedRecurrent>()
}

/// The card and the models have different sizes, or the files are
/// swapped.
#[test]
fn models_of_other_sizes_are_errors() -> Outcome {
    let folder = tempfile::tempdir()?;
    trained()?.save(folder.path())?;
    let path = folder.path().join(TrainedRecurrent::FILES[0]);
    let card =
        replace(fs::read(&path)?, "\"hidden\": 64", "\"hidden\": 32");
    fs::write(&path, card)?;
    let error = TrainedRecurrent::load(folder.path())
        .expect_err("the sizes differ");
    let text = error.to_string();
    assert!(matches!(error, TrainedError::Model(_)), "{text}");
    assert!(text.contains("bahdanau.safetensors"), "{text}");
    assert!(
        text.contains("attention.score: saved with shape [64]"),
        "{text}"
    );
    let error = files::models_of_another_kind_are_an_error::<
        TrainedRecurrent,
    >()?;
    assert!(error.to_string().contains("attention.score"), "{error}");
    Ok(())
}

#[test]
fn a_folder_that_does_not_exist_is_an_error() -> Outcome {
    files::a_folder_that_does_not_exist_is_an_error::<TrainedRecurrent>(
    )
}
