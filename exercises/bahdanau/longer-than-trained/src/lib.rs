//! Sentences that are longer, or that have more clauses, than any in the training data.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use attention::data::{Corpus, Sentence, tokenize};
use attention::encoder_decoder::{EncoderDecoder, Translated, Translator};

/// How many sentences one measurement has.
pub const SENTENCES: usize = 20;

/// Returns sentences of one clause, with one translation each, that no model of the
/// book was trained on.
pub fn clauses() -> &'static [Sentence] {
    static CLAUSES: LazyLock<Vec<Sentence>> = LazyLock::new(|| {
        let corpus = Corpus::generated(4_500, 0).expect("the corpus of the book");
        let (_, held_out) = corpus.split(500, 0).expect("500 of 4,500");
        let one_clause = |sentence: &&Sentence| {
            let tokens = tokenize(&sentence.source);
            let joins = ["and", "but", "because", "?"];
            sentence.translations.len() == 1
                && !tokens.iter().any(|token| joins.contains(&token.as_str()))
        };
        let sentences = held_out.sentences().iter();
        sentences.filter(one_clause).cloned().collect()
    });
    &CLAUSES
}

/// Returns one sentence from at least one part, with "and" and "et" between them.
pub fn join(parts: &[&Sentence]) -> Sentence {
    //@ solution
    let joined = |texts: Vec<&str>, word: &str| {
        let texts: Vec<&str> =
            texts.iter().map(|text| text.trim_end_matches('.')).collect();
        texts.join(word) + "."
    };
    let sources = parts.iter().map(|part| part.source.as_str());
    let translations = parts.iter().map(|part| part.translations[0].as_str());
    Sentence {
        source: joined(sources.collect(), " and "),
        translations: vec![joined(translations.collect(), " et ")],
    }
    //@ stub todo!("join {parts:?}")
    //@ end
}

/// Returns the translations of [`SENTENCES`] sentences with `count` clauses and a
/// number of source tokens in this range.
///
/// The seed is for a `ChaCha8Rng`. There are such sentences.
pub fn translate_joined<M: EncoderDecoder>(
    translator: &Translator<M>,
    count: usize,
    tokens: RangeInclusive<usize>,
    seed: u64,
) -> Vec<(Sentence, Translated)> {
    //@ solution
    use rand::seq::IndexedRandom;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let (clauses, mut rng) = (clauses(), ChaCha8Rng::seed_from_u64(seed));
    let mut sentences = Vec::new();
    while sentences.len() < SENTENCES {
        let drawn = (0..count).filter_map(|_| clauses.choose(&mut rng));
        let sentence = join(&drawn.collect::<Vec<_>>());
        if tokens.contains(&tokenize(&sentence.source).len()) {
            sentences.push(sentence);
        }
    }
    let sources = sentences.iter().map(|sentence| sentence.source.as_str());
    let sources: Vec<&str> = sources.collect();
    let translated = translator.translate_all(&sources).expect("known words");
    sentences.into_iter().zip(translated).collect()
    //@ stub let model = translator.model.target_vocab();
    //@ stub todo!("{count} clauses in {tokens:?} tokens, seed {seed}, {model} words")
    //@ end
}

/// Returns the share of the sentences whose translation is exactly right.
///
/// There is at least one.
pub fn exact(translated: &[(Sentence, Translated)]) -> f64 {
    //@ solution
    let pairs = translated.iter();
    let right =
        pairs.filter(|(sentence, got)| sentence.translations.contains(&got.text));
    right.count() as f64 / translated.len() as f64
    //@ stub todo!("compare {translated:?}")
    //@ end
}
exercise_solutions::tests!(longer_than_trained);
