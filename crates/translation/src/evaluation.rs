//! Scores on sentences, and the loss.

use std::collections::BTreeMap;

use engine::tape::{Mode, Tape};
use serde::{Deserialize, Serialize};

use super::bleu::{Judged, MAX_ORDER, corpus_bleu};
use super::{EncoderDecoder, Translator};
use crate::data::{Batch, BatchError, Corpus, Example, tokenize};

/// How well a model translates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// BLEU of all translations together.
    pub bleu: f64,
    /// The share of the sentences whose translation is one of the right ones, to the letter.
    pub exact: f64,
    /// The same for sentences of nearly the same length, from short to long.
    pub bands: Vec<Band>,
}

/// Scores of the sentences whose length is in a range.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Band {
    /// The least number of tokens that a source sentence of this band has, without its end.
    pub from: usize,
    /// The largest.
    pub to: usize,
    /// How many sentences are in it.
    pub sentences: usize,
    /// BLEU of these sentences together.
    pub bleu: f64,
    /// The share of them whose translation is right.
    pub exact: f64,
}

/// Translates all sentences of a corpus, and compares with all their right translations.
///
/// `width` says how many lengths of source sentences, counted in tokens, make one band. A last band
/// with less than a tenth of all sentences is a part of the one before it.
///
/// # Errors
///
/// [`BatchError`] if the vocabularies are not those of the model.
///
/// # Panics
///
/// If the model fits other vocabularies, or if the width of the bands is 0.
///
/// # Example
///
/// ```
/// use attention::data::{Corpus, Vocabularies};
/// use attention::encoder_decoder::{FixedContext, RecurrentConfig, Translator, evaluate};
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let corpus = Corpus::generated(50, 0)?;
/// let vocabularies = Vocabularies::new(&corpus, 1);
/// let [source, target] = vocabularies.sizes();
/// let config = RecurrentConfig::new(source, target);
/// let model = FixedContext::new(&config, &mut ChaCha8Rng::seed_from_u64(0));
/// let scores = evaluate(&Translator { model, vocabularies }, &corpus, 3)?;
/// assert!(scores.bleu < 0.1); // untrained
/// assert_eq!(scores.bands.iter().map(|band| band.sentences).sum::<usize>(), 50);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn evaluate<M: EncoderDecoder>(
    translator: &Translator<M>,
    corpus: &Corpus,
    width: usize,
) -> Result<Evaluation, BatchError> {
    assert!(width > 0, "evaluate: bands of no lengths");
    let all = judge(translator, corpus)?;
    let mut bands: BTreeMap<usize, Vec<(usize, Judged<String>)>> =
        BTreeMap::new();
    for (len, judged) in all.iter().cloned() {
        bands.entry(len / width).or_default().push((len, judged));
    }
    let small = |band: &Vec<_>| 10 * band.len() < all.len();
    if bands.len() > 1 && bands.values().next_back().is_some_and(small)
    {
        let last = bands.pop_last().map(|(_, last)| last);
        if let Some(mut before) = bands.last_entry() {
            before.get_mut().extend(last.into_iter().flatten());
        }
    }
    let scores = bands.into_values().map(score).collect();
    let all: Vec<_> =
        all.into_iter().map(|(_, judged)| judged).collect();
    Ok(Evaluation {
        bleu: corpus_bleu(&all, MAX_ORDER),
        exact: exact(&all),
        bands: scores,
    })
}

fn score(band: Vec<(usize, Judged<String>)>) -> Band {
    let lens = || band.iter().map(|(len, _)| *len);
    let (from, to) =
        (lens().min().unwrap_or(0), lens().max().unwrap_or(0));
    let judged: Vec<_> =
        band.into_iter().map(|(_, judged)| judged).collect();
    Band {
        from,
        to,
        sentences: judged.len(),
        bleu: corpus_bleu(&judged, MAX_ORDER),
        exact: exact(&judged),
    }
}

/// How many sentences go through a model at once.
const TOGETHER: usize = 64;

/// For each sentence the number of its tokens, and its translation beside the right ones.
fn judge<M: EncoderDecoder>(
    translator: &Translator<M>,
    corpus: &Corpus,
) -> Result<Vec<(usize, Judged<String>)>, BatchError> {
    let mut all = Vec::new();
    for sentences in corpus.sentences().chunks(TOGETHER) {
        let sources =
            sentences.iter().map(|sentence| sentence.source.as_str());
        let translated =
            translator.translate_all(&sources.collect::<Vec<_>>())?;
        for (sentence, translated) in sentences.iter().zip(translated) {
            let references = sentence.translations.iter();
            let mut candidate = translated.target;
            candidate.pop_if(|last| last == "<eos>");
            let judged = Judged {
                candidate,
                references: references
                    .map(|right| tokenize(right))
                    .collect(),
            };
            all.push((translated.source.len() - 1, judged));
        }
    }
    Ok(all)
}

fn exact(judged: &[Judged<String>]) -> f64 {
    let right = judged
        .iter()
        .filter(|judged| judged.references.contains(&judged.candidate));
    right.count() as f64 / judged.len().max(1) as f64
}

/// The mean cross-entropy of a target token, in nats, without dropout.
///
/// # Errors
///
/// [`BatchError`] if the examples do not fit the vocabularies.
///
/// # Panics
///
/// If the model fits other vocabularies.
///
/// # Example
///
/// An untrained model guesses: the loss is about the logarithm of the size of the vocabulary.
///
/// ```
/// use attention::data::Example;
/// use attention::encoder_decoder::{FixedContext, RecurrentConfig, mean_loss};
/// use rand::{SeedableRng, rngs::ChaCha8Rng};
///
/// let model = FixedContext::new(&RecurrentConfig::new(8, 8), &mut ChaCha8Rng::seed_from_u64(0));
/// let examples = [Example { source: vec![4, 5, 3], target: vec![6, 3] }];
/// let loss = mean_loss(&model, &examples, [8, 8])?;
/// assert!((loss - 8.0_f64.ln()).abs() < 1.0);
/// # Ok::<(), attention::data::BatchError>(())
/// ```
pub fn mean_loss<M: EncoderDecoder>(
    model: &M,
    examples: &[Example],
    [source_vocab, target_vocab]: [usize; 2],
) -> Result<f64, BatchError> {
    let (mut total, mut tokens) = (0.0, 0);
    for examples in examples.chunks(TOGETHER) {
        let batch = Batch::new(examples, source_vocab, target_vocab)?;
        let loss = model.loss(&Tape::new(Mode::Eval, 0), &batch).item();
        total += loss as f64 * batch.target_tokens() as f64;
        tokens += batch.target_tokens();
    }
    Ok(total / tokens.max(1) as f64)
}
