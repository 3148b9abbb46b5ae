//! A short training on short sentences.

use crate::bahdanau::Bahdanau;
use crate::data::{Corpus, Pair, Vocabularies, tokenize};
use crate::encoder_decoder::testing::{rng, unigram_entropy};
use crate::encoder_decoder::{
    Recipe, RecurrentConfig, Translator, evaluate, mean_loss, train,
};

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// Returns sentences of the grammar with at most five tokens, each with one translation.
fn short_sentences(
    count: usize,
) -> Result<Corpus, Box<dyn std::error::Error>> {
    let all = Corpus::generated(1_500, 0)?;
    let short = all.sentences().iter();
    let short =
        short.filter(|sentence| tokenize(&sentence.source).len() <= 5);
    let pair = |sentence: &crate::data::Sentence| Pair {
        source: sentence.source.clone(),
        target: sentence.translations[0].clone(),
    };
    Ok(Corpus::from_pairs(short.take(count).map(pair)))
}

#[test]
fn a_short_training_translates_short_sentences() -> Outcome {
    let corpus = short_sentences(150)?;
    assert_eq!(corpus.sentences().len(), 150);
    let vocabularies = Vocabularies::new(&corpus, 1);
    let (examples, vocabs) =
        (vocabularies.examples(&corpus), vocabularies.sizes());
    let config =
        RecurrentConfig::new(vocabs[0], vocabs[1]).sizes(16, 32);
    let model = Bahdanau::new(&config, &mut rng(0));
    let recipe = Recipe {
        epochs: 30,
        batch: 16,
        learning_rate: 0.015,
        ..Recipe::default()
    };
    train(&model, &examples, vocabs, &recipe)?;
    let loss = mean_loss(&model, &examples, vocabs)?;
    let unigrams = unigram_entropy(&examples, vocabs[1]);
    assert!(
        loss < 0.1 * unigrams,
        "{loss}, where unigrams have {unigrams}"
    );
    let translator = Translator {
        model,
        vocabularies,
    };
    let scores = evaluate(&translator, &corpus, 4)?;
    assert!(scores.exact > 0.75, "{scores:?}");
    Ok(())
}
