//! The trained models have the scores in their descriptions, which the chapters print.

use std::error::Error;

use attention::encoder_decoder::{
    EncoderDecoder, Evaluation, Experiment, Run, Translator, evaluate, mean_loss,
};
use laboratory::transformer::{Variant, texts};
use laboratory::{bahdanau, transformer};

type Outcome = Result<(), Box<dyn Error>>;

/// Other machines may round differently.
const TOLERANCE: f64 = 0.01;

#[test]
fn with_bahdanau_attention() -> Outcome {
    let trained = bahdanau::trained()?;
    reproduces(&trained.bahdanau, &trained.card.with_attention[0])
}

#[test]
fn without_attention() -> Outcome {
    let trained = bahdanau::trained()?;
    reproduces(&trained.fixed_context, &trained.card.without_attention[0])
}

#[test]
fn the_transformer() -> Outcome {
    let trained = transformer::trained()?;
    reproduces(&trained.transformer, &trained.card.runs(Variant::PostNorm)[0])
}

#[test]
fn the_language_model() -> Outcome {
    let trained = transformer::trained()?;
    let experiment = Experiment::of_the_book();
    assert_eq!(trained.words(), &experiment.vocabularies.source);
    let run = &trained.card.language_model;
    for (corpus, reported) in
        [(&experiment.training, run.training_loss), (&experiment.held_out, run.held_out_loss)]
    {
        let texts = texts(&experiment, corpus);
        let vocabs = [trained.words().len(); 2];
        let loss = mean_loss(&trained.language_model, &texts, vocabs)?;
        assert_near(loss, reported, 1e-3);
    }
    Ok(())
}

/// Translates the held-out sentences again, and recomputes the loss on the training sentences.
fn reproduces<M: EncoderDecoder>(translator: &Translator<M>, run: &Run) -> Outcome {
    let experiment = Experiment::of_the_book();
    assert_eq!(translator.vocabularies, experiment.vocabularies);
    let scores = evaluate(translator, &experiment.held_out, Experiment::BAND)?;
    assert_scores(&scores, &run.held_out);
    let vocabs = experiment.vocabularies.sizes();
    let loss = mean_loss(&translator.model, &experiment.examples, vocabs)?;
    assert_near(loss, run.training_loss, 1e-3);
    Ok(())
}

#[track_caller]
fn assert_scores(measured: &Evaluation, reported: &Evaluation) {
    assert_near(measured.bleu, reported.bleu, TOLERANCE);
    assert_near(measured.exact, reported.exact, TOLERANCE);
    assert_eq!(measured.bands.len(), reported.bands.len());
    for (measured, reported) in measured.bands.iter().zip(&reported.bands) {
        assert_eq!((measured.from, measured.to), (reported.from, reported.to));
        assert_eq!(measured.sentences, reported.sentences);
        // A single sentence may be a large share of a band.
        let one = 1.0 / measured.sentences as f64;
        assert_near(measured.bleu, reported.bleu, TOLERANCE + one);
        assert_near(measured.exact, reported.exact, TOLERANCE + one);
    }
}

#[track_caller]
fn assert_near(left: f64, right: f64, tolerance: f64) {
    assert!((left - right).abs() <= tolerance, "{left} and {right}");
}
