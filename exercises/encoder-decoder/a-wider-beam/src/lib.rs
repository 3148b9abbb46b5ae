//! Three measures of the translations that a wider beam finds.

use attention::data::Sentence;
use attention::encoder_decoder::{BeamSearch, FixedContext, Translator};

/// Measures of the translations that a search has found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// BLEU of all translations together, with n-grams of up to 4 tokens. All right
    /// translations of a sentence are its references.
    pub bleu: f64,
    /// The mean logarithm of the probability of a translation.
    pub log_probability: f64,
    /// The mean number of tokens of a translation, without its end.
    pub tokens: f64,
}

/// Translates each sentence with a beam search, takes the translation with the best
/// score, and measures these translations.
///
/// `sentences` is not empty.
pub fn search(
    translator: &Translator<FixedContext>,
    sentences: &[Sentence],
    settings: &BeamSearch,
) -> Found {
    //@ solution
    use attention::data::{Padded, tokenize};
    use attention::encoder_decoder::bleu::{Judged, corpus_bleu};
    use attention::encoder_decoder::translate_with_beam;

    let Translator { model, vocabularies } = translator;
    let (mut judged, mut log_probability, mut tokens) = (Vec::new(), 0.0, 0);
    for sentence in sentences {
        let source = vocabularies.encode_source(&sentence.source);
        let source = Padded::new(&[source], vocabularies.source.len());
        let source = source.expect("tokens of the vocabulary");
        let best = &translate_with_beam(model, &source, settings)[0];
        log_probability += best.log_probability;
        tokens += best.tokens.len();
        let references = sentence.translations.iter();
        judged.push(Judged {
            candidate: vocabularies.target.decode(&best.tokens),
            references: references.map(|right| tokenize(right)).collect(),
        });
    }
    Found {
        bleu: corpus_bleu(&judged, 4),
        log_probability: log_probability / sentences.len() as f64,
        tokens: tokens as f64 / sentences.len() as f64,
    }
    //@ stub todo!("{translator:?} with {settings:?} on {sentences:?}")
    //@ end
}
exercise_solutions::tests!(a_wider_beam);
