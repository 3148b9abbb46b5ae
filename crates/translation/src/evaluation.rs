//! Scores on sentences, and the loss.

use std::collections::BTreeMap;

use engine::tape::{Mode, Tape};
use serde::{Deserialize, Serialize};

use super::bleu::{Judged, MAX_ORDER, corpus_bleu};
use super::{EncoderDecoder, Translator};
use crate::data::{Batch, BatchError, Corpus, Example, tokenize};

/// The scores of a model on a corpus.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// The BLEU of all translations together.
    pub bleu: f64,
    /// The fraction of sentences whose translation is exactly one of the references.
    pub exact: f64,
    /// The same scores for bands of sentences of similar length, from short to long.
    pub bands: Vec<Band>,
}

/// The scores of the sentences whose length is in a range.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Band {
    /// The minimum number of source tokens in this band, without the end.
    pub from: usize,
    /// The maximum number.
    pub to: usize,
    /// The number of sentences.
    pub sentences: usize,
    /// The BLEU of these sentences together.
    pub bleu: f64,
    /// The fraction of them whose translation is correct.
    pub exact: f64,
}

/// Translates all sentences of a corpus and compares them with all their references.
///
/// A band comprises `width` lengths of source sentences, in tokens. A last band with less than a
/// tenth of all sentences is merged with the previous one.
///
/// # Errors
///
/// As for [`Translator::translate_all`].
///
/// # Panics
///
/// If `width` is 0.
pub fn evaluate<M: EncoderDecoder>(
    translator: &Translator<M>,
    corpus: &Corpus,
    width: usize,
) -> Result<Evaluation, BatchError> {
    assert!(width > 0, "evaluate: band width must be at least 1");
    let all = judge(translator, corpus)?;
    let mut bands: BTreeMap<usize, Vec<_>> = BTreeMap::new();
    for (len, judged) in all.iter().cloned() {
        bands.entry(len / width).or_default().push((len, judged));
    }
    let mut bands: Vec<_> = bands.into_values().collect();
    if let [.., before, last] = &mut bands[..]
        && 10 * last.len() < all.len()
    {
        before.append(last);
        bands.pop();
    }
    let bands = bands.into_iter().map(score).collect();
    let Band { bleu, exact, .. } = score(all);
    Ok(Evaluation { bleu, exact, bands })
}

fn score(judged: Vec<(usize, Judged<String>)>) -> Band {
    let (lens, judged): (Vec<usize>, Vec<_>) =
        judged.into_iter().unzip();
    let exact = judged
        .iter()
        .filter(|judged| judged.references.contains(&judged.candidate));
    Band {
        from: lens.iter().copied().min().unwrap_or(0),
        to: lens.iter().copied().max().unwrap_or(0),
        sentences: judged.len(),
        bleu: corpus_bleu(&judged, MAX_ORDER),
        exact: exact.count() as f64 / judged.len().max(1) as f64,
    }
}

/// The number of sentences in a batch.
const BATCH_SIZE: usize = 64;

/// Returns the length of each sentence, and its translation next to its references.
fn judge<M: EncoderDecoder>(
    translator: &Translator<M>,
    corpus: &Corpus,
) -> Result<Vec<(usize, Judged<String>)>, BatchError> {
    let mut all = Vec::new();
    for sentences in corpus.sentences().chunks(BATCH_SIZE) {
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

/// Returns the mean cross-entropy per target token without dropout, in nats.
///
/// # Errors
///
/// [`BatchError`] if the examples do not match the vocabularies.
pub fn mean_loss<M: EncoderDecoder>(
    model: &M,
    examples: &[Example],
    [source_vocab, target_vocab]: [usize; 2],
) -> Result<f64, BatchError> {
    let (mut total, mut tokens) = (0.0, 0);
    for examples in examples.chunks(BATCH_SIZE) {
        let batch = Batch::new(examples, source_vocab, target_vocab)?;
        let loss = model.loss(&Tape::new(Mode::Eval, 0), &batch).item();
        total += loss as f64 * batch.target_tokens() as f64;
        tokens += batch.target_tokens();
    }
    Ok(total / tokens.max(1) as f64)
}
