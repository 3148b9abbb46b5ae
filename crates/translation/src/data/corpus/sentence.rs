//! Sentences and translations as text.

/// A sentence and one translation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The sentence to translate.
    pub source: String,
    /// Its translation.
    pub target: String,
}

/// A source sentence with all its correct translations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The sentence to translate, as [`detokenize`](super::super::detokenize) joins its tokens.
    pub source: String,
    /// Its translations in the same form, at least one and all different.
    pub translations: Vec<String>,
}
