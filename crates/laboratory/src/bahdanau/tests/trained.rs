//! The shipped models agree with their model card.

use crate::bahdanau::{Settings, trained};
use crate::saved::tests::{Outcome, assert_near};
use attention::encoder_decoder::{Experiment, Run};

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
    Ok(())
}

/// Wider states fit the training pairs as well as they can be fitted, and still fail on long
/// sentences.
#[test]
fn width_helps_and_does_not_replace_attention() -> Outcome {
    let card = trained()?.card;
    let seeds = |runs: &[Run]| runs.iter().map(|run| run.seed).collect::<Vec<_>>();
    let longest = |run: &Run| run.held_out.bands[4].bleu;
    let widths = card.wider_without_attention.iter();
    let widths: Vec<_> = widths.map(|wider| wider.hidden).collect();
    assert_eq!(widths, Settings::WIDER);
    let mut narrower = &card.without_attention;
    for wider in &card.wider_without_attention {
        assert_eq!(seeds(&wider.runs), seeds(&card.with_attention));
        for (run, with) in wider.runs.iter().zip(&card.with_attention) {
            let best = narrower.iter().map(|run| run.held_out.bleu);
            assert!(run.held_out.bleu > best.fold(0.0, f64::max));
            assert!(run.training_loss > card.floor);
            assert!(run.training_loss < with.training_loss);
            assert!(longest(run) < 0.9, "{run:?}");
            assert!(longest(with) > 0.99, "{with:?}");
        }
        narrower = &wider.runs;
    }
    Ok(())
}

/// Claims of the chapter about the models, for each of three seeds.
#[test]
fn attention_wins_with_every_seed() -> Outcome {
    let card = trained()?.card;
    let pairs = card.with_attention.iter().zip(&card.without_attention);
    let mut seeds = Vec::new();
    for (with, without) in pairs {
        assert_eq!(with.seed, without.seed);
        seeds.push(with.seed);
        assert_eq!(with.losses.len(), card.settings.epochs);
        assert_eq!(without.losses.len(), card.settings.epochs_without_attention);
        for run in [with, without] {
            assert!(run.training_loss > card.floor);
            let sentences = run.held_out.bands.iter().map(|band| band.sentences);
            assert_eq!(sentences.sum::<usize>(), card.held_out_sentences);
        }
        assert!(with.training_loss - card.floor < 0.05, "{}", with.training_loss);
        assert!(with.held_out.bleu >= 0.95, "{}", with.held_out.bleu);
        assert!(without.held_out.bleu + 0.2 <= with.held_out.bleu);
        // Without attention, long sentences have lower scores than short ones.
        let bands = &without.held_out.bands;
        assert!(bands[bands.len() - 1].bleu + 0.3 < bands[0].bleu, "{bands:?}");
    }
    assert_eq!(seeds, [0, 1, 2]);
    Ok(())
}

/// An adjective after its noun, a negation around its verb, a pronoun before it.
#[test]
fn sentences_of_the_chapter_are_translated() -> Outcome {
    let translator = trained()?.bahdanau;
    for (source, target) in [
        ("The red car is big.", "la voiture rouge est grande."),
        ("The small black cat does not see her.", "le petit chat noir ne la voit pas."),
    ] {
        let translated = translator.translate(source)?;
        assert_eq!(translated.text, target);
        assert!(translated.log_probability > -0.5, "{translated:?}");
        let weights = translated.weights.ok_or("it has attention")?;
        let shape = [translated.target.len(), translated.source.len()];
        assert_eq!(weights.shape(), shape);
    }
    Ok(())
}
