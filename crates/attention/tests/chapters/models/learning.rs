//! Every parameter learns, and short trainings succeed.

use attention::data::{Corpus, Pair, Vocabularies, tokenize};
use attention::encoder_decoder::{
    EncoderDecoder, RateCurve, Recipe, Translator, evaluate, mean_loss, train,
};
use attention::tape::{Mode, Tape};

use super::*;

fn every_parameter_has_a_gradient<M: EncoderDecoder>(model: &M, seed: u64) -> Outcome {
    let tape = Tape::new(Mode::Check, 0);
    let gradients = model.loss(&tape, &batch(&examples(6, seed))).backward();
    for (name, param) in model.params() {
        let gradient = gradients.of(&param).ok_or(format!("{name} has no gradient"))?;
        if gradient.iter().any(|x| !x.is_finite()) || gradient.iter().all(|&x| x == 0.0) {
            return Err(format!("{name}: {gradient}"));
        }
    }
    Ok(())
}

#[test]
fn every_parameter_of_every_variant_learns() {
    holds_for_all_models!(every_parameter_has_a_gradient);
}

type Success = Result<(), Box<dyn std::error::Error>>;

/// Returns sentences of the grammar with at most five tokens, each with one translation.
fn short_sentences() -> Result<(Corpus, Vocabularies), Box<dyn std::error::Error>> {
    let all = Corpus::generated(1_500, 0)?;
    let short = all.sentences().iter();
    let short = short.filter(|sentence| tokenize(&sentence.source).len() <= 5);
    let pairs = short.take(150).map(|sentence| Pair {
        source: sentence.source.clone(),
        target: sentence.translations[0].clone(),
    });
    let corpus = Corpus::from_pairs(pairs);
    assert_eq!(corpus.sentences().len(), 150);
    let vocabularies = Vocabularies::new(&corpus, 1);
    Ok((corpus, vocabularies))
}

/// Returns the smallest loss of a model that ignores its source and the previous tokens.
fn unigram_entropy(examples: &[Example], vocab: usize) -> f64 {
    let mut counts = vec![0.0_f64; vocab];
    for &token in examples.iter().flat_map(|example| &example.target) {
        counts[token] += 1.0;
    }
    let all: f64 = counts.iter().sum();
    let counts = counts.into_iter().filter(|&count| count > 0.0);
    counts.map(|count| count / all * (all / count).ln()).sum()
}

/// Trains until the loss is less than this share of the loss of the best model that knows only how
/// frequent each token is.
fn learns<M: EncoderDecoder>(
    model: &M,
    examples: &[Example],
    vocabs: [usize; 2],
    (epochs, share): (usize, f64),
) -> Success {
    let recipe = Recipe {
        epochs,
        batch: 16,
        learning_rate: 0.015,
        curve: RateCurve::Cosine { warmup: 0.1 },
        ..Recipe::default()
    };
    let untrained = mean_loss(model, examples, vocabs)?;
    assert!((untrained - (vocabs[1] as f64).ln()).abs() < 1.0, "{untrained}");
    train(model, examples, vocabs, &recipe)?;
    let loss = mean_loss(model, examples, vocabs)?;
    let unigrams = unigram_entropy(examples, vocabs[1]);
    assert!(loss < share * unigrams, "{loss}, where unigrams have {unigrams}");
    Ok(())
}

fn translates<M: EncoderDecoder>(make: impl Fn([usize; 2]) -> M) -> Success {
    let (corpus, vocabularies) = short_sentences()?;
    let (examples, vocabs) = (vocabularies.examples(&corpus), vocabularies.sizes());
    let model = make(vocabs);
    learns(&model, &examples, vocabs, (30, 0.1))?;
    let scores = evaluate(&Translator { model, vocabularies }, &corpus, 4)?;
    assert!(scores.exact > 0.75, "{scores:?}");
    Ok(())
}

#[test]
fn a_short_training_translates_short_sentences() -> Success {
    translates(|[source, target]| {
        let config = RecurrentConfig::new(source, target).sizes(16, 32);
        Bahdanau::new(&config, &mut rng(0))
    })?;
    for (arrangement, tied) in [(Arrangement::PostNorm, true), (Arrangement::PreNorm, false)] {
        let config =
            Config { arrangement, tied, feed_forward: 48, blocks: 1, ..Config::new(16, 2) };
        translates(|vocabs| Transformer::new(&config, vocabs, &mut rng(0)).expect("2 divides 16"))?;
    }
    Ok(())
}

#[test]
fn a_short_training_learns_which_word_follows_which() -> Success {
    let (corpus, vocabularies) = short_sentences()?;
    let (examples, vocabs) = (vocabularies.examples(&corpus), vocabularies.sizes());
    let config = RecurrentConfig::new(vocabs[0], vocabs[1]).sizes(16, 32);
    learns(&FixedContext::new(&config, &mut rng(0)), &examples, vocabs, (12, 0.6))?;
    let texts = examples.into_iter().map(|example| LanguageModel::example(example.target));
    let config = Config { tied: true, feed_forward: 32, blocks: 1, ..Config::new(16, 2) };
    let model = LanguageModel::new(&config, vocabs[1], &mut rng(0))?;
    learns(&model, &texts.collect::<Vec<_>>(), [EOS + 1, vocabs[1]], (12, 0.7))
}
