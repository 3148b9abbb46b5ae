//! The meaning of settings and variants.

use std::collections::HashSet;

use super::*;
use crate::saved::tests::Outcome;
use attention::transformer::Arrangement;

#[test]
fn settings_become_sizes_and_a_recipe() -> Outcome {
    let settings = Settings {
        hidden: 6,
        heads: 3,
        feed_forward: 5,
        blocks: 4,
        dropout: 0.25,
        epochs: 7,
        epochs_of_language_model: 8,
        batch: 9,
        learning_rate: 0.125,
        warmup: 0.5,
        clip: 2.0,
    };
    let config = settings.config(Variant::PostNorm)?;
    let expected = Config { feed_forward: 5, blocks: 4, ..Config::new(6, 3) };
    assert_eq!(config, Config { dropout: config.dropout, ..expected });
    assert_eq!(config.dropout.rate(), 0.25);
    let recipe = Recipe {
        epochs: 7,
        batch: 9,
        learning_rate: 0.125,
        curve: RateCurve::Cosine { warmup: 0.5 },
        clip: 2.0,
        seed: 3,
    };
    assert_eq!(settings.recipe(Variant::PostNorm, 3), recipe);
    let of_language_model = Recipe { epochs: 8, ..recipe };
    assert_eq!(settings.recipe_of_language_model(3), of_language_model);
    Ok(())
}

/// A variant changes its one setting and nothing else.
#[test]
fn a_kind_differs_in_one_thing() -> Outcome {
    let settings = Settings::default();
    let book = settings.config(Variant::PostNorm)?;
    let with = |arrangement| Config { arrangement, ..book };
    for variant in Variant::ALL {
        let expected = match variant {
            Variant::PostNorm
            | Variant::LooksAhead
            | Variant::FastPostNorm
            | Variant::FastPostNormWithoutWarmup => book,
            Variant::PreNorm | Variant::FastPreNorm | Variant::FastPreNormWithoutWarmup => {
                with(Arrangement::PreNorm)
            }
            Variant::WithoutNorm => with(Arrangement::WithoutNorm),
            Variant::WithoutResidual => with(Arrangement::WithoutResidual),
            Variant::WithoutPositions => Config { positions: false, ..book },
            Variant::OneHead => Config { heads: 1, ..book },
        };
        assert_eq!(settings.config(variant)?, expected, "{variant}");
        let usual = settings.recipe(Variant::PostNorm, 0);
        let (learning_rate, warmup) = match variant {
            Variant::FastPostNorm | Variant::FastPreNorm => (0.02, 0.05),
            Variant::FastPostNormWithoutWarmup | Variant::FastPreNormWithoutWarmup => (0.02, 0.0),
            _ => (usual.learning_rate, 0.05),
        };
        let expected = Recipe { learning_rate, curve: RateCurve::Cosine { warmup }, ..usual };
        assert_eq!(settings.recipe(variant, 0), expected, "{variant}");
    }
    let names: HashSet<&str> = Variant::ALL.map(Variant::name).into();
    assert_eq!(names.len(), Variant::ALL.len());
    assert!(Variant::ALL.is_sorted());
    Ok(())
}
