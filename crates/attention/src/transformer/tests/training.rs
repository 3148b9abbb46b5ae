//! Short trainings on short sentences.

use super::rng;
use crate::data::{Corpus, EOS, Example, Pair, Vocabularies, tokenize};
use crate::encoder_decoder::testing::unigram_entropy;
use crate::encoder_decoder::{
    RateCurve, Recipe, Translator, evaluate, mean_loss, train,
};
use crate::transformer::{
    Arrangement, Config, LanguageModel, Transformer,
};

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// Returns so many of the sentences of the grammar that have at most five tokens, each with one
/// translation.
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

fn recipe(epochs: usize) -> Recipe {
    Recipe {
        epochs,
        batch: 16,
        learning_rate: 0.015,
        curve: RateCurve::Cosine { warmup: 0.1 },
        ..Recipe::default()
    }
}

#[test]
fn a_short_training_translates_short_sentences() -> Outcome {
    let corpus = short_sentences(150)?;
    assert_eq!(corpus.sentences().len(), 150);
    let vocabularies = Vocabularies::new(&corpus, 1);
    let (examples, vocabs) =
        (vocabularies.examples(&corpus), vocabularies.sizes());
    for (arrangement, tied) in
        [(Arrangement::PostNorm, true), (Arrangement::PreNorm, false)]
    {
        let config = Config {
            arrangement,
            tied,
            ..Config::new(16, 2)
        };
        let config = config.feed_forward(48).blocks(1);
        let model = Transformer::new(&config, vocabs, &mut rng(0))?;
        train(&model, &examples, vocabs, &recipe(30))?;
        let loss = mean_loss(&model, &examples, vocabs)?;
        let unigrams = unigram_entropy(&examples, vocabs[1]);
        assert!(
            loss < 0.1 * unigrams,
            "{loss}, where unigrams have {unigrams}"
        );
        let vocabularies = vocabularies.clone();
        let translator = Translator {
            model,
            vocabularies,
        };
        let scores = evaluate(&translator, &corpus, 4)?;
        assert!(scores.exact > 0.75, "{scores:?}");
    }
    Ok(())
}

#[test]
fn a_language_model_learns_which_word_follows_which() -> Outcome {
    let corpus = short_sentences(100)?;
    let vocabularies = Vocabularies::new(&corpus, 1);
    let examples = vocabularies.examples(&corpus).into_iter();
    let texts: Vec<Example> = examples
        .map(|example| Example {
            source: vec![EOS],
            target: example.target,
        })
        .collect();
    let vocab = vocabularies.sizes()[1];
    let config = Config {
        tied: true,
        ..Config::new(16, 2)
    };
    let config = config.feed_forward(32).blocks(1);
    let model = LanguageModel::new(&config, vocab, &mut rng(0))?;
    let vocabs = [EOS + 1, vocab];
    train(&model, &texts, vocabs, &recipe(12))?;
    let loss = mean_loss(&model, &texts, vocabs)?;
    let unigrams = unigram_entropy(&texts, vocab);
    assert!(
        loss < 0.7 * unigrams,
        "{loss}, where unigrams have {unigrams}"
    );
    Ok(())
}
