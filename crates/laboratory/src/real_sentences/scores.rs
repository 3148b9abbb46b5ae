//! The scores of a translator on sentences that it has not seen.

use attention::data::Corpus;
use attention::encoder_decoder::bleu::{CorpusScores, SentenceCounts};
use serde::{Deserialize, Serialize};

use super::{TooLong, Translated, Translator};

/// A score in percent with its 95 % bootstrap interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Estimate {
    /// The score.
    pub score: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// BLEU and chrF2, as sacreBLEU reports them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scores {
    /// The number of sentences.
    pub sentences: usize,
    /// The BLEU of all sentences.
    pub bleu: Estimate,
    /// The chrF2 of all sentences.
    pub chrf: Estimate,
    /// The BLEU of sentences of similar lengths.
    pub bands: Vec<Band>,
}

/// The score of sentences with a similar number of words.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// The fewest words of a source.
    pub from: usize,
    /// The most words.
    pub to: usize,
    /// The number of sentences.
    pub sentences: usize,
    /// Their BLEU.
    pub bleu: Estimate,
}

/// The most words of the sources in each band but the last.
const BANDS: [usize; 6] = [3, 5, 7, 9, 12, 16];

/// Ten test sentences: of the 2,000 in the order of their lengths, the one in the middle of each
/// tenth.
pub const CHOSEN: [&str; 10] = [
    "They asked him.",
    "It's really awesome.",
    "I tried to act natural.",
    "I am not getting involved.",
    "Is there a cat on the table?",
    "I need this more than Tom does.",
    "We have little chance of winning.",
    "There is enough bread for all of you.",
    "When my mom finds out, she won't be happy.",
    "The teacher didn't let the students ask any questions.",
];

impl Scores {
    /// Compares translations with all references of their sentences.
    ///
    /// # Panics
    ///
    /// If there are not as many translations as sentences.
    pub fn new(corpus: &Corpus, translations: &[Translated]) -> Self {
        let sentences = corpus.sentences();
        assert_eq!(sentences.len(), translations.len(), "Scores: translations");
        let judged = sentences.iter().zip(translations);
        let counts = judged.map(|(sentence, translated)| {
            let words = sentence.source.split_whitespace().count();
            (words, SentenceCounts::new(&translated.text, &sentence.translations))
        });
        let counts: Vec<_> = counts.collect();
        let all: Vec<_> = counts.iter().map(|(_, counts)| counts.clone()).collect();
        let [bleu, chrf] = estimates(&all);
        let ends = BANDS.into_iter().chain([usize::MAX]);
        let mut from = 1;
        let bands = ends.filter_map(|end| {
            let within: Vec<_> =
                counts.iter().filter(|(words, _)| (from..=end).contains(words)).collect();
            from = end.saturating_add(1);
            let words = within.iter().map(|(words, _)| *words);
            let counts: Vec<_> = within.iter().map(|(_, counts)| counts.clone()).collect();
            Some(Band {
                from: words.clone().min()?,
                to: words.max()?,
                sentences: counts.len(),
                bleu: estimates(&counts)[0],
            })
        });
        Self { sentences: all.len(), bleu, chrf, bands: bands.collect() }
    }
}

/// Returns BLEU and chrF2.
fn estimates(counts: &[SentenceCounts]) -> [Estimate; 2] {
    let scores = CorpusScores::new(counts);
    let [low, high] = CorpusScores::interval(counts, 0);
    let estimate = |of: fn(&CorpusScores) -> f64| Estimate {
        score: of(&scores),
        low: of(&low),
        high: of(&high),
    };
    [estimate(|scores| scores.bleu), estimate(|scores| scores.chrf)]
}

/// Translates all sentences of a corpus, and scores the translations.
///
/// # Errors
///
/// [`TooLong`] for the first sentence that is.
pub fn evaluate(translator: &Translator, corpus: &Corpus) -> Result<Scores, TooLong> {
    let sources = corpus.sentences().iter().map(|sentence| sentence.source.as_str());
    let translations = translator.translate_all(&sources.collect::<Vec<_>>())?;
    Ok(Scores::new(corpus, &translations))
}

/// Scores the best translation of each sentence that a search of this width finds.
///
/// # Errors
///
/// [`TooLong`] for the first sentence that is.
///
/// # Panics
///
/// If the width is 0.
#[track_caller]
pub fn evaluate_search(
    translator: &Translator,
    corpus: &Corpus,
    width: usize,
) -> Result<Scores, TooLong> {
    let best = corpus.sentences().iter().map(|sentence| {
        let mut found = translator.search(&sentence.source, width)?;
        Ok(found.swap_remove(0))
    });
    Ok(Scores::new(corpus, &best.collect::<Result<Vec<_>, _>>()?))
}
