//! Sentences and translations as text.

/// A sentence and one translation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The sentence to translate.
    pub source: String,
    /// Its translation.
    pub target: String,
}

/// A source sentence with all its right translations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The sentence to translate, as [`detokenize`](super::super::detokenize) writes its tokens.
    pub source: String,
    /// Its translations, written in the same way: at least one, and no two are equal.
    pub translations: Vec<String>,
}
