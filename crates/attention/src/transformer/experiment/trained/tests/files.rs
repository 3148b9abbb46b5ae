//! Saving, loading, and files that are damaged.

use std::path::Path;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::data::EOS;
use crate::encoder_decoder::TrainedError;
use crate::encoder_decoder::testing::trained::{
    self as files, Family, Outcome,
};
use crate::transformer::{
    Sampling, TrainedTransformer, TransformerModelCard, trained,
};

impl Family for TrainedTransformer {
    const FILES: [&str; 3] = [
        "transformer.json",
        "transformer.safetensors",
        "language-model.safetensors",
    ];
    type Card = TransformerModelCard;

    fn shipped() -> Result<Self, TrainedError> {
        trained()
    }

    fn load(folder: &Path) -> Result<Self, TrainedError> {
        Self::load(folder)
    }

    fn save(&self, folder: &Path) -> Result<(), TrainedError> {
        self.save(folder)
    }

    fn card(&self) -> &TransformerModelCard {
        &self.card
    }
}

/// Saved models load again with the same bytes, the same translations and the same texts.
#[test]
fn what_is_saved_is_loaded() -> Outcome {
    let [shipped, loaded] =
        files::what_is_saved_is_loaded::<TrainedTransformer>()?;
    let text = "the small black cat does not see her.";
    assert_eq!(
        loaded.transformer.translate(text)?,
        shipped.transformer.translate(text)?
    );
    let sampling = Sampling::new(1.0)?;
    let [loaded, shipped] = [loaded, shipped].map(|trained| {
        let rng = &mut ChaCha8Rng::seed_from_u64(0);
        trained.language_model.generate(&[], 20, &sampling, rng)
    });
    let (loaded, shipped) = (loaded?, shipped?);
    assert_eq!(loaded, shipped);
    assert!(!loaded.is_empty() && !loaded.contains(&EOS));
    Ok(())
}

#[test]
fn a_file_that_is_missing_is_named() -> Outcome {
    files::a_file_that_is_missing_is_named::<TrainedTransformer>()
}

/// Numbers that nobody can store are refused before anything is stored.
#[test]
fn a_card_of_a_model_that_is_too_large_is_an_error() -> Outcome {
    for (size, old) in
        [("hidden", 32), ("feed_forward", 128), ("blocks", 2)]
    {
        let old = format!("\"{size}\": {old}");
        for new in ["18000000000000000000", "100000000", "10000"] {
            let error = TrainedTransformer::described(
                &old,
                &format!("\"{size}\": {new}"),
            )?;
            assert!(
                matches!(error, TrainedError::TooLarge { .. }),
                "{error}"
            );
        }
    }
    Ok(())
}

#[test]
fn a_damaged_card_is_an_error() -> Outcome {
    files::a_damaged_description_is_an_error::<TrainedTransformer>()?;
    for (old, new) in [
        ("\"heads\": 4", "\"heads\": 0"),
        ("\"heads\": 4", "\"heads\": 5"),
        ("\"blocks\": 2", "\"blocks\": 0"),
        ("\"hidden\": 32", "\"hidden\": 0"),
    ] {
        let error = TrainedTransformer::described(old, new)?;
        assert!(
            matches!(error, TrainedError::Settings { .. }),
            "{error}"
        );
    }
    let kind = TrainedTransformer::described(
        "\"post_norm\"",
        "\"sandwich_norm\"",
    )?;
    assert!(matches!(kind, TrainedError::Card { .. }), "{kind}");
    let unmeasured =
        TrainedTransformer::described("\"post_norm\"", "\"one_head\"")?;
    assert!(
        matches!(unmeasured, TrainedError::NoRuns { .. }),
        "{unmeasured}"
    );
    Ok(())
}

#[test]
fn a_damaged_model_is_an_error() -> Outcome {
    files::a_damaged_model_is_an_error::<TrainedTransformer>()
}

/// The card says other sizes than the models have, or the files are those of each other.
#[test]
fn models_of_other_sizes_are_errors() -> Outcome {
    let folder = tempfile::tempdir()?;
    let mut trained = trained()?;
    trained.card.settings.feed_forward = 64;
    trained.save(folder.path())?;
    let error = TrainedTransformer::load(folder.path())
        .expect_err("the sizes differ");
    let text = error.to_string();
    assert!(matches!(error, TrainedError::Model(_)), "{text}");
    assert!(text.contains("transformer.safetensors"), "{text}");
    assert!(text.contains("saved with shape [32, 128]"), "{text}");
    let error = files::models_of_another_kind_are_an_error::<
        TrainedTransformer,
    >()?;
    assert!(error.to_string().contains("decoder.blocks.0"), "{error}");
    Ok(())
}

#[test]
fn a_folder_that_does_not_exist_is_an_error() -> Outcome {
    files::a_folder_that_does_not_exist_is_an_error::<TrainedTransformer>(
    )
}
