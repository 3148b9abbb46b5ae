//! The models that the book ships do what their card says.

use super::trained;
use crate::saved::tests::{Outcome, assert_near};
use crate::transformer::{Settings, Variant};
use attention::encoder_decoder::Experiment;

#[test]
fn the_card_describes_the_experiment_of_the_book() -> Outcome {
    let card = trained()?.card;
    let experiment = Experiment::of_the_book();
    assert_near(card.floor, experiment.floor, 1e-12);
    assert_eq!(card.training_pairs, experiment.examples.len());
    assert_eq!(card.held_out_sentences, experiment.held_out.sentences().len());
    let vocabularies = experiment.vocabularies;
    assert_eq!(card.source_tokens, vocabularies.source.tokens());
    assert_eq!(card.target_tokens, vocabularies.target.tokens());
    assert_eq!(card.settings, Settings::default());
    let of_language_model = card.language_model.losses.len();
    assert_eq!(of_language_model, card.settings.epochs_of_language_model);
    assert_eq!(card.diverged, []);
    for variant in Variant::ALL {
        let runs = card.runs(variant);
        let seeds: Vec<u64> = runs.iter().map(|run| run.seed).collect();
        assert_eq!(seeds, [0, 1, 2], "{variant}");
        for run in runs {
            assert_eq!(run.losses.len(), card.settings.epochs);
            let sentences = run.held_out.bands.iter().map(|band| band.sentences);
            assert_eq!(sentences.sum::<usize>(), card.held_out_sentences);
        }
    }
    Ok(())
}

/// No run is listed in the card under two names.
#[test]
fn every_run_has_its_own_losses() -> Outcome {
    let card = trained()?.card;
    let all = Variant::ALL.iter().flat_map(|&variant| {
        let runs = card.runs(variant).iter();
        runs.map(move |run| (variant, run))
    });
    let all: Vec<_> = all.collect();
    for (place, (variant, run)) in all.iter().enumerate() {
        for (other, earlier) in &all[..place] {
            assert_ne!(
                run.losses, earlier.losses,
                "{variant}, seed {}, and {other}, seed {}",
                run.seed, earlier.seed
            );
        }
    }
    Ok(())
}

/// Checks the claims of the chapter about the variants of the translator, for each of three seeds.
#[test]
fn the_variants_differ_as_described_with_every_seed() -> Outcome {
    let card = trained()?.card;
    for variant in Variant::ALL {
        for run in card.runs(variant) {
            let (bleu, loss) = (run.held_out.bleu, run.training_loss);
            let text = format!("{variant}, seed {}: {bleu}, {loss}", run.seed);
            match variant {
                Variant::WithoutResidual => {
                    assert!(bleu < 0.1, "{text}");
                }
                Variant::WithoutPositions => {
                    assert!(0.3 < bleu && bleu < 0.8, "{text}");
                    assert!(loss > 5.0 * card.floor, "{text}");
                }
                // The loss is lower than a model that has to guess could reach.
                Variant::LooksAhead => {
                    assert!(bleu < 0.2, "{text}");
                    assert!(loss < 0.5 * card.floor, "{text}");
                }
                // Whether they learn depends on the warm-up, and on the seed.
                _ if variant.is_fast() => {
                    assert!(loss > card.floor, "{text}");
                }
                _ => {
                    assert!(bleu > 0.95, "{text}");
                    assert!(card.floor < loss && loss < card.floor + 0.05, "{text}");
                }
            }
        }
    }
    Ok(())
}

/// An adjective after its noun, a negation around its verb, a pronoun before it.
#[test]
fn sentences_of_the_chapter_are_translated() -> Outcome {
    let translator = trained()?.transformer;
    for (source, target) in [
        ("The red car is big.", "la voiture rouge est grande."),
        ("The small black cat does not see her.", "le petit chat noir ne la voit pas."),
    ] {
        let translated = translator.translate(source)?;
        assert_eq!(translated.text, target);
        assert!(translated.log_probability > -0.5, "{translated:?}");
    }
    Ok(())
}
